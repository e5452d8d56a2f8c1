import { escapedLineBytes, fittingLength } from "./_budget.ts";

/** The lines around a text of which the first `length` UTF-16 units are shown. */
export interface Frame {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The longest head of `text` that fits with its frame into a JSON string of `budgetBytes`, in its
 * frame. Nothing of the text is changed: it stands between two line breaks, and what does not fit is
 * for the continuation that the frame names.
 */
export function fitText(text: string, budgetBytes: number, frame: (length: number) => Frame): string {
  let length = text.length;
  while (true) {
    const shown = text.slice(0, length);
    const { before, after } = frame(length);
    // A shorter page may have a longer frame, so that the frame is measured again for each length.
    const fitting = fittingLength(shown, roomIn({ before, after }, budgetBytes));
    if (fitting === length) return [...before, shown, ...after].join("\n");
    length = fitting;
  }
}

/** Escaped bytes that a frame leaves to its text. */
export function roomIn({ before, after }: Frame, budgetBytes: number): number {
  return budgetBytes - 2 - escapedLineBytes([...before, "", ...after]);
}
