/** The library over a real store, as the server puts it together, and accounts that publish in it. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Failure } from "../../../contracts/errors.ts";
import type {
  Library,
  LibraryAuthor,
  LibraryReader,
  Moderation,
} from "../../../contracts/library/library.ts";
import type { PublishOptions, PublishOutcome, UploadedFile } from "../../../contracts/library/publishing.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { Result } from "../../../contracts/result.ts";
import {
  type Accounts,
  createAccounts,
  createLibrary,
  createModeration,
  createStats,
  type LibraryDeps,
  type Stats,
} from "../../../src/library/mod.ts";
import { createSearchIndex } from "../../../src/search/mod.ts";
import { openStore, type Store, type StoreDeps } from "../../../src/store/mod.ts";
import { parseRepoPath } from "../../../src/format/mod.ts";
import { OPERATOR } from "./accounts.ts";

export type Upload = Readonly<Record<string, string | Uint8Array>>;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface TestClock {
  now(): number;
  sleep(ms: number): Promise<void>;
  advance(ms: number): void;
}

/** Time that stands still until it is moved. Pauses are real, because the locks of two processes on one file are. */
export function standingClock(start = Date.UTC(2030, 0, 1)): TestClock {
  let now = start;
  return {
    now: () => now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    advance: (ms) => void (now += ms),
  };
}

export interface LibraryStage {
  readonly store: Store;
  readonly library: Library;
  readonly moderation: Moderation;
  /** What it makes is two days old. */
  readonly accounts: Accounts;
  readonly stats: Stats;
  readonly clock: TestClock;
  /** Somebody who may do everything for a new account, which is a day old. */
  account(slug: string): Promise<LibraryAuthor>;
  accountOf(author: LibraryReader): Promise<Account>;
  publish(author: LibraryAuthor, files: Upload, options?: PublishOptions): Promise<PublishOutcome>;
}

export function libraryOn(
  kv: StoreDeps["kv"],
  options: Partial<LibraryDeps & StoreDeps & { clock: TestClock }> = {},
): LibraryStage {
  const clock = options.clock ?? standingClock();
  const search = createSearchIndex();
  const newId = () => crypto.randomUUID();
  const store = openStore({
    kv,
    clock,
    newId,
    log: () => {},
    openIndex: search.open,
    cacheBytes: 64 * 1024 * 1024,
    ...options,
  });
  const library = createLibrary({
    ...store,
    items: store.libraryItems,
    search,
    clock,
    newId,
    isCatalogOpen: true,
    isAnalysed: true,
    blockedTypes: new Set(["exe"]),
    cacheBytes: 16 * 1024 * 1024,
    ...options,
  });
  const stats = createStats({ ...store, items: store.libraryItems, clock });
  const accounts = createAccounts({
    ...store,
    hostKeys: new Set(["gh"]),
    ownerOf: () => Promise.resolve("nobody"),
    cutOff: () => Promise.resolve(),
    endings: [],
    settleInstalls: stats.settle,
    clock: { ...clock, now: () => clock.now() - 2 * DAY_MS },
    newId,
  });
  return {
    store,
    library,
    accounts,
    stats,
    moderation: createModeration({ ...store, clock, newId }),
    clock,
    async account(slug) {
      const account = await accounts.open(OPERATOR, slug, { founder: null });
      assert(account.ok);
      return { account: account.value.id, skills: null, mayPublishGlobally: true, ...OPERATOR };
    },
    async accountOf({ account }) {
      const found = await store.accounts.account(account);
      assert(found !== null);
      return found;
    },
    async publish(author, files, options = { visibility: "global" }) {
      return found(await library.publish(author, filesOf(files), options));
    },
  };
}

export function filesOf(upload: Upload): readonly UploadedFile[] {
  return Object.entries(upload).map(([text, content]) => {
    const path = parseRepoPath(text);
    assert(path.ok);
    return {
      path: path.value,
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
    };
  });
}

/** The labels of all versions of an account, once each of them is seen to be whole: its files are those that it names. */
export async function wholeVersions(
  { library }: Pick<LibraryStage, "library">,
  author: LibraryAuthor,
): Promise<readonly string[]> {
  const labels: string[] = [];
  for (const { name } of await library.list(author, "own")) {
    const skill = { owner: "acme", name };
    for (const { label, standing } of found(await library.versions(author, skill, "own"))) {
      labels.push(label);
      if (standing === "removed") continue;
      const { files, read } = found(await library.files(author, skill, "own", label));
      for (const file of files) {
        const bytes = await read(file);
        assert.ok(bytes !== null, `${name}@${label} lacks ${file.path}`);
        assert.equal(createHash("sha256").update(bytes).digest("hex"), file.sha256);
      }
    }
  }
  return labels.sort();
}

/** A skill of a name with a line of front matter more, and a body. */
export function skillMd(name: string, { more = "", body = "Do it.\n" }: {
  readonly more?: string;
  readonly body?: string;
} = {}): string {
  return `---\nname: ${name}\ndescription: Does what ${name} says.\n${more}---\n${body}`;
}

export function found<Value>(result: Result<Value, Failure>): Value {
  assert(result.ok, result.ok ? undefined : JSON.stringify(result.error));
  return result.value;
}

export function failureOf(result: Result<unknown, Failure>): Failure {
  assert(!result.ok, "it was not refused");
  return result.error;
}
