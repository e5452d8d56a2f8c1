import { NOTHING, type Step } from "../reading_step.ts";
import { unpackOn } from "./_licence_texts.ts";

/** Unpacks what licences are compared with before it is needed: all at once would hold other work up. */
export function* prepareLicences(): Step<void> {
  while (unpackOn()) yield NOTHING;
}
