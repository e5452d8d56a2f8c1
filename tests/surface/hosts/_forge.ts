/** What can happen to a repository on a forge, and what its names mean to anybody afterwards. */

/** `take over`: another public repository gets the name that the first one had at the start. */
export type Event = "rename" | "transfer" | "take over" | "close" | "delete";

/** The repository that was served at the start, and the one that takes its name. */
export type Which = "first" | "second";

export const START = "acme/library";

/** Where the first one may go, one event each. */
const AFTER: Readonly<Record<"rename" | "transfer", (name: string) => string>> = {
  rename: (name) => name.replace(/[^/]+$/, "books"),
  transfer: (name) => name.replace(/^[^/]+/, "other"),
};

/** Every name that the first one may have had. */
export const NAMES = ["acme/library", "acme/books", "other/library", "other/books"] as const;

export interface ForgeState {
  /** Its name now; null: deleted. */
  readonly first: string | null;
  readonly isClosed: boolean;
  /** Names that it gave up, which lead to it until they are taken. */
  readonly former: readonly string[];
  readonly isTaken: boolean;
}

export const AT_FIRST: ForgeState = { first: START, isClosed: false, former: [], isTaken: false };

/** The state after an event; null where it cannot happen. */
export function after(state: ForgeState, event: Event): ForgeState | null {
  const { first, former, isTaken, isClosed } = state;
  switch (event) {
    case "rename":
    case "transfer": {
      if (first === null) return null;
      return { ...state, first: AFTER[event](first), former: [...former, first] };
    }
    case "take over":
      if (first === START || isTaken) return null;
      return { ...state, isTaken: true, former: former.filter((name) => name !== START) };
    case "close":
      return first === null || isClosed ? null : { ...state, isClosed: true };
    case "delete":
      return first === null ? null : { ...state, first: null, former: [] };
  }
}

/** What anybody gets who asks for the name. */
export function meaningOf({ first, isClosed, former, isTaken }: ForgeState, name: string): Which | null {
  if (isTaken && name === START) return "second";
  const isFirst = first !== null && (name === first || former.includes(name));
  return isFirst && !isClosed ? "first" : null;
}

/** Every order of at most so many different events that can happen. */
export function roads(most: number): readonly (readonly Event[])[] {
  const events: readonly Event[] = ["rename", "transfer", "take over", "close", "delete"];
  const found: Event[][] = [];
  const follow = (state: ForgeState, road: readonly Event[]) => {
    for (const event of events) {
      if (road.includes(event)) continue;
      const next = after(state, event);
      if (next === null) continue;
      found.push([...road, event]);
      if (road.length + 1 < most) follow(next, [...road, event]);
    }
  };
  follow(AT_FIRST, []);
  return found;
}
