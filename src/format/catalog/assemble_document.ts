import type { ContentId } from "../../../contracts/domain.ts";

/** How a skill's document is put together: text, and byte ranges of stored files. */
export interface DocumentPlan {
  readonly content: ContentId;
  readonly parts: readonly DocumentPart[];
}

export type DocumentPart =
  | string
  /** Bytes from `start` up to `end`. */
  | { readonly content: ContentId; readonly start: number; readonly end: number };

/** The bytes that `plan.content` names. `bytesOf` answers every content the plan names with its whole bytes. */
export function assembleDocument(plan: DocumentPlan, bytesOf: (id: ContentId) => Uint8Array): Uint8Array {
  const encoder = new TextEncoder();
  const chunks = plan.parts.map((part) =>
    typeof part === "string" ? encoder.encode(part) : bytesOf(part.content).subarray(part.start, part.end)
  );
  const assembled = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const chunk of chunks) {
    assembled.set(chunk, position);
    position += chunk.length;
  }
  return assembled;
}
