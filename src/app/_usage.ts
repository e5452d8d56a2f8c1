import type { Failure } from "../../contracts/errors.ts";
import type { Mount } from "../../contracts/mounts.ts";
import { failure, type Result } from "../../contracts/result.ts";
import type { Config } from "../config/mod.ts";
import type { CountUse } from "../http/mod.ts";
import type { Mounts } from "../mounts/mod.ts";
import { readUsage, type UsageOverDays, type UsageQuestion } from "../reading/mod.ts";
import type { Ports } from "./ports.ts";

type Answer = Promise<Result<UsageOverDays, Failure>>;

interface UsageKept {
  /** What surfaces count with, and answer who may see it; without the second where nothing is counted. */
  readonly served: {
    readonly count: CountUse;
    readonly readUsage?: (mount: Mount, question: UsageQuestion) => Answer;
  };
  /** What the operator is told behind their token, of public repositories. */
  readonly operators: { readonly usageOf?: (address: string, question: UsageQuestion) => Answer };
}

/** What is used of repositories, as far as that is counted (docs/design/usage.md). */
export function usageKept(
  { countsUsage, local }: Config,
  { repositoryUsage, mayWrite, clock }: Ports,
  open: Mounts["open"],
): UsageKept {
  if (!countsUsage) return { served: { count: () => {} }, operators: {} };
  const deps = { usage: repositoryUsage, clock, ...(mayWrite !== undefined && { mayWrite }) };
  return {
    served: {
      count: (repository, use) => use === null ? undefined : repositoryUsage.note(repository, use),
      // Only who sits at this machine is served its repositories.
      readUsage: (mount, question) => readUsage({ ...deps, isOperator: local !== null }, mount, question),
    },
    operators: {
      async usageOf(address, question) {
        const mount = await open(address, { kind: "nobody" });
        return mount.ok
          ? await readUsage({ ...deps, isOperator: true }, mount.value, question)
          : failure(mount.error);
      },
    },
  };
}
