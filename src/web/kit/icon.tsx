import { raw } from "hono/html";

/** Line icons, drawn in the colour of the text around them. */
const SHAPES = {
  folder: "M2.5 4.5v8a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-6a1 1 0 0 0-1-1H8L6.5 3.5h-3a1 1 0 0 0-1 1Z",
  skill: "M8 2 9.6 6.4 14 8 9.6 9.6 8 14 6.4 9.6 2 8 6.4 6.4Z",
  file: "M9 2H4.5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5.5ZM9 2v3.5h3.5",
  check: "m3.5 8.5 3 3 6-7",
  warning: "M8 2.5 14 13H2ZM8 6.5v3M8 11.2v.1",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.5v3.2M8 5.3v.1",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5 14 14",
} as const;

export type IconName = keyof typeof SHAPES;

/** An icon never changes and a long page shows hundreds: each is put together once. */
const ICONS = new Map(Object.entries(SHAPES).map(([name, shape]) => [name, raw(drawn(shape))]));

export function Icon({ name }: { readonly name: IconName }) {
  return <>{ICONS.get(name)}</>;
}

function drawn(shape: string): string {
  return '<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">' +
    `<path d="${shape}"></path></svg>`;
}
