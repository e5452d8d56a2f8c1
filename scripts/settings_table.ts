/**
 * Writes the table of settings into docs/operate.md, from the schema that reads them:
 *
 *     deno run --allow-read=docs --allow-write=docs scripts/settings_table.ts
 */
import { SETTINGS } from "../src/config/mod.ts";

const PAGE = new URL("../docs/operate.md", import.meta.url);
const TABLE = /(?<=\n## Every setting\n\n[^|]*)\|[^#]*?\n(?=\n)/;

/** The page with its table made anew. */
export function withSettings(page: string): string {
  const rows = SETTINGS.map(({ name, fallback, rule, description }) => {
    const { dev, start } = fallback;
    const standard = dev === start ? shown(dev) : `${shown(start)}; in dev ${shown(dev)}`;
    return `| \`${name}\` | ${standard} | ${cell(description)} | ${cell(rule)} |`;
  });
  const table = ["| variable | default | what it is for | rule |", "| --- | --- | --- | --- |", ...rows];
  return page.replace(TABLE, () => `${table.join("\n")}\n`);
}

function shown(value: string | null): string {
  return value === null ? "unset" : `\`${value}\``;
}

function cell(text: string): string {
  return text.replace(/[|<]/g, (special) => `\\${special}`);
}

if (import.meta.main) {
  await Deno.writeTextFile(PAGE, withSettings(await Deno.readTextFile(PAGE)));
}
