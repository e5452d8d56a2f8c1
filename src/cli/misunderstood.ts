import { distance } from "fastest-levenshtein";
import { type CommandResult, failed } from "./command_result.ts";

/** Words that were typed, and how the command that they follow may be used. */
export interface Typed {
  /** What stands before the words, as `deno task admin`. */
  readonly command: string;
  readonly args: readonly string[];
  /**
   * The words of each use, as `trust verify|block <address>` or `key list <account> [--json]`: literal words, then
   * `<what somebody names>`, then options in brackets.
   */
  readonly forms: readonly string[];
  /** The whole explanation, for who typed nothing, or nothing that is wrong by its words alone. */
  readonly usage: string;
  /** What to type for it. */
  readonly help?: string;
  readonly code: number;
}

/** One use of a command. */
interface Form {
  readonly text: string;
  /** What may stand at each place; null: anything. */
  readonly words: readonly (readonly string[] | null)[];
  readonly options: readonly string[];
  /** Those that take a word, which is one of these; null: any. */
  readonly values: ReadonlyMap<string, readonly string[] | null>;
}

/** How a use is cut: an option in brackets, or a word with what somebody names in it. */
const TOKEN = /\[[^\]]*\]\S*|(?:<[^>]*>|[^\s<[])+/g;
const OPTION = /(--[a-z-]+)(?: (?!\|)([^\]\s]+))?/g;

/** Words shorter than this begin too many others. */
const SHORTEST_START = 3;

/** Names the first word that is unknown, and the nearest that is known; else how the command is used that was begun. */
export function misunderstood(
  { command, args, forms, usage, help = `${command} --help`, code }: Typed,
): CommandResult {
  const uses = forms.map(parseForm);
  const { words, options } = split(args, uses);
  let fitting: readonly Form[] = uses;
  for (const [index, word] of words.entries()) {
    const before = [command, ...words.slice(0, index)].join(" ");
    const next = fitting.filter((form) => fits(form, index, word));
    if (next.length === 0) {
      const known = fitting.flatMap((form) => form.words[index] ?? []);
      if (known.length > 0) return failed(code, unknown({ word, before, known, help, elsewhere: uses }));
      break;
    }
    fitting = next;
  }
  const shown = [
    command,
    ...words.filter((_, index) => fitting.every(({ words }) => Array.isArray(words[index]))),
  ];
  for (const { name, value } of options) {
    const before = shown.join(" ");
    const known = [...new Set(fitting.flatMap((form) => form.options))];
    if (!known.includes(name)) return failed(code, unknown({ word: name, before, known, help }));
    const values = fitting.flatMap((form) => form.values.get(name) ?? []);
    if (value !== null && values.length > 1 && !values.includes(value)) {
      return failed(code, unknown({ word: value, before: `${before} ${name}`, known: values, help }));
    }
  }
  if (words.length === 0 || fitting.length === uses.length) return failed(code, usage);
  const lines = fitting.map(({ text }, index) => `${index === 0 ? "Usage:" : "      "} ${command} ${text}`);
  return failed(code, [...lines, `${help} says what it does`].join("\n"));
}

/** The known word that was probably meant; null: none is like it. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const most = Math.ceil(word.length / 3);
  const [near] = known.map((other) => ({ other, apart: distance(word, other) }))
    .filter(({ apart }) => apart <= most)
    .sort((one, two) => one.apart - two.apart);
  if (near !== undefined) return near.other;
  return word.length < SHORTEST_START ? null : known.find((other) => other.startsWith(word)) ?? null;
}

function unknown({ word, before, known, help, elsewhere = [] }: {
  readonly word: string;
  readonly before: string;
  readonly known: readonly string[];
  readonly help: string;
  /** Uses among which the word may stand at a later place. */
  readonly elsewhere?: readonly Form[];
}): string {
  const wrong = `Cannot use "${word}" after "${before}"`;
  const near = nearestWord(word, known) ?? laterWord(word, elsewhere);
  if (near !== null) return `${wrong}: did you mean "${near}"? ${help} names what there is`;
  const listed = [...new Set(known)].join(", ");
  return `${wrong}: ${listed === "" ? "it takes no option" : `it takes ${listed}`}; see ${help}`;
}

/** `verify` for `trust verify`. */
function laterWord(word: string, forms: readonly Form[]): string | null {
  const form = forms.find(({ words: [first, second] }) => first?.length === 1 && second?.includes(word));
  return form === undefined ? null : `${form.words[0]?.[0]} ${word}`;
}

function parseForm(text: string): Form {
  const tokens = text.match(TOKEN) ?? [];
  const options = Array.from(text.matchAll(OPTION), ([, name = "", value]) => ({ name, value }));
  return {
    text,
    words: tokens.filter((token) => !/^\[?-/.test(token)).map((token) =>
      /[<[]/.test(token) ? null : token.split("|")
    ),
    options: options.map(({ name }) => name),
    values: new Map(
      options.flatMap(({ name, value }) =>
        value === undefined ? [] : [[name, value.includes("<") ? null : value.split("|")]]
      ),
    ),
  };
}

function fits({ words }: Form, index: number, word: string): boolean {
  const known = words[index];
  return known !== undefined && (known === null || known.includes(word));
}

function split(args: readonly string[], forms: readonly Form[]) {
  const words: string[] = [];
  const options: { readonly name: string; readonly value: string | null }[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (!/^-./.test(arg)) {
      words.push(arg);
      continue;
    }
    const [name = "", ...given] = arg.split("=");
    const takesWord = given.length === 0 && forms.some(({ values }) => values.has(name));
    options.push({
      name,
      value: takesWord ? args[++index] ?? null : given.length > 0 ? given.join("=") : null,
    });
  }
  return { words, options };
}
