/**
 * The public catalog at several sizes: what publishing one skill and the edition after it cost, when that skill is found
 * and gone again, and what a new process needs for its first answer, for queries and for memory. Prints a table and says what
 * misses its aim.
 *
 * The largest size may be given; 100,000 without it.
 */
import assert from "node:assert/strict";
import { catalogOn } from "../tests/support/library/catalog.ts";
import { libraryOn, type LibraryStage, skillMd } from "../tests/support/library/library.ts";
import type { Skill } from "../contracts/library/skills.ts";
import type { VersionDocument } from "../contracts/library/versions.ts";
import type { Store } from "../src/store/mod.ts";
import { generatedBy, generatedDocument, generatedText, writeSkills } from "./support/generated_catalog.ts";
import { median } from "./support/median.ts";

const LARGEST = Number(Deno.args[0] ?? 100_000);
const SIZES = [1000, 10_000, 100_000].filter((size) => size <= LARGEST);
const ACCOUNTS = 100;
const PUBLICATIONS = 20;

const AIMS = { firstMs: 1000, p99Ms: 25, p99ToP50: 10, memoryMiB: 300, visibleMs: 60_000, growth: 2 };

const clock = {
  now: () => Date.now(),
  sleep: (ms = 0) => new Promise<void>((done) => setTimeout(done, ms)),
  advance: () => assert.fail("time passes by itself"),
};

interface Measured {
  readonly skills: number;
  readonly buildSeconds: number;
  readonly publishMs: number;
  readonly editionMs: number;
  /** From the publication to the first search that finds it, at worst. */
  readonly visibleMs: number;
  readonly cold: ColdProcess;
}

/** As `support/catalog_process.ts` prints it. */
interface ColdProcess {
  readonly firstMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly discoverP99Ms: number;
  readonly memoryMiB: number;
}

const measured: Measured[] = [];
for (const size of SIZES) measured.push(await measure(size));
console.table(measured.map(({ cold, ...own }) => ({ ...own, ...cold })));
const small = measured.at(0);
const large = measured.at(-1);
assert(small !== undefined && large !== undefined);
const { cold } = large;
const misses = [
  cold.firstMs > AIMS.firstMs && `a cold process answers after ${cold.firstMs} ms`,
  cold.p99Ms > AIMS.p99Ms && `one query in a hundred takes ${cold.p99Ms} ms`,
  cold.p99Ms > AIMS.p99ToP50 * cold.p50Ms && `one in a hundred takes over ${AIMS.p99ToP50} times the median`,
  cold.memoryMiB > AIMS.memoryMiB && `a process holds ${cold.memoryMiB} MiB`,
  large.visibleMs > AIMS.visibleMs && `a new skill is found after ${large.visibleMs} ms`,
  large.publishMs > AIMS.growth * small.publishMs && "publishing costs more for there being more skills",
  large.editionMs > AIMS.growth * small.editionMs && "an edition costs more for there being more skills",
].filter((miss) => miss !== false);
console.log(misses.length === 0 ? "Every aim is met." : `Missed: ${misses.join("; ")}`);

async function measure(skills: number): Promise<Measured> {
  await Deno.mkdir(".skillmount", { recursive: true });
  const path = `${Deno.cwd()}/.skillmount/bench-catalog-${Deno.pid}.sqlite`;
  try {
    using kv = await Deno.openKv(path);
    const stage = libraryOn(kv, { clock });
    const acme = await stage.account("acme");
    await stage.publish(acme, {
      "SKILL.md": skillMd("template", { more: "license: MIT\n", body: "Text.\n" }),
    });
    const template = await templateOf(stage);
    const accounts = [];
    for (let number = 0; number < ACCOUNTS; number++) {
      accounts.push((await stage.account(`maker-${number}`)).account);
    }
    await writeSkills(kv, template.skill, accounts, skills);
    const { catalog, editions } = catalogOn(withGeneratedTexts(stage.store, template.document), clock);
    const started = performance.now();
    assert(await editions.rebuild());
    const buildSeconds = rounded((performance.now() - started) / 1000);

    const publications: number[] = [];
    const runs: number[] = [];
    const visible: number[] = [];
    const isFound = async (name: string) => {
      const found = await catalog.search({ query: name, limit: 1, cursor: null });
      return found.ok && found.value.skills[0]?.name === name;
    };
    for (let number = 0; number < PUBLICATIONS; number++) {
      const name = `new-${number}`;
      const files = { "SKILL.md": skillMd(name, { body: generatedText(number).body }) };
      const begun = performance.now();
      publications.push(await timed(() => stage.publish(acme, files)));
      runs.push(await timed(() => editions.runDue()));
      assert(await isFound(name), "an edition has what was published before it");
      visible.push(performance.now() - begun);
      const archived = await stage.library.change(acme, name, { state: "archived" }, {});
      assert(archived.ok);
      assert(!await isFound(name), "what left is gone without an edition");
    }
    return {
      skills,
      buildSeconds,
      publishMs: rounded(median(publications)),
      editionMs: rounded(median(runs)),
      visibleMs: rounded(Math.max(...visible)),
      cold: await coldProcess(path, skills),
    };
  } finally {
    for (const suffix of ["", "-shm", "-wal"]) await Deno.remove(path + suffix).catch(() => {});
  }
}

interface Template {
  readonly skill: Skill;
  readonly document: VersionDocument;
}

async function templateOf({ store }: LibraryStage): Promise<Template> {
  const [skill] = await store.skills.every(null, 1);
  assert(skill?.open);
  const document = await store.skills.document(skill.account, skill.open.document);
  assert(document !== null);
  return { skill, document };
}

/** The store, which has the texts of generated skills without keeping them. */
function withGeneratedTexts(store: Store, template: VersionDocument): Store {
  const { skills, contents } = store;
  return {
    ...store,
    skills: {
      ...skills,
      async document(account, id) {
        const text = generatedBy(id);
        return text === null ? await skills.document(account, id) : generatedDocument(template, id, text);
      },
    },
    contents: {
      ...contents,
      async read(root, id) {
        const text = generatedBy(id);
        return text === null ? await contents.read(root, id) : new TextEncoder().encode(text.body);
      },
    },
  };
}

async function coldProcess(path: string, skills: number): Promise<ColdProcess> {
  const { stdout, success, stderr } = await new Deno.Command("deno", {
    args: [
      "run",
      "-P=start",
      "--allow-read",
      "--allow-write",
      "--v8-flags=--max-semi-space-size=8,--heap-growing-percent=30",
      "bench/support/catalog_process.ts",
      path,
      String(skills),
    ],
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
