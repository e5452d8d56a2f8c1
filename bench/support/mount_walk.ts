/** What calls can be made on a mount, found as an agent finds it. */
export interface MountWalk {
  /** The path of the same mount, pinned to its commit. */
  readonly pinnedPath: string;
  readonly readyMs: number;
  /** A call of each tool, as large as the bench wants it. */
  readonly calls: Readonly<Record<"browse_repo" | "read_repo_file" | "load_skill", Args>>;
  readonly skills: readonly string[];
}

export type Args = Readonly<Record<string, string | number>>;

/** Characters of a read: 4 KiB of ASCII. */
const READ = 4096;

/** Calls a tool, with a token where one is given; the text of its answer. */
export async function call(url: URL, name: string, args: Args, token?: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept": "application/json, text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  const { result } = await response.json();
  return String(result.content[0].text);
}

/** Browses the mount until its commit is indexed: the answer, and how long that took from the first request on. */
export async function waitUntilReady(
  url: URL,
  token?: string,
): Promise<{ readonly root: string; readonly readyMs: number }> {
  const startedAt = performance.now();
  let root = await call(url, "browse_repo", {}, token);
  while (/^Indexing: /m.test(root)) root = await call(url, "browse_repo", {}, token);
  return { root, readyMs: Math.round(performance.now() - startedAt) };
}

export async function walkMount(url: URL): Promise<MountWalk> {
  const { root, readyMs } = await waitUntilReady(url);
  const pinnedPath = /pin it with (\/\S+?)\)/.exec(root)?.[1] ?? url.pathname;

  const folders: string[] = [""];
  const skills: string[] = [];
  let widest = { path: "", skills: 0 };
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    const args = path === "" ? {} : { path };
    const text = await allPages(url, { ...args, limit: 200 });
    const found = paths(text, "skill");
    if (found.length > widest.skills) widest = { path, skills: found.length };
    skills.push(...found);
    folders.push(...paths(text, "folder"));
  }
  let longest = { path: skills[0] ?? "", bytes: 0 };
  for (const path of skills) {
    const bytes = Number(
      /^Context: bytes 0 to \d+ of (\d+)$/m.exec(await call(url, "load_skill", { path }))?.[1],
    );
    if (bytes > longest.bytes) longest = { path, bytes };
  }
  return {
    pinnedPath,
    readyMs,
    skills,
    calls: {
      browse_repo: widest.path === "" ? {} : { path: widest.path },
      read_repo_file: { path: longest.path, limit: READ },
      load_skill: { path: longest.path },
    },
  };
}

async function allPages(url: URL, args: Args): Promise<string> {
  const text = await call(url, "browse_repo", args);
  const next = /: browse_repo (\{.*"cursor".*\})$/m.exec(text)?.[1];
  return next === undefined ? text : `${text}\n${await allPages(url, JSON.parse(next))}`;
}

function paths(text: string, kind: string): string[] {
  return [...text.matchAll(new RegExp(`^\\[${kind}\\] (.+)$`, "gm"))].flatMap(([, path]) => path ?? []);
}
