// What pages do better where scripts run. Without them every page works as it is.

document.documentElement.classList.add("scripted");

// --- copy ---

for (const button of document.querySelectorAll("button[data-copy]")) {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
    } catch {
      // Not allowed here: selected, it can be copied with the keyboard.
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = label), 2000);
  });
}

// --- forms that change something ---

const sent = new Set();
for (const form of document.querySelectorAll("form[method=post]")) {
  // A second press would send it again, and throw the first answer away.
  form.addEventListener("submit", (event) => (sent.has(form) ? event.preventDefault() : sent.add(form)));
}
// Whoever comes back to the page may send it anew.
addEventListener("pageshow", () => sent.clear());

// --- search while typing ---

const TYPING_MS = 180;
const form = document.querySelector("form[data-search]");
const results = document.querySelector("#results");
const contents = document.querySelector("[data-contents]");
if (form && results && contents) {
  const status = results.querySelector("[data-status]");
  const input = form.elements.namedItem("q");
  let timer = 0;
  let running = new AbortController();

  const show = (nodes, message) => {
    results.replaceChildren(status, ...nodes);
    status.textContent = message;
  };

  const search = async () => {
    running.abort();
    running = new AbortController();
    const url = new URL(form.action);
    for (const [name, value] of new FormData(form)) if (value !== "") url.searchParams.set(name, value);
    const asks = input.value.trim() !== "";
    if (asks) url.searchParams.set("q", input.value);
    else url.searchParams.delete("q");
    history.replaceState(null, "", url);
    if (!asks) {
      show([], "");
      contents.hidden = false;
      // A page that was asked for with a query came without its folder.
      if (contents.childElementCount === 0) location.replace(url);
      return;
    }
    try {
      const response = await fetch(url, { headers: { accept: "text/html" }, signal: running.signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const found = page.querySelector("#results");
      if (!found) return location.assign(url);
      found.querySelector("[data-status]").remove();
      const summary = found.querySelector("[data-summary]")?.textContent ?? found.textContent;
      show([...found.childNodes].map((node) => document.importNode(node, true)), summary.trim());
      contents.hidden = true;
    } catch (error) {
      if (error.name !== "AbortError") show([], "The search did not answer. Press Enter to try again.");
    }
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, TYPING_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    search();
  });
}

// --- indexing ---

const POLL_MS = 1500;
if (document.querySelector("[data-indexing]")) {
  const poll = async () => {
    try {
      // Asked for as a page is, so that nothing but what the visitor would see decides.
      const response = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
      if (response.status !== 202) return location.reload();
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const [known, progress] = [document, page].map((one) => one.querySelector("[data-progress]"));
      // What is equal stays, so that its animation does not begin again.
      if (progress && !known.isEqualNode(progress)) known.replaceWith(document.importNode(progress, true));
    } catch {
      // The server is away for a moment.
    }
    setTimeout(poll, POLL_MS);
  };
  setTimeout(poll, POLL_MS);
}
