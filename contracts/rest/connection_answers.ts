/** What the REST API asks and answers about repositories that publish to an account (docs/design/sync.md). */
import { z } from "zod";
import { ADDRESS_LIMITS } from "../limits.ts";
import { count, maybe, named, path, text } from "./answer_parts.ts";
import { TIME } from "./library_answers.ts";

const visibility = z.enum(["private", "global"]);
const runState = z.enum(["done", "waiting", "unproven", "refused", "missing", "later", "failed"]);
const trigger = z.enum(["push", "schedule", "hand"]);
const outcome = z.enum(["created", "released", "restored", "held", "unchanged", "archived", "skipped"]);

const syncs = z.boolean().describe("false: nothing is published by itself, and only its workflow publishes");

export const CONNECTION_PATH = z.strictObject({
  id: z.string().min(1).max(64).describe("Of a connection"),
});

export const CONNECTION_WANTED = z.strictObject({
  address: z.string().min(1).max(ADDRESS_LIMITS.address)
    .describe(
      "Of the repository, with a branch and a directory where they count, such as /gh/acme/library@main/skills",
    ),
  visibility: visibility.default("private").describe("Of the skills that it makes"),
  syncs: syncs.default(true),
});

const workflowFile = z.string().min(1).max(300).regex(/^[^/\s][^\s]*\.ya?ml$/)
  .describe("Path of the workflow's file, such as .github/workflows/publish.yml");
const environment = z.string().min(1).max(255).nullable().describe(
  "It has to run in this deployment environment; null: in any or none",
);
const jobSkills = z.array(z.string().min(1).max(64).regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)).min(1).max(100)
  .nullable()
  .describe("The skills that it publishes; null: all of the account");
const number = z.string().regex(/^\d{1,20}$/);

export const CONNECTION_CHANGE = z.strictObject({
  visibility: visibility.optional().describe("Of the skills that it makes"),
  syncs: syncs.optional(),
  workflow: z.strictObject({
    file: workflowFile,
    environment: environment.default(null),
    skills: jobSkills.default(null),
    repositoryId: number.optional().describe(
      "With ownerId, where the host does not tell them: repository_id of a job's token",
    ),
    ownerId: number.optional().describe("repository_owner_id of a job's token"),
  }).nullable().optional().describe("Whose jobs publish without a secret; null: none do"),
});

export const TOKEN_EXCHANGE = z.strictObject({
  token: z.string().min(1).max(8192).describe("The job's identity token, for this server as its audience"),
  account: z.string().min(1).max(39).optional().describe(
    "Where several accounts are connected to the workflow",
  ),
});

export const AUDIENCE_ANSWER = named(
  "PublishAudience",
  z.strictObject({
    audience: text.describe("What the identity token of a job must be for, and for nothing else"),
  }),
);

export const PUBLISH_TOKEN_ANSWER = named(
  "PublishToken",
  z.strictObject({
    token: text.describe("Shown this once"),
    account: text.describe("Slug of the account that it publishes for"),
    expiresAt: TIME,
  }),
);

export const SYNC_WANTED = z.strictObject({
  confirm: z.literal(true).optional().describe("Does what the last look left to be confirmed"),
});

export const CONNECTION_ANSWER = named(
  "Connection",
  z.strictObject({
    id: text,
    address: text,
    visibility,
    syncs,
    workflow: z.strictObject({
      file: text,
      environment: maybe,
      skills: z.array(text).nullable(),
      repositoryId: text,
      ownerId: text,
    }).nullable().describe("Whose jobs publish without a secret"),
    vouched: z.boolean().describe("The operator said that the account may publish it"),
    looked: z.strictObject({
      at: TIME,
      state: runState,
      commit: maybe,
      asks: z.enum(["removal", "opening"]).nullable()
        .describe(
          "What waits to be confirmed: that most skills go, or that what is private is published to everybody",
        ),
    }).nullable().describe("The last look; null: there was none yet"),
    nextLookAt: TIME,
    createdAt: TIME,
  }),
);

export const CONNECTIONS_ANSWER = named(
  "Connections",
  z.strictObject({ connections: z.array(CONNECTION_ANSWER).describe("The oldest first") }),
);

const counts = Object.fromEntries(outcome.options.map((name) => [name, count.optional()] as const)) as Record<
  z.output<typeof outcome>,
  ReturnType<typeof count.optional>
>;

export const RUNS_ANSWER = named(
  "SyncRuns",
  z.strictObject({
    runs: z.array(named(
      "SyncRun",
      z.strictObject({
        number: count,
        trigger,
        state: runState,
        commit: maybe,
        reason: maybe.describe("Why it is not done"),
        counts: z.strictObject(counts),
        skills: z.array(named(
          "SyncedSkill",
          z.strictObject({
            path: path.describe("Of its directory"),
            name: maybe,
            outcome,
            version: maybe,
            problem: z.strictObject({ code: text, message: text, path, line: count.nullable() }).nullable(),
          }),
        )).describe("The first that changed or have a problem"),
        startedAt: TIME,
        endedAt: TIME,
      }),
    )).describe("The newest first"),
  }),
);
