import { Buffer } from "node:buffer";
import type { Failure } from "../../contracts/errors.ts";
import type { Mount } from "../../contracts/mounts.ts";
import type { EntryPage, ResourceContent } from "../../contracts/skills_extension.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { timeToLive } from "../http/mod.ts";
import {
  getSkill,
  listResources,
  listSkills,
  openSnapshot,
  type OpenSnapshotDeps,
  readDirectory,
  readResource,
  type Snapshot,
} from "../reading/mod.ts";
import { errorOf } from "./error_of.ts";
import { type Answer, type Method, method } from "./method.ts";
import { type Form, FORMS } from "./params.ts";
import { INDEXING_TTL_MS } from "./indexing_ttl.ts";

interface ResourceParams {
  readonly uri?: string;
  readonly cursor?: string | undefined;
}

/**
 * A mount's skills as the skills extension says, and the base protocol's resource methods that it builds
 * on. What is served was read, assembled and hashed when the commit was indexed.
 */
export const SKILL_METHODS: readonly (readonly [name: string, method: Method])[] = [
  reading("skills/list", FORMS.list, listSkills, (page) => listed("skills", page), { skills: [] }),
  reading("skills/get", FORMS.resource, getSkill, (skill) => ({ skill })),
  reading("resources/list", FORMS.list, listResources, (page) => listed("resources", page), {
    resources: [],
  }),
  reading("resources/read", FORMS.resource, readResource, (content) => ({ contents: [contents(content)] })),
  reading("resources/directory/read", FORMS.directory, readDirectory, (page) => listed("resources", page)),
  method(
    "resources/templates/list",
    FORMS.shortList,
    (_params, { sources }, { mount }) => success(kept({ resourceTemplates: [] }, sources, mount)),
  ),
];

function reading<Params extends ResourceParams, Found>(
  name: string,
  form: Form<Params>,
  read: (snapshot: Snapshot, params: Params) => Result<Found, Failure> | Promise<Result<Found, Failure>>,
  shape: (found: Found) => Readonly<Record<string, unknown>>,
  /** What a list answers while the commit is being indexed; a read fails then. */
  meanwhile?: Readonly<Record<string, unknown>>,
): readonly [name: string, method: Method] {
  return method(name, form, async (params, { sources, indexWaitMs }, { mount, introduction, signal }) => {
    const opened = introduction.snapshot;
    const snapshot = opened === null
      ? await openSnapshot(sources, mount, indexWaitMs, signal)
      : success(opened);
    const found = snapshot.ok ? await read(snapshot.value, params) : snapshot;
    if (found.ok) return success(kept(shape(found.value), sources, mount));
    if (found.error.code === "index.indexing" && meanwhile !== undefined) {
      return success(kept(meanwhile, sources, mount, INDEXING_TTL_MS));
    }
    return failure(errorOf(found.error, params.uri === undefined ? {} : { uri: params.uri }));
  });
}

function kept(
  result: Answer["result"],
  { clock }: OpenSnapshotDeps,
  mount: Mount,
  ttlMs: number = timeToLive(mount, clock.now()),
): Answer {
  return { result, cache: { ttlMs, cacheScope: mount.repository.visibility } };
}

function listed(key: "skills" | "resources", { entries, nextCursor }: EntryPage<unknown>) {
  return { [key]: entries, ...(nextCursor !== null && { nextCursor }) };
}

function contents(content: ResourceContent) {
  if ("text" in content) return content;
  const { bytes, ...named } = content;
  const { buffer, byteOffset, byteLength } = bytes;
  return { ...named, blob: Buffer.from(buffer, byteOffset, byteLength).toString("base64") };
}
