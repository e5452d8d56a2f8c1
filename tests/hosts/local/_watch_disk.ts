/**
 * Calls `asked` right before and right after each time that the server asks what is at a path: the
 * moments at which somebody else could change the answer. `isRead` says that the file was opened.
 */
export function watchDisk(asked: (path: string, isRead: boolean) => void): Disposable {
  const { lstatSync, realPathSync } = Deno;
  const answered = <Answer>(ask: (path: string | URL) => Answer, isRead: boolean) => (path: string | URL) => {
    asked(String(path), isRead);
    try {
      return ask(path);
    } finally {
      asked(String(path), isRead);
    }
  };
  Deno.lstatSync = answered(lstatSync, false);
  Deno.realPathSync = answered(realPathSync, true);
  return { [Symbol.dispose]: () => void Object.assign(Deno, { lstatSync, realPathSync }) };
}
