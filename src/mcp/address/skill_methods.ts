import type { Failure } from "../../../contracts/errors.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { type CountUse, timeToLive } from "../../http/mod.ts";
import {
  answerFrom,
  getSkill,
  listResources,
  listSkills,
  openSnapshot,
  type OpenSnapshotDeps,
  readDirectory,
  readResource,
  type Snapshot,
  useOfSkill,
} from "../../reading/mod.ts";
import { contents, listed } from "../extension_results.ts";
import { type Answer, errorOf, type Form, FORMS, method, type NamedMethod } from "../protocol/mod.ts";
import { INDEXING_TTL_MS } from "./indexing_ttl.ts";
import type { AddressServer } from "./open_address.ts";

interface ResourceParams {
  readonly uri?: string;
  readonly cursor?: string | undefined;
}

/**
 * A mount's skills as the skills extension says, and the base protocol's resource methods that it builds
 * on. What is served was read, assembled and hashed when the commit was indexed.
 */
export function skillMethods(
  { sources, count }: { readonly sources: OpenSnapshotDeps; readonly count: CountUse },
): readonly NamedMethod<AddressServer>[] {
  return [
    reading("skills/list", FORMS.list, listSkills, (page) => listed("skills", page), { skills: [] }),
    reading("skills/get", FORMS.resource, getSkill, (skill) => ({ skill })),
    reading("resources/list", FORMS.list, listResources, (page) => listed("resources", page), {
      resources: [],
    }),
    reading("resources/read", FORMS.resource, async (snapshot, params) => {
      const content = await readResource(snapshot, params);
      if (content.ok && content.value.skill !== null) {
        count(snapshot.mount.snapshot, useOfSkill(content.value.skill, 0));
      }
      return content;
    }, (content) => ({ contents: [contents(content)] })),
    reading("resources/directory/read", FORMS.directory, readDirectory, (page) => listed("resources", page)),
    method(
      "resources/templates/list",
      FORMS.shortList,
      (_params, { mount }: AddressServer) => success(kept({ resourceTemplates: [] }, sources, mount)),
    ),
  ];

  function reading<Params extends ResourceParams, Found>(
    name: string,
    form: Form<Params>,
    read: (snapshot: Snapshot, params: Params) => Result<Found, Failure> | Promise<Result<Found, Failure>>,
    shape: (found: Found) => Readonly<Record<string, unknown>>,
    /** What a list answers while the commit is being indexed; a read fails then. */
    meanwhile?: Readonly<Record<string, unknown>>,
  ): NamedMethod<AddressServer> {
    return method(name, form, async (params, { mount, snapshot: opened, waitUntil }, { signal }) => {
      const waitMs = Math.max(0, waitUntil - sources.clock.now());
      const snapshot = opened === null
        ? await openSnapshot(sources, mount, waitMs, waitMs > 0 ? signal() : undefined)
        : success(opened);
      const found = snapshot.ok
        ? await answerFrom(snapshot.value, (source) => read(source, params))
        : snapshot;
      if (found.ok) return success(kept(shape(found.value), sources, mount));
      if (found.error.code === "index.indexing" && meanwhile !== undefined) {
        return success(kept(meanwhile, sources, mount, INDEXING_TTL_MS));
      }
      return failure(errorOf(found.error, params.uri === undefined ? {} : { uri: params.uri }));
    });
  }
}

function kept(
  result: Answer["result"],
  { clock }: OpenSnapshotDeps,
  mount: Mount,
  ttlMs: number = timeToLive(mount, clock.now()),
): Answer {
  return { result, cache: { ttlMs, cacheScope: mount.repository.visibility } };
}
