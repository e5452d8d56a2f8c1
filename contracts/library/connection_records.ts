/** The rows of connections in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { CommitHash, HostKey, RepoPath } from "../addresses.ts";
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { RepositoryId } from "../git_host.ts";
import type { ConnectedSkill, Connection, ConnectionId, Run } from "./connections.ts";
import type { SkillName } from "./skills.ts";
import type { Label, SkillId } from "./versions.ts";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const time = z.number().nonnegative();
const count = z.int().nonnegative();
const skillName = z.custom<SkillName>(isText);
const hostKey = z.custom<HostKey>(isText);
/** Empty at the root. */
const repoPath = z.custom<RepoPath>((value) => typeof value === "string");
const commitHash = z.custom<CommitHash>(isText);

const TRIGGERS = ["push", "schedule", "hand"] as const;
const STATES = ["done", "waiting", "unproven", "refused", "missing", "later", "failed"] as const;

export const CONNECTION_RECORD = z.object({
  id: z.custom<ConnectionId>(isText),
  account: z.custom<AccountId>(isText),
  address: z.string(),
  branch: z.string().nullable(),
  syncs: z.boolean(),
  visibility: z.enum(["private", "global"]),
  person: z.custom<PersonId>(isText).nullable(),
  vouched: z.object({ at: time, owner: z.string().nullable() }).nullable(),
  repository: z.object({
    host: hostKey,
    id: z.custom<RepositoryId>(isText),
    owner: z.string(),
    name: z.string(),
  }).nullable(),
  proven: z.object({ commit: commitHash, line: z.string() }).nullable(),
  workflow: z.object({
    file: repoPath,
    environment: z.string().nullable(),
    repositoryId: z.string(),
    ownerId: z.string(),
    skills: z.array(skillName).nullable(),
  }).nullable(),
  missing: z.object({ since: time, times: count }).nullable(),
  lease: z.object({ owner: z.string(), until: time }).nullable(),
  dueAt: time,
  trigger: z.enum(TRIGGERS),
  looked: z.object({
    at: time,
    state: z.enum(STATES),
    commit: commitHash.nullable(),
    asks: z.enum(["removal", "opening"]).nullable(),
  }).nullable(),
  mayOpenPrivate: z.boolean(),
  confirmed: commitHash.nullable(),
  runs: count,
  createdAt: time,
}) satisfies z.ZodType<Connection>;

export const CONNECTED_SKILL = z.object({
  path: repoPath,
  name: skillName,
  skill: z.custom<SkillId>(isText),
  fingerprint: z.string(),
  isGone: z.boolean(),
}) satisfies z.ZodType<ConnectedSkill>;

const OUTCOMES = ["created", "released", "restored", "held", "unchanged", "archived", "skipped"] as const;

export const RUN_RECORD = z.object({
  number: count,
  trigger: z.enum(TRIGGERS),
  state: z.enum(STATES),
  commit: commitHash.nullable(),
  reason: z.string().nullable(),
  counts: z.partialRecord(z.enum(OUTCOMES), count),
  skills: z.array(z.object({
    path: z.string(),
    name: z.string().nullable(),
    outcome: z.enum(OUTCOMES),
    version: z.custom<Label>(isText).nullable(),
    problem: z.object({
      code: z.string(),
      message: z.string(),
      path: z.string(),
      line: count.nullable(),
    }).nullable(),
  })),
  startedAt: time,
  endedAt: time,
}) satisfies z.ZodType<Run>;
