import assert from "node:assert/strict";
import { found, openIndex, repoPath, skill } from "../_entries.ts";

/** Other skills, so that words are as rare as they are in a repository. */
const others = Array.from(
  { length: 12 },
  (_, at) => skill(`other-${at}`, `Something else ${at}`, "more text"),
);
const path = (name: string) => `skills/${name}/SKILL.md`;

Deno.test("search() puts an exact name first in any spelling of it", async () => {
  const reader = await openIndex([
    ...others,
    skill("code-review", "Reviews"),
    skill("code-review-excellence", "code review", "code review ".repeat(90)),
    skill("Résumé Writer", "Writes"),
    skill("how-to-guide", "Guides", "", "skills/guide"),
  ]);
  for (const query of ["code-review", "code review", "Code_Review", "codereview", "CodeReview"]) {
    assert.equal(found(reader, query)[0], path("code-review"), query);
  }
  assert.equal(found(reader, "resume writer")[0], "skills/Résumé Writer/SKILL.md");
  assert.equal(found(reader, "how to guide")[0], "skills/guide/SKILL.md");
});

Deno.test("search() looks for what a rare word nearly is, unless it stands in a whole name", async () => {
  const reader = await openIndex([
    ...others,
    skill("home-fanglore", "Fruit"),
    skill("fanglorm", "Squares"),
  ]);
  assert.deepEqual(found(reader, "fanglore"), [path("home-fanglore"), path("fanglorm")]);
  assert.deepEqual(found(reader, "home fanglore"), [path("home-fanglore")]);
  assert.deepEqual(found(reader, "house fanglore"), [path("home-fanglore"), path("fanglorm")]);
});

Deno.test("search() answers two skills of one name in path order", async () => {
  const reader = await openIndex([
    ...others,
    skill("refunds", "Gives money back", "", "support/refunds"),
    skill("refunds", "Gives money back", "", "billing/refunds"),
  ]);
  assert.deepEqual(found(reader, "refunds"), ["billing/refunds/SKILL.md", "support/refunds/SKILL.md"]);
});

Deno.test("search() weighs names over descriptions over bodies", async () => {
  const reader = await openIndex([
    ...others,
    skill("one", "about other things", "quince here among many words"),
    skill("two", "about quince and things", "nothing here among many words"),
    skill("quince-guide", "about other things", "nothing here among many words"),
  ]);
  assert.deepEqual(found(reader, "quince"), [path("quince-guide"), path("two"), path("one")]);
});

Deno.test("search() weighs headings and path segments", async () => {
  const reader = await openIndex([
    ...others,
    skill("plain", "", "the quince of it"),
    { ...skill("headed", "", "the quince of it"), headings: ["Quince"] },
    skill("placed", "", "the plum of it", "orchard/placed"),
  ]);
  assert.deepEqual(found(reader, "quince"), [path("headed"), path("plain")]);
  assert.deepEqual(found(reader, "orchard"), ["orchard/placed/SKILL.md"]);
});

Deno.test("search() finds other forms of a word, behind the word itself", async () => {
  const reader = await openIndex([
    ...others,
    skill("a", "", "deploys the service to a place"),
    skill("b", "", "deploying the service to a place"),
    skill("c", "", "deployed the service to a place"),
    skill("d", "", "deploy the service to a place"),
    skill("e", "", "deployment of the service to a place"),
  ]);
  const ranked = found(reader, "deploy");
  assert.equal(ranked[0], path("d"));
  assert.deepEqual(new Set(ranked), new Set(["a", "b", "c", "d", "e"].map(path)));
  assert.equal(ranked.at(-1), path("e"));
});

Deno.test("search() gives filler words no weight, but answers a query of nothing else", async () => {
  const reader = await openIndex([
    ...others,
    skill("a", "How to do what you need to do", "how do I do what I need"),
    skill("b", "Rotates credentials"),
  ]);
  assert.deepEqual(found(reader, "how do I rotate the credentials?"), found(reader, "rotate credentials"));
  assert.equal(found(reader, "how to")[0], path("a"));
});

Deno.test("search() finds misspelled words where the word itself has no support", async () => {
  const reader = await openIndex([...others, skill("kubernetes-policies", "Kubernetes network policies")]);
  for (const query of ["kubernets", "kuberntes", "kubernettes", "kuberentes", "policeis"]) {
    assert.equal(found(reader, query)[0], path("kubernetes-policies"), query);
  }
  assert.deepEqual(found(reader, "kubxyztes"), []);
});

Deno.test("search() sees through a misspelling that one text shares", async () => {
  const postgres = Array.from({ length: 6 }, (_, at) => skill(`pg-${at}`, "Postgres and JSONB indexes"));
  const reader = await openIndex([...others, ...postgres, skill("typo", "", "postgress once")]);
  const ranked = found(reader, "postgress JSONB indexes");
  assert(ranked[0]?.startsWith("skills/pg-"), ranked[0]);
  assert(ranked.includes(path("typo")));
});

Deno.test("search() takes the beginning of a word for the word where nothing else has it", async () => {
  const reader = await openIndex([...others, skill("a", "", "an observability stack")]);
  assert.deepEqual(found(reader, "observab"), [path("a")]);
});

Deno.test("search() finds names that begin with the word", async () => {
  const reader = await openIndex([
    ...others,
    skill("multi-stage-dockerfile", "Makes images small"),
    ...Array.from({ length: 4 }, (_, at) => skill(`container-${at}`, "", "docker and images")),
  ]);
  assert.equal(found(reader, "docker image")[0], path("multi-stage-dockerfile"));
});

Deno.test("search() prefers rare words, more of the words, and words that stand together", async () => {
  const common = Array.from({ length: 8 }, (_, at) => skill(`c${at}`, "the common word"));
  const rare = await openIndex([...others, ...common, skill("rare", "the quince")]);
  assert.equal(found(rare, "common quince")[0], path("rare"));

  const both = await openIndex([...others, skill("one", "plum plum plum"), skill("two", "plum, then fig")]);
  assert.equal(found(both, "plum fig")[0], path("two"));

  const together = await openIndex([
    ...others,
    skill("apart", "burn the paper at any rate"),
    skill("close", "the paper at burn rate any"),
  ]);
  assert.equal(found(together, "burn rate")[0], path("close"));
});

Deno.test("search() takes neighbours for one word, and one word for its parts", async () => {
  const reader = await openIndex([
    ...others,
    skill("a", "A springboot service"),
    skill("b", "An e-mail service"),
  ]);
  assert.equal(found(reader, "spring boot")[0], path("a"));
  assert.equal(found(reader, "email")[0], path("b"));
  assert.equal(found(reader, "e-mail")[0], path("b"));
});

Deno.test("search() gives a skill the position of its best file, which no other file of it moves", async () => {
  const group = path("big");
  const many = Array.from({ length: 30 }, (_, at) => ({
    path: `skills/big/references/${at}.md`,
    group,
    body: "quince among many other words of this long text ".repeat(at + 1),
  }));
  const reader = await openIndex([
    ...others,
    skill("big", "Big"),
    ...many,
    skill("quince", "All about quince"),
  ]);
  const [first, second] = reader.search("quince", repoPath("")).hits;
  assert.equal(first?.path, path("quince"));
  assert.equal(second?.path, group);
  assert.equal(second?.members.length, 30);
  assert.equal(second?.members[0], second?.best);
});

Deno.test("search() names the field and the file that matched best", async () => {
  const group = path("alpha-tool");
  const reader = await openIndex([
    ...others,
    { ...skill("alpha-tool", "About beta things", "gamma text"), headings: ["Delta steps"] },
    { path: "skills/alpha-tool/epsilon-notes.md", group, body: "omicron text" },
  ]);
  const expected = [
    ["alpha", "name", group],
    ["beta", "description", group],
    ["gamma", "body", group],
    ["delta", "heading", group],
    ["epsilon", "path", "skills/alpha-tool/epsilon-notes.md"],
    ["omicron", "body", "skills/alpha-tool/epsilon-notes.md"],
  ] as const;
  for (const [query, field, best] of expected) {
    const [hit] = reader.search(query, repoPath("")).hits;
    assert.deepEqual([hit?.path, hit?.field, hit?.best], [group, field, best]);
    assert.equal(hit?.matched, best === group);
  }
});

Deno.test("search() puts a document behind a skill that matches as well", async () => {
  const reader = await openIndex([
    ...others,
    { path: "docs/quince.md", name: "Quince guide", description: "All about quince", body: "quince" },
    skill("quince-guide", "All about quince", "quince"),
  ]);
  assert.deepEqual(found(reader, "quince"), [path("quince-guide"), "docs/quince.md"]);
});

Deno.test("search() takes the endings of another language for forms in its documents alone", async () => {
  const german = { ...skill("zweite", "", "Der Leiter der Anlage"), language: "de-AT" };
  const reader = await openIndex([...others, german, skill("erste", "", "der leiter of a plant")]);
  assert.deepEqual(found(reader, "leitern"), [path("zweite"), path("erste")]);
});

Deno.test("search() answers the same in the same order, ties in path order, however often it is asked", async () => {
  const same = Array.from({ length: 40 }, (_, at) => skill(`s${String(at).padStart(2, "0")}`, "pear plum"));
  const reader = await openIndex(same);
  const first = reader.search("pear plum", repoPath(""));
  assert.deepEqual(first.hits.map((hit) => hit.path), same.map((file) => file.path));
  reader.search("plum", repoPath("skills/s01"));
  reader.search("pera", repoPath(""));
  assert.deepEqual(reader.search("pear plum", repoPath("")), first);
});

Deno.test("search() finds emoji, and reads past them where they decorate", async () => {
  const reader = await openIndex([
    ...others,
    skill("🚀 Launch", "Ships things", "", "skills/launch"),
    skill("launcher", "launch launch launch", "launch ".repeat(30)),
    skill("gitmoji", "Chooses an emoji", "✅ for tests, 🚀 for deployments, ⚠️ for warnings"),
    skill("thumbs", "Says yes", "👍🏽 yes"),
  ]);
  assert.equal(found(reader, "launch")[0], "skills/launch/SKILL.md");
  assert.equal(found(reader, "🚀")[0], "skills/launch/SKILL.md");
  assert(found(reader, "🚀").includes(path("gitmoji")));
  for (const query of ["✅", "⚠", "⚠️"]) assert.deepEqual(found(reader, query), [path("gitmoji")], query);
  for (const query of ["👍", "👍🏽", "👍🏿"]) assert.deepEqual(found(reader, query), [path("thumbs")], query);
});

Deno.test("search() takes words for neighbours that an emoji stands between", async () => {
  const reader = await openIndex([
    ...others,
    skill("a", "release 🚀 checklist of things"),
    skill("b", "checklist of release things 🚀"),
  ]);
  assert.deepEqual(found(reader, "release checklist"), [path("a"), path("b")]);
});

Deno.test("search() finds a name that writes as one word what the query writes as two", async () => {
  const reader = await openIndex([
    ...others,
    skill("forms", "sign this and that up for a signature"),
    skill("signup", "registration"),
  ]);
  assert.equal(found(reader, "people sign up and leave")[0], path("signup"));
});
