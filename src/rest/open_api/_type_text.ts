/**
 * A JSON schema as a person reads a type: what TypeScript would write, with a comment where the schema
 * has a description. Only the keywords that this server's own schemas use are known.
 */
export function typeText(schema: unknown, indent = ""): string {
  if (!isObject(schema)) return "unknown";
  if (typeof schema.$ref === "string") return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  // What follows the first of these only narrows it.
  if (Array.isArray(schema.allOf)) return typeText(schema.allOf[0], indent);
  const choices = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(choices)) return choices.map((choice) => typeText(choice, indent)).join(" | ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(" | ");
  }
  switch (schema.type) {
    case "object":
      return objectText(schema, indent);
    case "array":
      return `${grouped(typeText(schema.items, indent))}[]`;
    default:
      return `${schema.type ?? "unknown"}${boundsText(schema)}`;
  }
}

function objectText(schema: Readonly<Record<string, unknown>>, indent: string): string {
  if (!isObject(schema.properties)) {
    return `{ [name: string]: ${typeText(schema.additionalProperties, indent)} }`;
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  const inner = `${indent}  `;
  const members = Object.entries(schema.properties).map(([name, member]) => {
    const about = isObject(member) && typeof member.description === "string"
      ? ` // ${member.description}`
      : "";
    return `${inner}${name}${required.includes(name) ? "" : "?"}: ${typeText(member, inner)};${about}\n`;
  });
  return `{\n${members.join("")}${indent}}`;
}

/** What is asked of a text's length or of a number, as far as it says something. */
function boundsText(schema: Readonly<Record<string, unknown>>): string {
  const { minimum, maximum, minLength, maxLength, default: standard } = schema;
  const most = maximum ?? maxLength;
  // That a text is not empty goes without saying.
  const least = minimum ?? (minLength === 1 && most === undefined ? 0 : minLength ?? 0);
  const range = most === undefined
    ? least === 0 ? "" : ` from ${least}`
    : least === 0
    ? ` up to ${most}`
    : ` ${least}–${most}`;
  return range + (standard === undefined ? "" : `, ${standard} by default`);
}

function grouped(text: string): string {
  return /[|&]/.test(text) && !text.startsWith("{") ? `(${text})` : text;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
