const LINK = 'https://github\\.example/\\S*/(?:blob|raw)/[0-9a-f]{40}/[^\\s"]*';

/** What is said where a host gives links, and what where it gives none. */
const LINKED: readonly (readonly [linked: RegExp, plain: string])[] = [
  [new RegExp(`^Source: ${LINK}\\n`, "gm"), ""],
  [new RegExp(`, at ${LINK}`, "g"), ", only in the repository"],
  [new RegExp(`: ${LINK}`, "g"), ": the git host gives no link to it"],
  [
    /Get the file's bytes from the source URL/g,
    "Take the file from the repository itself: its host gives no URL for it",
  ],
  [/See the file at its source/g, "See the file in the repository itself: its host gives no URL for it"],
];

/** A text as it would be at a host that gives no links. */
export function withoutLinks(text: string): string {
  return LINKED.reduce((shown, [linked, plain]) => shown.replace(linked, plain), text);
}
