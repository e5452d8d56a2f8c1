/** File systems tell times apart by up to two seconds, Deno tells when a file's data changed by whole ones. */
const SETTLED_MS = 3000;

/** What shows that a file or directory was changed or replaced, once it is settled. */
export function marksOf({ size, mtime, ctime, ino, dev }: Deno.FileInfo): string {
  return `${size} ${mtime?.getTime()} ${ctime?.getTime()} ${ino} ${dev}`;
}

/** Whether it had been at rest for so long that no later change can leave the marks as they are. */
export function isSettled({ mtime, ctime }: Deno.FileInfo, now: number): boolean {
  return now - Math.max(mtime?.getTime() ?? Infinity, ctime?.getTime() ?? Infinity) > SETTLED_MS;
}
