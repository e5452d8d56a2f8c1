import { type CountsAsInstall, GROWN_UP_MS } from "../../../contracts/library/installs.ts";

/** Whether accounts count as of now. */
export function countsAsOf(now: number): CountsAsInstall {
  return (account) => account?.state.kind === "active" && now - account.createdAt >= GROWN_UP_MS;
}
