import type { Repository } from "../../../contracts/git_host.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { entityTag, failureResponse, hasCurrent, notModified, queryReader } from "../../http/mod.ts";
import { ADDRESS_FAILURES, NOT_MODIFIED, type ReadDeps, type Route } from "../operation.ts";
import { type Avatar, type AvatarsDeps, createAvatars } from "./_avatars.ts";

export interface AvatarDeps extends Pick<ReadDeps, "open" | "version">, AvatarsDeps {}

/** Pixels square, as far as the git host makes pictures of any size. */
const SIZE = 128;

/** The picture is public wherever it lies; it changes rarely, and not with a commit. */
const CACHE = "public, max-age=3600";

const readQuery = queryReader(REST_QUERIES.none);

/** `GET /icon/<address>` */
export function avatarRoute({ open, version, ...avatars }: AvatarDeps): Route {
  const avatarAt = createAvatars(avatars);
  return {
    id: "icon",
    method: "GET",
    path: "/icon",
    takesAddress: true,
    summary: "The owner's picture",
    description:
      `The picture of the repository's owner, ${SIZE} pixels square, from this origin: clients fetch a ` +
      "server's icon from nowhere else. There is none for what is not public.",
    query: REST_QUERIES.none,
    answers: [
      {
        status: 200,
        description: "The picture",
        mediaTypes: ["image/png", "image/jpeg", "image/gif", "image/webp"],
        schema: null,
        headers: ["etag", "cache-control"],
      },
      NOT_MODIFIED,
    ],
    failures: [...ADDRESS_FAILURES, "request.invalid", "file.not_found"],
    async answer({ request, address, asker }) {
      const input = readQuery(request);
      if (!input.ok) return failureResponse(input.error);
      const mount = await open(address, asker);
      if (!mount.ok) return failureResponse(mount.error);
      const url = avatarUrl(mount.value.repository);
      const avatar = url === null ? null : await avatarAt(url);
      if (avatar === null) {
        return failureResponse({
          code: "file.not_found",
          reason: "the git host gives no picture of the owner",
        });
      }
      return avatarResponse(request, avatar, {
        etag: entityTag(version, `icon ${avatar.sha256}`),
        // While the host cannot be asked, nobody knows whether the repository still is public.
        "cache-control": mount.value.stale === undefined ? CACHE : "private, no-store",
      });
    },
  };
}

function avatarResponse(
  request: Request,
  { mediaType, bytes }: Avatar,
  headers: { readonly etag: string; readonly "cache-control": string },
): Response {
  if (hasCurrent(request, headers.etag)) return notModified({ ...headers });
  return new Response(bytes, { headers: { ...headers, "content-type": mediaType } });
}

function avatarUrl({ visibility, picture }: Repository): string | null {
  const url = visibility === "public" && picture !== null ? URL.parse(picture) : null;
  url?.searchParams.set("s", String(SIZE));
  return url?.href ?? null;
}
