import { yieldToEventLoop } from "./yield_to_event_loop.ts";

/** All that an iterable gives, with other work of the process between one and the next: each may take a while to make. */
export async function inTurns<Item>(items: Iterable<Item>): Promise<readonly Item[]> {
  const made: Item[] = [];
  for (const item of items) {
    made.push(item);
    await yieldToEventLoop();
  }
  return made;
}
