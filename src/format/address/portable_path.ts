/** Names that Windows keeps for devices, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)/i;
const FORBIDDEN = /[<>:"|?*]|[. ]$/;

/** Whether disks of Windows can hold a path; its letter case and Unicode form are another matter (`foldedPath`). */
export function isPortablePath(path: string): boolean {
  return !path.split("/").some((name) => DEVICE.test(name) || FORBIDDEN.test(name));
}
