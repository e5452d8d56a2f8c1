import { Hono } from "hono";
import { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import type { SkillReference } from "../../../contracts/library/library.ts";
import {
  CATALOG_PAGES,
  type CatalogCard,
  type PublicCatalog,
} from "../../../contracts/library/public_catalog.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { failureResponse, queryReader, requestPath, type RequestVariables } from "../../http/mod.ts";
import { ContentGone } from "../archive/archive_entry.ts";
import { readAnswer } from "../library/json_answer.ts";
import type { ArchiveDigests } from "../library/version_archive.ts";
import { isInternal } from "./is_internal.ts";
import { createMarketplace, pluginAnswer } from "./marketplace.ts";
import { type Offer, type OfferedSkill, offerIndex, olderOfferIndex } from "./offer.ts";
import {
  archiveAnswerOf,
  artifactIn,
  type AskedArtifact,
  type AskedOfOffers,
  fileAnswerOf,
  fileIn,
  type OfferReplyDeps,
} from "./offer_reply.ts";

export interface PublicInstallDeps extends OfferReplyDeps {
  readonly catalog: PublicCatalog;
  readonly digests: ArchiveDigests;
  /** Where this server is reached, from the request's own origin; null: nowhere. */
  readonly publicOrigin: (own: string) => string | null;
}

/** What is flagged or withdrawn must not live on in caches for longer. */
const KEPT = { "cache-control": "public, max-age=60" };

/** Skills of one account that an index looks through. */
const MOST_OF_ACCOUNT = 2000;

/** Whose skills an index lists: those the operator features, an account's, one. */
type Place =
  | { readonly kind: "featured" }
  | { readonly kind: "account"; readonly owner: string }
  | { readonly kind: "skill"; readonly skill: SkillReference; readonly label: string | undefined };

const readQuery = queryReader(z.strictObject({ version: z.string().min(1).max(64).optional() }));

/**
 * What installers and plugin clients look for below the pages of published skills (docs/design/installs.md). Nothing but what
 * everybody may read, by the rows of the moment.
 */
export function publicInstallRoutes(deps: PublicInstallDeps): Hono<{ Variables: RequestVariables }> {
  const { catalog } = deps;
  const marketplace = createMarketplace(catalog);

  /** What an installer is offered of a card, at that version. Null: it went meanwhile. */
  async function offerOf({ owner, name, version }: CatalogCard): Promise<Offer | null> {
    const skill = { owner, name };
    const details = await catalog.skill(skill, version);
    const files = details.ok ? await catalog.files(skill, version) : details;
    return details.ok && files.ok
      ? {
        description: details.value.description,
        isInternal: await isInternal(
          details.value.metadata,
          () => catalog.source(skill, { raw: true, label: version }),
        ),
        files: files.value,
      }
      : null;
  }

  async function cardsAt(place: Place): Promise<Result<readonly CatalogCard[], Failure>> {
    switch (place.kind) {
      case "featured":
        return success(await catalog.featured(CATALOG_PAGES.featured));
      case "skill": {
        const found = await catalog.skill(place.skill, place.label);
        return found.ok ? success([found.value]) : found;
      }
      case "account": {
        const cards: CatalogCard[] = [];
        for (let cursor: string | null = null; cards.length < MOST_OF_ACCOUNT;) {
          const question = { sort: "name", owner: place.owner, limit: CATALOG_PAGES.discover.most } as const;
          const page = await catalog.discover({ ...question, cursor });
          if (!page.ok) return page;
          cards.push(...page.value.skills);
          cursor = page.value.nextCursor;
          if (cursor === null) break;
        }
        return cards.length > 0 ? success(cards) : failure({
          code: "account.not_found",
          reason: "nobody of that name publishes skills to everybody",
        });
      }
    }
  }

  async function offeredAt(place: Place): Promise<Result<readonly OfferedSkill[], Failure>> {
    const cards = await cardsAt(place);
    return cards.ok
      ? success(
        cards.value.filter(({ isDescribedOnly }) => !isDescribedOnly).map((card) => ({
          owner: card.owner,
          name: card.name,
          read: () => offerOf(card),
        })),
      )
      : cards;
  }

  /** The skill that a name is, below a place; null: none. */
  async function skillAt(place: Place, name: string): Promise<SkillReference | null> {
    switch (place.kind) {
      case "featured":
        return (await catalog.featured(CATALOG_PAGES.featured)).find((card) => card.name === name) ?? null;
      case "account":
        return { owner: place.owner, name };
      case "skill":
        return place.skill.name.toLowerCase() === name ? place.skill : null;
    }
  }

  async function answer(
    asked: AskedOfOffers,
    place: Place,
    artifact: AskedArtifact,
  ): Promise<Result<Response, Failure>> {
    const query = readQuery(asked.request);
    if (!query.ok) return query;
    if (artifact.kind === "index" || artifact.kind === "older_index") {
      const offered = await offeredAt(place);
      if (!offered.ok) return offered;
      const index = artifact.kind === "older_index"
        ? await olderOfferIndex(offered.value)
        : await offerIndex(offered.value, deps.digests, ({ files }, { type }) => {
          // Featured skills lie below their owners, for two may have one name.
          const base = place.kind === "featured" ? `../../${files.owner}/.well-known/agent-skills/` : "";
          const file = type === "archive" ? `${files.name}.zip` : `${files.name}/SKILL.md`;
          return `${base}${file}?version=${encodeURIComponent(files.version)}`;
        });
      return success(readAnswer(deps, asked, index, KEPT));
    }
    const skill = await skillAt(place, artifact.name);
    if (skill === null) return failure({ code: "skill.not_found" });
    const pinned = place.kind === "skill" ? place.label : undefined;
    const files = await catalog.files(skill, query.value.version ?? pinned);
    if (!files.ok) return files;
    if (artifact.kind === "archive") return await archiveAnswerOf(deps, asked, files.value, KEPT);
    const file = await fileIn(files.value, artifact.path);
    return file.ok ? success(fileAnswerOf(deps, asked, file.value, KEPT)) : file;
  }

  async function plugins(asked: AskedOfOffers, owner: string): Promise<Result<Response, Failure>> {
    const origin = deps.publicOrigin(new URL(asked.request.url).origin);
    if (origin === null) {
      return failure({ code: "route.not_found", reason: "this server is reached nowhere" });
    }
    const cards = await cardsAt({ kind: "account", owner });
    if (!cards.ok) return cards;
    return success(readAnswer(deps, asked, await marketplace(cards.value, origin), KEPT));
  }

  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.use("/skills/*", async function publicInstalls(context, next) {
    const request = context.req.raw;
    const respond = questionIn(requestPath(request));
    if (respond === null) return await next();
    context.set("route", "install");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" });
    }
    const asked = { request, asker: await context.get("identify")("bearer") };
    try {
      const answered = await respond(asked);
      return answered.ok ? answered.value : failureResponse(answered.error);
    } catch (error) {
      if (error instanceof ContentGone) return failureResponse(error.failure);
      throw error;
    }
  });
  return routes;

  /** Null: another route's. */
  function questionIn(path: string): ((asked: AskedOfOffers) => Promise<Result<Response, Failure>>) | null {
    const [, below = "", behind] =
      /^\/skills((?:\/[^/]+){0,2})\/\.well-known\/((?:agent-)?skills\/.*)$/.exec(path) ?? [];
    if (behind !== undefined) {
      const place = placeIn(below);
      const artifact = artifactIn(behind);
      return (asked) =>
        place === null || artifact === null
          ? Promise.resolve(failure({ code: "route.not_found" }))
          : answer(asked, place, artifact);
    }
    const [, owner] = /^\/skills\/([^/]+)\/marketplace\.json$/.exec(path) ?? [];
    if (owner !== undefined) return (asked) => plugins(asked, owner);
    const [, skill] = /^\/skills(\/[^/]+\/[^/]+)\/plugin\.zip$/.exec(path) ?? [];
    const place = skill === undefined ? null : placeIn(skill);
    return place?.kind === "skill"
      ? (asked) => pluginAnswer(deps, asked, place.skill, place.label, KEPT)
      : null;
  }
}

/** `/acme/x@1.0.0`: names as they are sent are names as they are, but for labels, which may hold a `+`. */
function placeIn(below: string): Place | null {
  const [, owner, named] = below.split("/");
  if (owner === undefined) return { kind: "featured" };
  if (named === undefined) return { kind: "account", owner };
  const at = named.indexOf("@");
  if (at < 0) return { kind: "skill", skill: { owner, name: named }, label: undefined };
  try {
    const label = decodeURIComponent(named.slice(at + 1));
    return { kind: "skill", skill: { owner, name: named.slice(0, at) }, label };
  } catch {
    return null;
  }
}
