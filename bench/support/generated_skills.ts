/** Words that the generated texts are made of; enough that an index of them is like one of real skills. */
const WORDS = 6000;

/** Bytes of a SKILL.md, about. */
const TEXT_BYTES = 3400;

const SKILLS_IN_A_FOLDER = 30;

/** A file of a generated repository. */
export interface GeneratedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * A repository of so many skills, in folders of thirty, every tenth with a page beside it: the same for the
 * same seed.
 */
export function* generatedSkills(skills: number, seed: number): Generator<GeneratedFile> {
  const random = generator(seed);
  const encoder = new TextEncoder();
  const file = (path: string, text: string) => ({ path, bytes: encoder.encode(text) });
  for (let number = 0; number < skills; number++) {
    const name = `skill-${number}`;
    const directory = `group-${Math.floor(number / SKILLS_IN_A_FOLDER)}/${name}`;
    const described = sentence(random, 18);
    yield file(
      `${directory}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${described}\nmetadata:\n  version: 1.${number}\n---\n\n# ${name}\n\n` +
        paragraphs(random),
    );
    if (number % 10 === 0) {
      yield file(`${directory}/page.md`, `# Page of ${name}\n\n${sentence(random, 60)}.\n`);
    }
  }
}

function paragraphs(random: () => number): string {
  let text = "";
  while (text.length < TEXT_BYTES) text += `## ${sentence(random, 3)}\n\n${sentence(random, 70)}.\n\n`;
  return text;
}

function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => wordOf(random)).join(" ");
}

/** Two words that a few skills in a hundred use, other ones each round. */
export function rareWords(round: number): string {
  return `${word(WORDS - 1000 - 7 * round)} ${word(WORDS - 2000 - 7 * round)}`;
}

/** Some words are frequent and most are rare, as in any text. */
function wordOf(random: () => number): string {
  return word(Math.floor(WORDS * random() ** 3));
}

function word(number: number): string {
  const rest = Math.floor(number / SYLLABLES.length);
  return (SYLLABLES[number % SYLLABLES.length] ?? "") + (rest === 0 ? "" : word(rest));
}

const SYLLABLES = [
  "ra",
  "me",
  "lo",
  "ti",
  "su",
  "ke",
  "no",
  "vi",
  "pa",
  "dor",
  "lin",
  "tas",
  "ber",
  "mon",
  "gel",
];

/** Uniform in [0, 1), by mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
