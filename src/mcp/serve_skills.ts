import { Buffer } from "node:buffer";
import type { Server } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Failure } from "../../contracts/errors.ts";
import { RESOURCE_PARAMS } from "../../contracts/mcp.ts";
import type { Mount } from "../../contracts/ports.ts";
import type { EntryPage, ResourceContent } from "../../contracts/reading.ts";
import { type Result } from "../../contracts/result.ts";
import { timeToLive } from "../http/mod.ts";
import {
  getSkill,
  listResources,
  listSkills,
  openSnapshot,
  readDirectory,
  readResource,
  type Snapshot,
  type SnapshotSources,
} from "../reading/mod.ts";
import { INDEXING_TTL_MS } from "./indexing_ttl.ts";
import { protocolFailure } from "./protocol_failure.ts";

export interface SkillsConnection {
  readonly sources: SnapshotSources;
  readonly mount: Mount;
  /** How long to wait for a commit that is being indexed. */
  readonly waitMs: number;
  /** Whether results say how long they may be kept, as they do from revision 2026-07-28 on. */
  readonly hasCacheFields: boolean;
  /** Runs a handler so that nothing it throws reaches the client. */
  readonly safely: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
}

interface ResourceParams {
  readonly uri?: string;
  readonly cursor?: string | undefined;
}

/**
 * Serves a mount's skills as the skills extension says, and the base protocol's resource methods that
 * it builds on. What is served was read, assembled and hashed when the commit was indexed.
 */
export function serveSkills(server: Server, connection: SkillsConnection): void {
  const { sources, mount, waitMs, hasCacheFields, safely } = connection;

  const cacheFields = (ttlMs = timeToLive(mount, sources.clock.now())) =>
    hasCacheFields ? { ttlMs, cacheScope: mount.repository.visibility } : {};

  function serve<Params extends ResourceParams, Found>(
    method: string,
    schema: z.ZodType<Params>,
    read: (snapshot: Snapshot, params: Params) => Result<Found, Failure> | Promise<Result<Found, Failure>>,
    shape: (found: Found) => Record<string, unknown>,
    /** What a list answers while the commit is being indexed; a read fails then. */
    meanwhile?: Record<string, unknown>,
  ): void {
    const answer = async (params: Params, signal: AbortSignal) => {
      const snapshot = await openSnapshot(sources, mount, waitMs, signal);
      const found = snapshot.ok ? await read(snapshot.value, params) : snapshot;
      if (found.ok) return { ...shape(found.value), ...cacheFields() };
      if (found.error.code === "index.indexing" && meanwhile !== undefined) {
        return { ...meanwhile, ...cacheFields(INDEXING_TTL_MS) };
      }
      throw protocolFailure(found.error, params.uri === undefined ? {} : { uri: params.uri });
    };
    server.setRequestHandler(
      method,
      { params: schema },
      (params, { mcpReq }) => safely(() => answer(params, mcpReq.signal)),
    );
  }

  const { list, one, directory } = RESOURCE_PARAMS;
  serve("skills/list", list, listSkills, (page) => listed("skills", page), { skills: [] });
  serve("skills/get", one, getSkill, (skill) => ({ skill }));
  serve("resources/list", list, listResources, (page) => listed("resources", page), { resources: [] });
  serve("resources/read", one, readResource, (content) => ({ contents: [contents(content)] }));
  serve("resources/directory/read", directory, readDirectory, (page) => listed("resources", page));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [], ...cacheFields() }));
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
