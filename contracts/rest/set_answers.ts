/** What the REST API asks and answers about sets (docs/design/sets.md). */
import { z } from "zod";
import { SET_LIMITS } from "../library/sets.ts";
import { ADDRESS_LIMITS } from "../limits.ts";
import { maybe, named, text } from "./answer_parts.ts";
import { TIME } from "./library_answers.ts";

export const SET_PATH = z.strictObject({
  set: z.string().min(1).max(64).describe(
    "Name of the set: lower-case letters, digits and single inner hyphens",
  ),
});

const alias = z.string().min(1).max(64).optional()
  .describe("Its folder in the set; left out, as the last part of what it names is called");

export const SET_WANTED = z.strictObject({
  description: z.string().max(SET_LIMITS.description).nullable().default(null),
  members: z.array(z.strictObject({
    alias,
    address: z.string().min(1).max(ADDRESS_LIMITS.address).optional()
      .describe("Of a public repository, such as /gh/acme/library@v2/marketing"),
    skill: z.string().min(3).max(200).optional()
      .describe("A published skill as owner/name, with @ and a version where it is to stay"),
  })).min(1).max(SET_LIMITS.members).describe("Each is either an address or a skill"),
});

export const SET_ANSWER = named(
  "SkillSet",
  z.strictObject({
    name: text,
    url: maybe.describe("The MCP endpoint and page; null where this server does not know how it is reached"),
    description: maybe,
    members: z.array(z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("address"), alias: text, address: text }),
      z.strictObject({ kind: z.literal("skill"), alias: text, skill: text }),
    ])),
    changedAt: TIME,
  }),
);

export const SETS_ANSWER = named(
  "SkillSets",
  z.strictObject({ sets: z.array(SET_ANSWER).describe("By name") }),
);
