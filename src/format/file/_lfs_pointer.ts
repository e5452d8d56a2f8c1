/** A pointer is tiny by its specification; nothing larger is looked at. Bytes. */
const MAX_POINTER = 1024;

const POINTER =
  /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\r?\n(?:ext-\d-[^\s]+ sha256:[0-9a-f]{64}\r?\n)*oid sha256:[0-9a-f]{64}\r?\nsize \d+\r?\n?$/;

/** Whether a file's text is a Git LFS pointer (the `docs/spec.md` of git-lfs) that stands for other bytes. */
export function isLfsPointer(text: string): boolean {
  return text.length < MAX_POINTER && POINTER.test(text);
}
