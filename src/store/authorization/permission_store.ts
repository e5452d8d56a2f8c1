import type { Read } from "../../../contracts/auth/grants.ts";
import type { FoundPermission, KeptTokens, PermissionStore } from "../../../contracts/auth/permission.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { PERMISSION_RECORD, TOKENS_RECORD } from "../../../contracts/auth/permission_records.ts";
import { commit, type KvDeps } from "../kv.ts";
import { hostTokensKey, permissionKey, permissionsOfKey } from "./keys.ts";
import { createLooks, type Looks } from "./looks.ts";

/** A row tidies itself up this long after it is no longer believed: what decides is the time in the row. */
const TIDY_MS = 60_000;

export interface PermissionStoreDeps extends KvDeps {
  /** Those of the process; its own when left out. */
  readonly looks?: Looks;
}

export function createPermissionStore(deps: PermissionStoreDeps): PermissionStore {
  const { kv, looks = createLooks(kv) } = deps;
  const readPermission = looks.reads<FoundPermission>(([permission, kept]) => ({
    permission: PERMISSION_RECORD.safeParse(permission?.value).data ?? null,
    tokens: kept === undefined ? null : tokensOf(kept),
  }));

  async function tokens(person: PersonId): Promise<Read<KeptTokens> | null> {
    return tokensOf(await kv.get(hostTokensKey(person)));
  }

  return {
    tokens,

    find: (person, host, name, look) =>
      readPermission(
        `permission ${person} ${host} ${name}`,
        [permissionKey(person, host, name), hostTokensKey(person)],
        look,
      ),

    async allow(person, host, name, permission, keptMs) {
      const key = permissionKey(person, host, name);
      await commit(deps, () => kv.atomic().set(key, permission, { expireIn: keptMs + TIDY_MS }));
    },

    async withdraw(person, host, name) {
      await commit(deps, () => kv.atomic().delete(permissionKey(person, host, name)));
    },

    async keepTokens(person, kept, version) {
      const key = hostTokensKey(person);
      const write = () => {
        const operation = kv.atomic().set(key, kept);
        return version === null ? operation : operation.check({ key, versionstamp: version });
      };
      return await commit(deps, write, async () => {
        const now = (await tokens(person))?.value;
        return now?.sealed === kept.sealed && now.lease?.owner === kept.lease?.owner;
      });
    },

    async forget(person) {
      const keys = [hostTokensKey(person)];
      for await (const { key } of kv.list({ prefix: permissionsOfKey(person) })) keys.push([...key]);
      for (const key of keys) await commit(deps, () => kv.atomic().delete(key));
    },
  };
}

function tokensOf({ value, versionstamp }: Deno.KvEntryMaybe<unknown>): Read<KeptTokens> | null {
  const parsed = TOKENS_RECORD.safeParse(value);
  return parsed.success && versionstamp !== null ? { value: parsed.data, version: versionstamp } : null;
}
