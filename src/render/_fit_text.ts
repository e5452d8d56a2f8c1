import { escapedLineBytes, fittingLength } from "./_budget.ts";

/** The lines around a text of which the first `length` UTF-16 units are shown. */
export interface Frame {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface Fitted {
  readonly result: string;
  /** How much of the text it holds. UTF-16 units. */
  readonly length: number;
  /** Whether it is within the budget, which a frame alone can be over. */
  readonly fits: boolean;
}

/**
 * The longest head of `text` that fits with its frame into a JSON string of `budgetBytes`, in its
 * frame. Nothing of the text is changed: it stands between two line breaks, and what does not fit is
 * for the continuation that the frame names.
 */
export function fitText(text: string, budgetBytes: number, frame: (length: number) => Frame): Fitted {
  let length = text.length;
  while (true) {
    const shown = text.slice(0, length);
    const { before, after } = frame(length);
    // A shorter page may have a longer frame, so that the frame is measured again for each length.
    const room = budgetBytes - 2 - escapedLineBytes([...before, "", ...after]);
    const fitting = fittingLength(shown, room);
    if (fitting === length) {
      return { result: [...before, shown, ...after].join("\n"), length, fits: room >= 0 };
    }
    length = fitting;
  }
}
