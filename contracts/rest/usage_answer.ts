/** What `GET /api/v1/usage` answers (docs/design/usage.md). */
import { z } from "zod";
import { count, named, path, text } from "./answer_parts.ts";

const skillCounts = {
  loads: count.describe("How often a SKILL.md was given, from its start"),
  found: count.describe("How often the first page of a search named it"),
};

const searches = {
  searches: count.describe("Searches of the whole repository"),
  empty: count.describe("Those of them that found nothing"),
};

export const USAGE_ANSWER = named(
  "Usage",
  z.strictObject({
    repository: text.describe("The canonical address without ref and path"),
    path,
    from: text.describe("The first day, UTC"),
    to: text.describe("The last day, UTC"),
    total: z.strictObject({ ...skillCounts, ...searches }),
    days: z.array(z.strictObject({ day: text, ...skillCounts, ...searches }))
      .describe("Days on which anything was counted, oldest first"),
    skills: z.array(z.strictObject({ path, ...skillCounts })).describe("The most loaded first"),
    moreSkills: count.describe("Skills that were used and are not named"),
    others: z.strictObject(skillCounts).describe("Of skills that are not told apart"),
  }),
);
