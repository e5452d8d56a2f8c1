import { Hono } from "hono";
import type { Clock } from "../../../contracts/ambient.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { InstallLinks, ListedInstallLink } from "../../../contracts/library/install_links.ts";
import type { Library, LibraryReader } from "../../../contracts/library/library.ts";
import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createTokenBuckets } from "../../flow/mod.ts";
import { failureResponse, requestPath, type RequestVariables } from "../../http/mod.ts";
import { ContentGone } from "../archive/archive_entry.ts";
import { readAnswer } from "../library/json_answer.ts";
import type { ArchiveDigests } from "../library/version_archive.ts";
import { isInternal } from "./is_internal.ts";
import { type Artifact, type Offer, offerIndex } from "./offer.ts";
import {
  archiveAnswerOf,
  type AskedOfOffers,
  fileAnswerOf,
  fileIn,
  type OfferReplyDeps,
} from "./offer_reply.ts";

/** Keeps what a URL of an artifact says readable to this server alone. */
export interface ArtifactSealer {
  seal(text: string, owner: string): string;
  open(sealed: string, owner: string): string | null;
}

export interface LinkRoutesDeps extends OfferReplyDeps {
  readonly library: Pick<Library, "list" | "skill" | "files" | "source">;
  readonly links: Pick<InstallLinks, "byToken" | "byDigest">;
  readonly sealer: ArtifactSealer;
  readonly digests: ArchiveDigests;
  readonly clock: Clock;
}

/** One account's for a while: nobody keeps, finds or passes it on. */
const HEADERS = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
};

/** Installers tell and keep the URLs of artifacts, which are good for so long. */
const ARTIFACT_MS = 600_000;
const SEALED_FOR = "artifact of an install link";
const LONGEST_SEALED = 2000;

/** Of one link; an installer asks for an artifact a skill. */
const BURST = 200;
const PER_SECOND = 20;

const NO_LINK: Failure = {
  code: "route.not_found",
  reason: "there is no such link, or it is over",
  hint: "Ask whoever gave it to you for a new one",
};

/** What a sealed URL names. */
interface SealedArtifact {
  readonly link: SecretDigest;
  readonly owner: string;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly type: Artifact["type"];
  readonly until: number;
}

/**
 * What installers find behind a link: an index, and artifacts by URLs that hold no token and are good for minutes. The link's row is
 * read at each (docs/design/installs.md "Links").
 */
export function linkRoutes(deps: LinkRoutesDeps): Hono<{ Variables: RequestVariables }> {
  const { library, links, sealer, clock } = deps;
  const tooFast = createTokenBuckets({ clock, capacity: BURST, refillMs: 1000 / PER_SECOND });

  async function offerOf(reader: LibraryReader, { owner, name }: ListedSkill): Promise<Offer | null> {
    const skill = { owner, name };
    const details = await library.skill(reader, skill, "library");
    const files = details.ok ? await library.files(reader, skill, "library") : details;
    if (!details.ok || !files.ok) return null;
    const { description, metadata } = details.value;
    const isKept = await isInternal(metadata, () => library.source(reader, skill, { raw: true }));
    return { description, isInternal: isKept, files: files.value };
  }

  async function index(asked: AskedOfOffers, link: ListedInstallLink): Promise<Response> {
    const reader = readerOf(link);
    const offered = (await library.list(reader, "library")).map((listed) => ({
      owner: listed.owner,
      name: listed.name,
      read: () => offerOf(reader, listed),
    }));
    const until = clock.now() + ARTIFACT_MS;
    const told = await offerIndex(offered, deps.digests, ({ files }, { type }) => {
      const { owner, name, version, digest } = files;
      const artifact: SealedArtifact = { link: link.digest, owner, name, version, digest, type, until };
      const file = type === "archive" ? `${name}.zip` : `${name}/SKILL.md`;
      return `../../../artifacts/${sealer.seal(JSON.stringify(artifact), SEALED_FOR)}/${file}`;
    });
    return readAnswer(deps, asked, told, HEADERS);
  }

  /** Null: sealed by another server, or over. */
  function artifactIn(sealed: string): SealedArtifact | null {
    const text = sealed.length > LONGEST_SEALED ? null : sealer.open(sealed, SEALED_FOR);
    // What this server sealed is as it wrote it.
    const artifact: SealedArtifact | null = text === null ? null : JSON.parse(text);
    return artifact !== null && clock.now() < artifact.until ? artifact : null;
  }

  async function artifact(asked: AskedOfOffers, sealed: string): Promise<Result<Response, Failure>> {
    const named = artifactIn(sealed);
    const link = named === null ? null : await links.byDigest(named.link);
    if (named === null || link === null) return failure(NO_LINK);
    const hurry = paced(link);
    if (hurry !== null) return failure(hurry);
    const files = await library.files(readerOf(link), named, "library", named.version);
    if (!files.ok || files.value.digest !== named.digest) return failure(NO_LINK);
    if (named.type === "archive") return await archiveAnswerOf(deps, asked, files.value, HEADERS);
    const file = await fileIn(files.value, "SKILL.md");
    return file.ok ? success(fileAnswerOf(deps, asked, file.value, HEADERS)) : file;
  }

  function paced({ digest }: ListedInstallLink): Failure | null {
    const seconds = tooFast(digest);
    return seconds === 0
      ? null
      : { code: "rate.limited", reason: "these come too fast", retryAfterSeconds: seconds };
  }

  async function answer(asked: AskedOfOffers, path: string): Promise<Result<Response, Failure>> {
    const [, sealed] = /^\/install\/artifacts\/([\w-]+)\/[a-z0-9-]+(?:\.zip|\/SKILL\.md)$/.exec(path) ?? [];
    if (sealed !== undefined) return await artifact(asked, sealed);
    const [, token] = /^\/install\/(in_\w+)\/\.well-known\/agent-skills\/index\.json$/.exec(path) ?? [];
    const link = token === undefined ? null : await links.byToken(token);
    if (link === null) return failure(NO_LINK);
    const hurry = paced(link);
    return hurry === null ? success(await index(asked, link)) : failure(hurry);
  }

  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.use("/install/*", async function installLinks(context) {
    const request = context.req.raw;
    context.set("route", "install.link");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return failureResponse({ code: "method.not_allowed" }, { ...HEADERS, allow: "GET, HEAD" });
    }
    try {
      const answered = await answer(
        { request, asker: await context.get("identify")("bearer") },
        requestPath(request),
      );
      return answered.ok ? answered.value : failureResponse(answered.error, HEADERS);
    } catch (error) {
      if (error instanceof ContentGone) return failureResponse(error.failure, HEADERS);
      throw error;
    }
  });
  return routes;
}

function readerOf({ account, skills }: ListedInstallLink): LibraryReader {
  return { account, skills: skills === null ? null : new Set(skills) };
}
