import assert from "node:assert/strict";
import { skillMd } from "../../support/library/library.ts";
import { libraryServer } from "../../support/library/library_server.ts";
import { verifies } from "../../requirements/verifies.ts";
import { dashboard, ISSUER, type Visitor } from "./_dashboard.ts";

const SECTIONS = [
  "",
  "/skills",
  "/library",
  "/changes",
  "/repositories",
  "/sets",
  "/connect",
  "/members",
  "/usage",
  "/audit",
  "/settings",
];

async function written(ada: Visitor, name: string, more: Record<string, string> = {}, body = "Do it.\n") {
  const base = `/dashboard/${ada.slug}`;
  return await ada.send(`${base}/skills`, `${base}/skills/write`, { text: skillMd(name, { body }), ...more });
}

Deno.test("the dashboard has a page for each section, kept by nobody and framed by nobody", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const start = await ada.get("/dashboard");
  assert.deepEqual([start.status, start.headers.get("location")], [303, "/dashboard/ada"]);
  for (const section of SECTIONS) {
    const page = await ada.get(`/dashboard/ada${section}`);
    assert.equal(page.status, 200, section);
    assert.equal(page.headers.get("cache-control"), "no-store", section);
    assert.equal(page.headers.get("x-robots-tag"), "noindex", section);
    assert.match(page.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/, section);
    assert.match(page.html, /aria-current="page"/, section);
  }
});

Deno.test("whoever is not signed in is sent to sign in, and back", async () => {
  using stage = await dashboard();
  for (const path of ["/dashboard", "/dashboard/ada", "/dashboard/ada/connect"]) {
    const page = await stage.nobody.get(path);
    assert.equal(page.status, 303, path);
    assert.equal(page.headers.get("location"), `${ISSUER}/sign-in?return_to=${encodeURIComponent(path)}`);
  }
  assert.equal((await stage.nobody.post("/dashboard/ada/connect/keys", {})).status, 303);
});

Deno.test("an account that one does not belong to is there as little as one that does not exist", async () => {
  using stage = await dashboard();
  await stage.visitor("ada");
  const bob = await stage.visitor("bob");
  for (const section of SECTIONS) {
    const [hers, none] = [
      await bob.get(`/dashboard/ada${section}`),
      await bob.get(`/dashboard/none${section}`),
    ];
    assert.deepEqual([hers.status, none.status], [404, 404], section);
    assert.equal(hers.html.replaceAll("ada", "none"), none.html, section);
  }
});

Deno.test(
  verifies(
    ["dash.no_script"],
    "a form without its token, of another session or of another site changes nothing",
  ),
  async () => {
    using stage = await dashboard();
    const ada = await stage.visitor("ada");
    const bob = await stage.visitor("bob");
    const csrf = /name="csrf" value="([^"]+)"/;
    const hers = csrf.exec((await ada.get("/dashboard/ada/skills")).html)?.[1] ?? "";
    const his = csrf.exec((await bob.get("/dashboard/bob/skills")).html)?.[1] ?? "";
    const text = skillMd("forged");
    const path = "/dashboard/ada/skills/write";
    for (
      const [form, headers] of [
        [{ text }, { origin: ISSUER }],
        [{ text, csrf: his }, { origin: ISSUER }],
        [{ text, csrf: `${hers}x` }, { origin: ISSUER }],
        [{ text, csrf: hers }, { origin: "https://evil.example" }],
        [{ text, csrf: hers }, { origin: "null" }],
      ] as const
    ) {
      assert.equal((await ada.post(path, form, headers)).status, 403);
      assert.equal((await ada.get("/dashboard/ada/skills/forged")).status, 404);
    }
    assert.equal((await ada.post(path, { text, csrf: hers })).status, 303);
    assert.equal((await ada.get("/dashboard/ada/skills/forged")).status, 200);
  },
);

Deno.test(verifies(["dash.no_script"], "every action is a form that ends in a redirect"), async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const { status } = await written(ada, "plain");
  const base = "/dashboard/ada";
  const skill = `${base}/skills/plain`;
  const statuses = [status];
  const send = async (from: string, action: string, fields: Record<string, string>) =>
    void statuses.push((await ada.send(from, action, fields)).status);
  await send(skill, `${skill}/visibility`, { visibility: "global" });
  await send(skill, `${skill}/state`, { state: "archived" });
  await send(skill, `${skill}/delete`, { typed: "plain" });
  // The one answer that is no redirect, since the key in it is shown this once.
  const made = await ada.send(`${base}/connect`, `${base}/connect/keys`, { label: "", days: "" });
  assert.equal(made.status, 200);
  const digest = /name="key" value="([^"]+)"/.exec(made.html)?.[1] ?? "";
  await send(`${base}/connect`, `${base}/connect/revoke`, { key: digest });
  assert.deepEqual(statuses, [303, 303, 303, 303, 303]);
});

Deno.test(
  verifies(["dash.off"], "without sign-in there is no dashboard, and keys publish and read"),
  async () => {
    await using served = await libraryServer();
    const page = await served.server.fetch(
      new Request("http://127.0.0.1/dashboard", { headers: { accept: "text/html" } }),
    );
    assert.equal(page.status, 404);
    const client = await (await served.account("acme")).client();
    assert.equal((await client.publish({ "SKILL.md": skillMd("notes") })).status, 201);
    const listed = await client.get("/api/v1/library");
    assert.match(JSON.stringify(listed), /"notes"/);
  },
);

Deno.test("a comparison of more lines than a page may have says that it is too much", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  await written(ada, "notes", {}, "a\n".repeat(6000));
  await written(ada, "notes", {}, "b\n".repeat(6000));
  const diff = await ada.get("/dashboard/ada/skills/notes/diff?from=1.0.0&to=1.0.1");
  assert.equal(diff.status, 200);
  assert.match(diff.text, /Not shown: too long/);
  assert.ok(diff.html.length < 20_000);
});

Deno.test("a skill is written, published, changed, compared, yanked, made global, archived and deleted", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const made = await written(ada, "notes");
  assert.deepEqual([made.status, made.headers.get("location")], [
    303,
    "/dashboard/ada/skills/notes?done=published",
  ]);
  const page = "/dashboard/ada/skills/notes";
  const changes = "/dashboard/ada/changes";
  assert.match((await ada.get(`${page}?done=published`)).text, /The version is published\./);
  await written(ada, "notes", { notes: "Clearer." }, "Do it well.\n");
  const second = await ada.get(page);
  assert.match(second.text, /1\.0\.1 · current/);
  assert.match(second.text, /Clearer\./);
  assert.match(second.text, /What an agent gets .*Do it well\./);

  const diff = await ada.get(`${page}/diff?from=1.0.0&to=1.0.1`);
  assert.match(diff.html, />- Do it\.\n</);
  assert.match(diff.html, />\+ Do it<mark> well<\/mark>\.\n</);

  const press = (path: string, fields: Record<string, string>) => ada.send(page, `${page}${path}`, fields);
  await press("/current", { label: "1.0.0" });
  assert.match((await ada.get(page)).text, /1\.0\.0 · current/);
  await press("/yank", { label: "1.0.1", reason: "wrong" });
  assert.match((await ada.get(page)).text, /1\.0\.1 · yanked .*Yanked: wrong/);
  await press("/visibility", { visibility: "global" });
  assert.match((await ada.get(page)).text, /Who may have it everybody/);
  await press("/state", { state: "archived" });
  assert.match((await ada.get(page)).text, /State archived/);
  assert.match(
    (await ada.get(changes)).text,
    new RegExp([
      "notes archived",
      "notes made global: everybody can add it .*",
      "notes 1\\.0\\.1 was yanked",
      ".* notes another version is current 1\\.0\\.1 → 1\\.0\\.0",
      ".* notes 1\\.0\\.1 was published 1\\.0\\.0 → 1\\.0\\.1",
      ".* notes 1\\.0\\.0 was published 1\\.0\\.0",
    ].join(".*")),
  );
  assert.equal((await press("/delete", { typed: "no" })).status, 400);
  const gone = await press("/delete", { typed: "notes" });
  assert.equal(gone.headers.get("location"), "/dashboard/ada/skills?done=deleted");
  assert.equal((await ada.get(page)).status, 404);
  const after = await ada.get(changes);
  assert.match(after.text, /notes deleted/);
  assert.doesNotMatch(after.html, /href="[^"]*skills\/notes/, "it leads nowhere that is gone");
  assert.equal((await ada.get(`${changes}?cursor=nothing`)).status, 400);
});

Deno.test("a version or a draft that is published in the form as it stands leaves a global skill global", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const page = "/dashboard/ada/skills/notes";
  await written(ada, "notes", { visibility: "global" });
  await written(ada, "notes", { visibility: "private" }, "Do it well.\n");
  assert.match((await ada.get(page)).text, /Who may have it everybody/);
  await written(ada, "notes", { visibility: "private", as: "draft" }, "Do it better.\n");
  assert.equal((await ada.send(page, `${page}/publish`, {})).status, 303);
  const { text } = await ada.get(page);
  assert.match(text, /Who may have it everybody/);
  assert.match(text, /1\.0\.2 · current/);
});

Deno.test("what is wrong with an upload is told on the page of its form, with its place", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const wrong = await ada.send("/dashboard/ada/skills", "/dashboard/ada/skills/write", {
    text: "no front matter",
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /role="alert"/);
  assert.match(wrong.text, /SKILL\.md/);
});

Deno.test("what was typed into a form that could not be taken stands in it still", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  for (
    const [page, path, fields] of [
      ["/skills", "/skills/write", { text: "no front matter </textarea>", notes: "Typed at length" }],
      ["/library", "/library/add", { skill: "nobody/nothing" }],
      ["/settings", "/settings/rename", { name: "adele", typed: "wrong" }],
      ["", "/accounts", { name: "Not a Name" }],
    ] as const
  ) {
    const { html, status } = await ada.send(`/dashboard/ada${page}`, `/dashboard/ada${path}`, fields);
    assert(status >= 400, path);
    for (const [name, value] of Object.entries(fields)) {
      if (name !== "typed") {
        assert(html.includes(value.replace("<", "&lt;").replace(">", "&gt;")), `${path} ${name}`);
      }
    }
  }
});

Deno.test("a folder is published from files with their paths, and a program in it is refused", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const upload = (files: File[]) =>
    ada.send("/dashboard/ada/skills", "/dashboard/ada/skills/upload", { files, visibility: "private" });
  const made = await upload([
    new File([skillMd("kit")], "kit/SKILL.md"),
    new File(["Style."], "kit/references/style.md"),
  ]);
  assert.equal(made.headers.get("location"), "/dashboard/ada/skills/kit?done=published");
  assert.match((await ada.get("/dashboard/ada/skills/kit")).text, /references\/ ?style\.md/);
  const refused = await upload([new File([skillMd("kit")], "kit/SKILL.md"), new File(["MZ"], "kit/run.exe")]);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /run\.exe/);
});

Deno.test("a draft is nobody's until it is published", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const saved = await written(ada, "idea", { as: "draft" });
  assert.equal(saved.headers.get("location"), "/dashboard/ada/skills/idea?done=drafted");
  assert.match((await ada.get("/dashboard/ada")).text, /idea : a draft, not published yet/);
  const page = "/dashboard/ada/skills/idea";
  assert.match((await ada.get(page)).text, /A draft waits/);
  assert.doesNotMatch((await ada.get("/dashboard/ada/library")).text, /idea/);
  await ada.send(page, `${page}/publish`, { notes: "First." });
  assert.match((await ada.get("/dashboard/ada/library")).text, /ada\/idea/);
});

Deno.test("a key is shown once, listed by its end, and revoked", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const connect = "/dashboard/ada/connect";
  const made = await ada.send(connect, `${connect}/keys`, { label: "CI", days: "90", writes: "1" });
  const key = /sk_live_[0-9A-Za-z]{38}/.exec(made.text)?.[0];
  assert(key !== undefined);
  assert.equal(made.headers.get("cache-control"), "no-store");
  const listed = await ada.get(connect);
  assert.doesNotMatch(listed.html, new RegExp(key));
  assert.match(listed.text, new RegExp(`sk_live_…${key.slice(-4)} CI reads and publishes`));
  const digest = /name="key" value="([^"]+)"/.exec(listed.html)?.[1] ?? "";
  await ada.send(connect, `${connect}/revoke`, { key: digest });
  assert.match((await ada.get(connect)).text, /There are none\./);
});

Deno.test("a link to install from is shown once, listed by its end, and revoked", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  await written(ada, "notes", {});
  const links = "/dashboard/ada/connect/links";
  assert.match((await ada.get("/dashboard/ada/connect")).html, /href="\/dashboard\/ada\/connect\/links"/);
  assert.equal((await ada.send(links, `${links}/make`, { skill: "ada/none", hours: "1" })).status, 404);
  assert.equal((await ada.send(links, `${links}/make`, { skill: "", hours: "169" })).status, 400);
  const made = await ada.send(links, `${links}/make`, { skill: "ada/notes", hours: "24" });
  const token = /npx skills add .* install\/ (in_[0-9A-Za-z]{38})/.exec(made.text)?.[1];
  assert(token !== undefined, made.text);
  assert.equal(made.headers.get("cache-control"), "no-store");
  const listed = await ada.get(links);
  assert.doesNotMatch(listed.html, new RegExp(token));
  assert.match(listed.text, new RegExp(`in_…${token.slice(-4)} opens notes`));
  const digest = /name="link" value="([^"]+)"/.exec(listed.html)?.[1] ?? "";
  const revoked = await ada.send(links, `${links}/revoke`, { link: digest });
  assert.equal(revoked.headers.get("location"), `${links}?done=unlinked`);
  assert.match((await ada.get(links)).text, /There are none\./);
});

Deno.test("members of an organisation are invited, accept, change roles and leave; a member sees no audit", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const bob = await stage.visitor("bob");
  const opened = await ada.send("/dashboard/ada", "/dashboard/ada/accounts", { name: "acme" });
  assert.equal(opened.headers.get("location"), "/dashboard/acme?done=opened");
  const members = "/dashboard/acme/members";
  await ada.send(members, `${members}/invite`, { host: "gh", login: "bob", role: "member" });
  assert.match((await ada.get(members)).text, /Invited bob at gh, as member/);
  const { id } = await stage.account("acme");
  await bob.send("/dashboard/bob", "/dashboard/bob/invitations/accept", { invitation: id });
  assert.equal((await bob.get("/dashboard/acme/skills")).status, 200);
  assert.equal((await bob.get("/dashboard/acme/audit")).status, 403);
  assert.equal(
    (await bob.send(members, `${members}/role`, { person: bob.person, role: "owner" })).status,
    403,
  );
  await ada.send(members, `${members}/role`, { person: bob.person, role: "admin" });
  assert.match((await bob.get("/dashboard/acme/audit")).text, /member\.role/);
  await bob.send(members, `${members}/remove`, { person: bob.person });
  assert.equal((await bob.get("/dashboard/acme")).status, 404);
});

Deno.test("skills of others are added, kept at a version, followed again, rated and removed", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const bob = await stage.visitor("bob");
  stage.library.clock.advance(2 * 86_400_000);
  await written(ada, "notes", { visibility: "global" });
  const library = "/dashboard/bob/library";
  const press = (path: string, fields: Record<string, string>) =>
    bob.send(library, `${library}/${path}`, fields);
  assert.equal((await press("add", { skill: "ada/none" })).status, 404);
  assert.equal((await press("add", { skill: "ada/notes" })).headers.get("location"), `${library}?done=added`);
  await press("pin", { skill: "ada/notes", version: "1.0.0" });
  assert.match((await bob.get(library)).text, /kept at that version/);
  await press("pin", { skill: "ada/notes" });
  assert.doesNotMatch((await bob.get(library)).text, /kept at that version/);
  assert.equal((await press("rate", { skill: "ada/notes", rating: "5" })).status, 403, "on the first day");
  stage.library.clock.advance(86_400_000);
  const rated = await press("rate", { skill: "ada/notes", rating: "4" });
  assert.equal(rated.headers.get("location"), `${library}?done=rated`);
  assert.equal((await press("rate", { skill: "ada/notes", rating: "6" })).status, 400);
  const { id } = await stage.account("ada");
  const [skill] = await stage.library.store.skills.ownSkills(id);
  assert(skill !== undefined);
  assert.deepEqual(await stage.library.store.ratings.totals(skill), { ratings: 1, sum: 4 });
  await press("rate", { skill: "ada/notes", rating: "" });
  assert.deepEqual(await stage.library.store.ratings.totals(skill), { ratings: 0, sum: 0 });
  await press("remove", { skill: "ada/notes" });
  assert.match((await bob.get(library)).text, /There is nothing yet\./);
});

Deno.test("a skill of others is reported from the library, or by a link from wherever it is shown", async () => {
  using stage = await dashboard();
  const [ada, bob] = [await stage.visitor("ada"), await stage.visitor("bob")];
  await written(ada, "notes", { visibility: "global" });
  const linked = await bob.get("/dashboard/report/ada/notes");
  const page = "/dashboard/bob/report/ada/notes";
  assert.equal(linked.headers.get("location"), page);
  assert.equal((await bob.send(page, page, { reason: " " })).status, 400);
  const kept = await bob.send(page, page, { reason: "<b>It steals</b>", version: "9.9.9" });
  assert.equal(kept.status, 404);
  assert.match(kept.html, /&lt;b&gt;It steals/);
  const sent = await bob.send(page, page, { reason: "It steals", version: "1.0.0" });
  assert.equal(sent.headers.get("location"), "/dashboard/bob/library?done=reported");
  const [report] = await stage.library.store.reports.reports({ waiting: true, most: 9 });
  assert.deepEqual(
    [report?.named, report?.version, report?.reason, report?.by.person],
    ["ada/notes", "1.0.0", "It steals", bob.person],
  );
  await bob.send("/dashboard/bob/library", "/dashboard/bob/library/add", { skill: "ada/notes" });
  assert.match((await bob.get("/dashboard/bob/library")).html, /href="\/dashboard\/bob\/report\/ada\/notes"/);
  const own = "/dashboard/ada/report/ada/notes";
  assert.equal((await ada.send(own, own, { reason: "mine" })).status, 409);
});

Deno.test("an account is renamed by its typed name, ends in seven days and is kept", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const settings = "/dashboard/ada/settings";
  assert.equal((await ada.send(settings, `${settings}/rename`, { name: "adele", typed: "x" })).status, 400);
  const renamed = await ada.send(settings, `${settings}/rename`, { name: "adele", typed: "ada" });
  assert.equal(renamed.headers.get("location"), "/dashboard/adele/settings?done=renamed");
  assert.equal((await ada.get("/dashboard/ada")).headers.get("location"), "/dashboard/adele");
  const now = "/dashboard/adele/settings";
  await ada.send(now, `${now}/end`, { typed: "adele", global: "keep" });
  assert.match((await ada.get("/dashboard/adele")).text, /This account ends on/);
  await ada.send(now, `${now}/keep`, {});
  assert.doesNotMatch((await ada.get("/dashboard/adele")).text, /This account ends on/);
});

Deno.test("text of a skill is text, whatever it says", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const evil =
    `---\nname: evil\ndescription: "<img src=x onerror=alert(1)>"\n---\n<script>alert(1)</script>\n[x](javascript:alert(1))\n`;
  await ada.send("/dashboard/ada/skills", "/dashboard/ada/skills/write", { text: evil, notes: "<b>n</b>" });
  for (const path of ["/skills", "/skills/evil", "/library", "/audit"]) {
    const { html } = await ada.get(`/dashboard/ada${path}`);
    assert.doesNotMatch(html, /<img src=x|<script>alert|href="javascript:|<b>n<\/b>/, path);
  }
});

Deno.test("a notice is one of ours: a link can put no words into a page", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  for (const done of ["toString", "Your account is hacked", "<b>x</b>"]) {
    const { html } = await ada.get(`/dashboard/ada?done=${encodeURIComponent(done)}`);
    assert.doesNotMatch(html, /class="told"/);
  }
});

Deno.test("a copy of the account counts among the answers in flight, and waits while they take all the room", async () => {
  let isFull = false;
  const sent: unknown[] = [];
  using stage = await dashboard({
    send({ asker }, body, headers) {
      assert(typeof body === "object" && "stream" in body);
      sent.push([asker.kind, body.heldBytes]);
      return isFull ? new Response(null, { status: 503 }) : new Response(body.stream, { headers });
    },
  });
  const ada = await stage.visitor("ada");
  const [settings, path] = ["/dashboard/ada/settings", "/dashboard/ada/settings/export"];
  const zip = await ada.send(settings, path);
  assert.deepEqual([zip.status, zip.headers.get("content-type"), zip.html], [200, "application/zip", "zip"]);
  isFull = true;
  const page = await ada.send(settings, path);
  assert.equal(page.status, 503);
  assert.match(page.text, /Try again in a minute/);
  assert.deepEqual(sent, [["person", 4194304], ["person", 4194304]]);
});
