import type { Clock } from "../../../contracts/ambient.ts";
import type {
  ClientDocument,
  ClientId,
  ClientMetadata,
  ClientStore,
  FetchDocument,
} from "../../../contracts/auth/clients.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createSingleFlight } from "../../flow/mod.ts";
import { isDocumentId, parseClientId } from "./client_id.ts";
import { parseClientDocument } from "./client_metadata.ts";
import type { LocalhostRule } from "./redirect_uri.ts";

export interface FindClientDeps {
  readonly clients: ClientStore;
  /** Null: a client that is named by a URL is unknown. */
  readonly fetchDocument: FetchDocument | null;
  readonly localhost: LocalhostRule;
  readonly clock: Clock;
}

/** The error is a sentence for the person, who asks the client's developer. */
export type FindClient = (id: string) => Promise<Result<KnownClient, string>>;

export interface KnownClient extends ClientMetadata {
  readonly id: ClientId;
}

const SECOND = 1000;
/** For how long a document is kept: what its host says, within these. */
const DEFAULT_MS = 60 * 60 * SECOND;
const SHORTEST_MS = 5 * 60 * SECOND;
const LONGEST_MS = 24 * 60 * 60 * SECOND;
const FAILED_MS = 60 * SECOND;

/**
 * Finds the client of an authorize request; a metadata document is fetched for it. Only for a person who is
 * signed in: a stranger must not make this server ask others.
 */
export function createFindClient({ clients, fetchDocument, localhost, clock }: FindClientDeps): FindClient {
  const share = createSingleFlight<ClientDocument>();

  async function ofDocument(
    id: ClientId,
    fetchDocument: FetchDocument,
  ): Promise<Result<KnownClient, string>> {
    const document = await share(id, () => knownOrFetched(id, fetchDocument));
    return document.metadata === null
      ? failure(`The app describes itself at ${id}, but ${document.reason ?? "nothing usable is there"}`)
      : success({ ...document.metadata, id });
  }

  async function knownOrFetched(id: ClientId, fetchDocument: FetchDocument): Promise<ClientDocument> {
    const known = await clients.document(id);
    if (known !== null && clock.now() < known.until) return known;
    const fetched = await fetchDocument(id);
    const document = fetched.ok
      ? documentOf(id, fetched.value.body, fetched.value.maxAge)
      : failed(fetched.error);
    await clients.rememberDocument(id, document);
    return document;
  }

  function documentOf(id: ClientId, body: unknown, maxAge: number | null): ClientDocument {
    const parsed = parseClientDocument(body, id, localhost);
    if (!parsed.ok) return failed(parsed.error.description);
    const kept = maxAge === null ? DEFAULT_MS : maxAge * SECOND;
    const until = clock.now() + Math.min(LONGEST_MS, Math.max(SHORTEST_MS, kept));
    return { metadata: parsed.value, reason: null, until };
  }

  function failed(reason: string): ClientDocument {
    return { metadata: null, reason, until: clock.now() + FAILED_MS };
  }

  return async function findClient(text) {
    const id = parseClientId(text);
    if (id === null) return UNKNOWN;
    if (isDocumentId(id)) return fetchDocument === null ? UNKNOWN : await ofDocument(id, fetchDocument);
    const found = await clients.find(id);
    return found === null ? UNKNOWN : success({ ...found, id });
  };
}

const UNKNOWN = failure("The app is not registered here; remove this server from the app and add it again");
