import type { Failure } from "../../contracts/errors.ts";
import type { Result } from "../../contracts/result.ts";
import type { RepositoryModeration } from "../library/mod.ts";
import type { TrustedAddress, TrustRegister } from "../mounts/mod.ts";

const OPERATOR = { actor: { kind: "operator" }, request: null } as const;

/** The lists of repositories, where blocking one takes what was published from it as well, until it is cleared. */
export function moderatedRegister(register: TrustRegister, skills: RepositoryModeration): TrustRegister {
  return {
    list: register.list,
    async change(action, text): Promise<Result<TrustedAddress, Failure>> {
      const changed = await register.change(action, text);
      if (!changed.ok || (action !== "block" && action !== "clear")) return changed;
      // It may have been published from under the name that it was asked for by, and have another now.
      const asked = text.startsWith("/") ? text : `/${text}`;
      for (const address of new Set([changed.value.address, asked])) await skills[action](OPERATOR, address);
      return changed;
    },
  };
}
