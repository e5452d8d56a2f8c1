import assert from "node:assert/strict";
import type { Failure } from "../../contracts/errors.ts";
import type { GitHost, HostFailure, PublicRepository } from "../../contracts/git_host.ts";
import type { RefName } from "../../contracts/addresses.ts";
import type { Asker, Viewer } from "../../contracts/auth/viewer.ts";
import type { Mount, NameStore, ResolutionStore } from "../../contracts/mounts.ts";
import type { TrustLists } from "../../contracts/trust.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { createGitRunner, createLocalHost } from "../../src/hosts/local/mod.ts";
import { createMounts, type MountsDeps } from "../../src/mounts/mod.ts";
import { openStore } from "../../src/store/mod.ts";
import { createGitRepository, type FileContents, type GitRepository } from "../support/git_repository.ts";
import { type ManualClock, manualClock } from "../support/manual_clock.ts";

export const ANYONE: Viewer = { kind: "nobody" };

/** A real repository behind the real local host and store, whose host a test can disturb and count. */
export interface Deployment extends AsyncDisposable {
  readonly repository: GitRepository;
  readonly clock: ManualClock;
  readonly asked: { repository: number; resolve: number };
  /**
   * The credential of each question that came with one. To whom it names, the host says that the default branch is the one of
   * that name: others are told of other commits.
   */
  readonly askedAs: string[];
  /** What the host answers instead, while it is set. */
  readonly trouble: { repository: HostFailure | null; resolve: HostFailure | null };
  /** What happens before the host's answer to `resolve()` arrives. */
  meanwhile: () => Promise<unknown>;
  /** Facts that the host tells instead of its own. */
  facts: Partial<Omit<PublicRepository, "visibility">>;
  /** Whether the host shows the repository to somebody alone, whoever that is. */
  isPrivate: boolean;
  readonly names: NameStore;
  readonly resolutions: ResolutionStore;
  /** The operator's own process. */
  readonly trust: TrustLists;
  readonly host: GitHost;
  /** Another process on the same store. */
  process(
    options?: Partial<Pick<MountsDeps, "permissions" | "audienceOf" | "allowed" | "hints" | "lookups">> & {
      verified?: boolean;
    },
  ): Process;
}

export interface Process {
  open(address: string, asker?: Asker): Promise<Result<Mount, Failure>>;
  refresh(address: string): Promise<Result<Mount, Failure>>;
  /** The mount of an address that opens. */
  mount(address: string): Promise<Mount>;
  /** The failure of one that does not. */
  fails(address: string): Promise<Failure>;
}

export const REF_SECONDS = 60;
export const REPOSITORY_SECONDS = 300;

export async function deployment(files: FileContents = { "SKILL.md": "Skill\n" }): Promise<Deployment> {
  const repository = await createGitRepository(files);
  const kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const openAnother = () =>
    openStore({
      kv,
      clock,
      newId: () => "id",
      log: () => {},
      openIndex: () => Promise.resolve(null),
      cacheBytes: 1024,
    });
  const { names, resolutions, trust } = openAnother();
  const local = createLocalHost({
    directories: new Map([["acme/library", repository.directory]]),
    root: null,
    verified: true,
    git: createGitRunner({ clock }),
    clock,
  });
  const asked = { repository: 0, resolve: 0 };
  const askedAs: string[] = [];
  const trouble: Deployment["trouble"] = { repository: null, resolve: null };
  const self: Deployment = {
    repository,
    clock,
    asked,
    askedAs,
    trouble,
    meanwhile: () => Promise.resolve(),
    facts: {},
    isPrivate: false,
    names,
    resolutions,
    trust,
    host: local,
    process({ verified = true, ...options } = {}) {
      const host: GitHost = {
        ...local,
        verified,
        lifetimes: { repository: REPOSITORY_SECONDS, ref: REF_SECONDS },
        async repository(owner, name) {
          asked.repository++;
          if (trouble.repository !== null) return failure(trouble.repository);
          if (self.isPrivate) return failure({ reason: "not_found" });
          const facts = await local.repository(owner, name);
          return facts.ok ? success({ ...facts.value, ...self.facts }) : facts;
        },
        as({ token }) {
          return {
            ...host,
            async repository(owner, name) {
              askedAs.push(token);
              const found = await local.repository(owner, name);
              return found.ok ? success({ ...found.value, visibility: "private" }) : found;
            },
            async resolve(repository, revision) {
              askedAs.push(token);
              const own = { kind: "ref", name: token as RefName } as const;
              return await local.resolve(repository, revision.kind === "default" ? own : revision);
            },
          };
        },
        async resolve(_, revision) {
          asked.resolve++;
          if (trouble.resolve !== null) return failure(trouble.resolve);
          const own = await local.repository("acme", "library");
          const answer = own.ok ? await local.resolve(own.value, revision) : own;
          await self.meanwhile();
          return answer;
        },
      };
      const hosts = new Map([[host.key, host]]);
      const own = openAnother();
      const mounts = createMounts({
        hosts,
        names,
        resolutions,
        invalidations: own.invalidations,
        trust: own.trust,
        ...options,
        clock,
        rules: { version: "7" },
      });
      const open = (address: string, asker: Asker = ANYONE) => mounts.open(address, asker);
      return {
        open,
        refresh: (address) => mounts.refresh(address, ANYONE),
        async mount(address) {
          const opened = await open(address);
          assert(opened.ok, JSON.stringify(opened));
          return opened.value;
        },
        async fails(address) {
          const opened = await open(address);
          assert(!opened.ok, address);
          return opened.error;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      kv.close();
      await repository[Symbol.asyncDispose]();
    },
  };
  return self;
}
