import { NOTHING, type Step } from "../reading_step.ts";
import { unpackOn } from "./licence_texts.ts";

/** Unpacks what licences are compared with before it is needed: all at once would hold other work up. */
export function* prepareLicences(step: () => boolean = unpackOn): Step<void> {
  while (step()) yield NOTHING;
}
