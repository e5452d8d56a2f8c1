import type { Clock } from "../../../contracts/ambient.ts";
import type { FetchIssuerKeys } from "../../../contracts/library/publish_jobs.ts";
import { createSmallFetch } from "./_small_fetch.ts";

/** Asks for the keys of an issuer. Never follows a redirect, and reads no more than such an answer can be. */
export function createIssuerKeys(send: typeof fetch, clock: Clock): FetchIssuerKeys {
  const smallFetch = createSmallFetch(send, clock);
  return async function fetchKeys(url) {
    try {
      const answer = await smallFetch(url, {
        headers: { accept: "application/json", "user-agent": "skillmount" },
      });
      return answer.status === 200 ? await answer.json() : null;
    } catch {
      return null;
    }
  };
}
