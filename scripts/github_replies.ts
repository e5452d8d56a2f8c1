/**
 * Writes `tests/hosts/github/_described_replies.json`, the part of GitHub's description of its REST API that the
 * tests hold their stand-in against: `deno run --no-lock --allow-read --allow-write scripts/github_replies.ts`.
 * The whole description (MIT licence), of many versions, takes 385 MB, which nobody should fetch to run the server.
 */
const DESCRIPTION = "npm:@octokit/openapi@23.0.2/generated/api.github.com.json";

const NAMES = ["full-repository", "basic-error", "simple-user"];

const { default: described }: { default: unknown } = await import(DESCRIPTION, { with: { type: "json" } });
const all: Readonly<Record<string, unknown>> = Object(Object(Object(described).components).schemas);
const schemas: Record<string, unknown> = {};
for (const name of NAMES) take(name);
const file = new URL("../tests/hosts/github/_described_replies.json", import.meta.url);
const sorted = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => one < other ? -1 : 1));
await Deno.writeTextFile(file, `${JSON.stringify({ components: { schemas: sorted } }, null, 2)}\n`);

/** Takes a schema and all that it refers to. */
function take(name: string): void {
  if (name in schemas) return;
  schemas[name] = withoutExamples(all[name]);
  for (const [, other = ""] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    take(other);
  }
}

/** Examples and descriptions validate nothing. A property may be called by their names and is an object then. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !/^(example|examples|description)$/.test(key) || isSchema(member))
      .map(([key, member]) => [key, withoutExamples(member)]),
  );
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    ("type" in value || "$ref" in value || "anyOf" in value || "oneOf" in value || "allOf" in value);
}
