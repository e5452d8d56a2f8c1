import type { RepoPath } from "../../contracts/addresses.ts";
import type { Clock } from "../../contracts/ambient.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { MayWrite } from "../../contracts/library/repository_sync.ts";
import type { Mount } from "../../contracts/mounts.ts";
import type { RepositoryUsage } from "../../contracts/repository_usage.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { utcDay } from "../../contracts/utc_time.ts";
import { isWithin, parseRepoPath } from "../format/mod.ts";
import { type Usage, usageOf } from "./usage.ts";

export interface ReadUsageDeps {
  readonly usage: Pick<RepositoryUsage, "days" | "flush">;
  /** Left out where nobody signs in at a host. */
  readonly mayWrite?: MayWrite;
  /** Whoever asks here has all of it: the operator, at their own machine or by their token. */
  readonly isOperator: boolean;
  readonly clock: Pick<Clock, "now">;
}

export interface UsageQuestion {
  readonly days: number;
  readonly path?: string | undefined;
}

/** What was used of what is mounted. */
export interface UsageOverDays extends Usage {
  /** Both included, UTC, as in `2030-01-31`. */
  readonly from: string;
  readonly to: string;
  readonly path: RepoPath;
}

const DAY_MS = 86_400_000;

/**
 * What was used of a mounted directory (docs/design/usage.md). Fails with `auth.required`, `usage.not_yours`, `mount.unavailable`
 * while the host does not say who may write, and `request.invalid` for a path outside of the mount.
 */
export async function readUsage(
  deps: ReadUsageDeps,
  mount: Mount,
  { days, path = mount.address.path }: UsageQuestion,
): Promise<Result<UsageOverDays, Failure>> {
  const refused = deps.isOperator ? null : await refusal(deps, mount);
  if (refused !== null) return failure(refused);
  const parsed = parseRepoPath(path);
  if (!parsed.ok || !isWithin(parsed.value, mount.address.path)) {
    return failure({
      code: "request.invalid",
      reason: parsed.ok ? "the path lies outside of what is mounted" : parsed.error,
      hint: "Name a directory, or a SKILL.md, below the address",
    });
  }
  await deps.usage.flush();
  const now = deps.clock.now();
  const from = utcDay(now - (days - 1) * DAY_MS);
  const to = utcDay(now);
  const { host, repository } = mount.snapshot;
  const kept = await deps.usage.days({ host, repository }, from, to);
  return success({ from, to, path: parsed.value, ...usageOf(kept, parsed.value) });
}

/** Why who asks may not see it; null: they may. The host is asked every time. */
async function refusal({ mayWrite }: ReadUsageDeps, { viewer, repository }: Mount): Promise<Failure | null> {
  if (viewer.kind !== "person" && viewer.kind !== "access_token") {
    return {
      code: "auth.required",
      hint: "Sign in as somebody who may write to the repository",
      challenge: "Bearer",
    };
  }
  const { host, id, owner, name } = repository;
  switch (await mayWrite?.(viewer.person, { host, id, owner, name }) ?? "no") {
    case "yes":
      return null;
    case "no":
      return { code: "usage.not_yours", hint: "Ask somebody who may write to it at its git host" };
    case "unknown":
      return {
        code: "mount.unavailable",
        hint: "Sign in again if it stays so: the host did not say what you may do",
      };
  }
}
