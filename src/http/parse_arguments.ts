import { z } from "zod";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";

/**
 * Checks the arguments of a tool or prompt. The failure says which argument is wrong and what it must
 * be, in the terms of the schema that the client was shown; no value is repeated.
 */
export function parseArguments<Schema extends z.ZodObject>(
  schema: Schema,
  given: unknown,
): Result<z.output<Schema>, Failure> {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return success(parsed.data);
  const reasons = parsed.error.issues.slice(0, 3).map((issue) => reasonOf(issue, schema, given));
  return failure({ code: "request.invalid", reason: [...new Set(reasons)].join("; ") });
}

function reasonOf(issue: z.core.$ZodIssue, schema: z.ZodObject, given: unknown): string {
  const [argument] = issue.path;
  if (typeof argument !== "string") {
    const known = Object.keys(schema.shape).join(", ");
    return issue.code === "unrecognized_keys"
      ? `there are arguments that do not exist here: the arguments are ${known}`
      : `the arguments must be an object with ${known}`;
  }
  const missing = typeof given !== "object" || given === null || !(argument in given);
  if (missing) return `${argument} is missing`;
  return `${argument} must be ${ruleOf(schema, argument)}`;
}

function ruleOf(schema: z.ZodObject, argument: string): string {
  const rule = z.toJSONSchema(schema).properties?.[argument];
  if (typeof rule !== "object") return "different";
  if (rule.type === "integer") return `a whole number from ${rule.minimum} to ${rule.maximum}`;
  if (rule.enum !== undefined) return rule.enum.join(" or ");
  if (rule.maxLength === undefined) return rule.description ?? "different";
  const length = rule.minLength === undefined
    ? `at most ${rule.maxLength}`
    : `${rule.minLength} to ${rule.maxLength}`;
  return `text of ${length} characters${rule.pattern === undefined ? "" : ", not blank"}`;
}
