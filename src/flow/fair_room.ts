/**
 * Room that many share, in bytes or whatever is counted.
 *
 * @returns What gives the room back, once; null: there is none for them now.
 */
export type TakeRoom = (owner: string, size: number) => (() => void) | null;

export interface FairRoom {
  readonly take: TakeRoom;
  /** What is taken by all. */
  taken(): number;
}

/** At most `most` in all, of which one owner has at most as much as the others have left. */
export function createFairRoom(most: number): FairRoom {
  const ofOwners = new Map<string, number>();
  let all = 0;
  return {
    taken: () => all,
    take(owner, size) {
      const own = (ofOwners.get(owner) ?? 0) + size;
      if (own > most - all) return null;
      all += size;
      ofOwners.set(owner, own);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        all -= size;
        const left = (ofOwners.get(owner) ?? 0) - size;
        if (left > 0) ofOwners.set(owner, left);
        else ofOwners.delete(owner);
      };
    },
  };
}
