/** A program that knows nothing but the document: it follows cursors and puts together what it is given. */
import assert from "node:assert/strict";
import { testServer } from "../../support/test_server.ts";
import { AREA_RULES, LIBRARY, LONG_BODY, PAGE, RULES } from "../../support/surface_library.ts";
import { type Body, restClient } from "../rest.ts";

const SKILL = "marketing/skills/ad-copy/SKILL.md";

Deno.test("a skill's context comes in pages that hold every section whole, also from below its rules", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get, ready } = await restClient(server);
  for (const mount of ["", "/marketing/skills/ad-copy"]) {
    const at = `/api/v1/skills/local/acme/library${mount}?path=${SKILL}`;
    const pages: Body[] = [(await ready(at)).body];
    while (pages.at(-1).nextCursor !== null) {
      pages.push((await get(`${at}&cursor=${pages.at(-1).nextCursor}`)).body);
    }
    assert(pages.length > 3);
    const sections = new Map<string, string>();
    for (const { kind, path, text, begins } of pages.flatMap(({ sections }) => sections)) {
      const key = `${kind} ${path}`;
      assert.equal(sections.has(key), !begins, key);
      sections.set(key, (sections.get(key) ?? "") + text);
    }
    assert.deepEqual([...sections], [
      ["rules SKILLCDN.md", RULES],
      ["rules marketing/SKILLCDN.md", AREA_RULES],
      [`instructions ${SKILL}`, LONG_BODY],
      ["include docs/voice.md", PAGE],
    ]);
    assert.deepEqual(
      pages.map(({ complete }) => complete),
      pages.map((_, index) => index === pages.length - 1),
    );
    assert.deepEqual(
      pages.slice(1).map(({ files, references }) => files ?? references),
      pages.slice(1).map(() => null),
    );
    for (const { start, end } of pages) assert(end - start <= 16_384);
    const other = await get(
      `/api/v1/skills/local/acme/library/engineering?path=engineering/skills/review/SKILL.md&cursor=${
        pages[0].nextCursor
      }`,
    );
    assert.equal(other.status === 200 ? other.body.status : other.body.error.code, "request.invalid");
  }
});

Deno.test("folders, searches and files come in pages of the size that is asked for", async () => {
  const names = Array.from({ length: 130 }, (_, index) => `s${String(index).padStart(3, "0")}`);
  const files = Object.fromEntries(names.flatMap((name) => [
    [
      `acme/library/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: Word number ${name}.\n---\n${name}\n`,
    ],
    [`acme/library/docs/${name}.md`, `# ${name}\n`],
  ]));
  await using server = await testServer({ files });
  const { get, ready } = await restClient(server);
  const at = "local/acme/library";
  const first = (await ready(`/api/v1/browse/${at}?path=skills`)).body;
  assert.deepEqual([first.entries.length, first.start, first.total], [50, 0, 130]);
  const second = (await get(`/api/v1/browse/${at}?path=skills&cursor=${first.nextCursor}&limit=200`)).body;
  assert.deepEqual([second.entries.length, second.start, second.nextCursor], [80, 50, null]);
  const found = (await get(`/api/v1/search/${at}?query=word`)).body;
  assert.deepEqual([found.items.length, found.total], [10, 130]);
  const more = (await get(`/api/v1/search/${at}?query=word&limit=25&cursor=${found.nextCursor}`)).body;
  assert.deepEqual([more.items.length, more.start], [25, 10]);
  const { skills, moreSkills, documents, moreDocuments, counts } = (await get(`/api/v1/mounts/${at}`)).body;
  assert.deepEqual([skills.length, moreSkills, documents.length, moreDocuments], [100, 30, 100, 30]);
  assert.deepEqual(counts, { skills: 130, documents: 130, invalidSkills: 0 });
});

Deno.test("a skill with many files names the first 200 and says how many more there are", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 230 }, (_, index) => [`acme/library/skills/x/f${index}.txt`, `${index}\n`]),
  );
  const skill = { "acme/library/skills/x/SKILL.md": "---\nname: x\ndescription: X.\n---\nX\n" };
  await using server = await testServer({ files: { ...files, ...skill } });
  const { ready } = await restClient(server);
  const { body } = await ready("/api/v1/skills/local/acme/library?path=skills/x/SKILL.md");
  assert.deepEqual([body.files.length, body.moreFiles, body.references, body.moreReferences], [
    200,
    30,
    [],
    0,
  ]);
});
