import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../../contracts/ambient.ts";
import { AVATAR_LIMITS } from "../../../contracts/limits.ts";
import { createSingleFlight } from "../../flow/mod.ts";

/** The picture of a person or an organization. */
export interface Avatar {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
}

/** The picture at a URL; null where there is none to be had. Never fails. */
type FetchAvatar = (url: string) => Promise<Avatar | null>;

export interface AvatarsDeps {
  readonly fetch: typeof fetch;
  readonly clock: Pick<Clock, "now">;
}

/** What an answer takes beside its picture, about. Bytes. */
const ENTRY_BYTES = 500;
const DAY_MS = 86_400_000;
const PAUSE_MS = 60_000;

/** How the files of each type begin, in hex; what a server states of a type is not believed. */
const BEGINNINGS: readonly (readonly [mediaType: string, beginning: RegExp])[] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^474946383[79]61/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** Fetches pictures, a day apart for each, and keeps the last few; equal questions at one time are asked once. */
export function createAvatars(deps: AvatarsDeps): FetchAvatar {
  const answers = new LRUCache<string, { readonly avatar: Avatar | null; readonly until: number }>({
    maxSize: AVATAR_LIMITS.cacheBytes,
    sizeCalculation: ({ avatar }) => ENTRY_BYTES + (avatar?.bytes.length ?? 0),
  });
  const share = createSingleFlight<Avatar | null>();

  async function ask(url: string): Promise<Avatar | null> {
    const avatar = await fetchAvatar(deps, url).catch(() => null);
    answers.set(url, { avatar, until: deps.clock.now() + (avatar === null ? PAUSE_MS : DAY_MS) });
    return avatar;
  }

  return function avatarAt(url) {
    const known = answers.get(url);
    if (known !== undefined && known.until > deps.clock.now()) return Promise.resolve(known.avatar);
    return share(url, () => ask(url));
  };
}

async function fetchAvatar(deps: Pick<AvatarsDeps, "fetch">, url: string): Promise<Avatar | null> {
  const response = await deps.fetch(url, {
    redirect: "manual",
    headers: { accept: BEGINNINGS.map(([mediaType]) => mediaType).join(", ") },
    signal: AbortSignal.timeout(AVATAR_LIMITS.timeoutMs),
  });
  const bytes = response.status === 200 ? await readUpTo(response, AVATAR_LIMITS.bytes) : null;
  if (bytes === null) {
    await response.body?.cancel().catch(() => {});
    return null;
  }
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  const [mediaType] = BEGINNINGS.find(([, beginning]) => beginning.test(start)) ?? [];
  if (mediaType === undefined) return null;
  return { mediaType, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Null as soon as there are more than `maxBytes`. */
async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  for await (const chunk of response.body ?? []) {
    if (length + chunk.length > maxBytes) return null;
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.slice(0, length);
}
