/**
 * What a client says of itself: in a registration (RFC 7591 2) and in a metadata document of its own
 * (Client ID Metadata Documents). Members that are not used are ignored, whatever they hold.
 */
import { z } from "zod";
import type { ClientAuthentication, ClientId, ClientMetadata } from "../../../contracts/auth/clients.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { oneLine, shorten } from "../../format/mod.ts";
import { type LocalhostRule, parseRedirectUris } from "./redirect_uri.ts";

/** Codes of RFC 7591 3.2.2. */
export interface MetadataProblem {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  /** A sentence for the client's developer. */
  readonly description: string;
}

type Parsed = Result<ClientMetadata, MetadataProblem>;

const MOST_URIS = 16;
const NAME_LENGTH = 60;
/** A name longer than this is not even read, so that making it one line costs nothing. */
const LONGEST_NAME = 10_000;

const METHODS: readonly ClientAuthentication[] = ["none", "client_secret_basic", "client_secret_post"];

const SAID = z.object({
  redirect_uris: z.array(z.string()).max(MOST_URIS).optional(),
  client_name: z.string().max(LONGEST_NAME).optional().catch(undefined),
  token_endpoint_auth_method: z.string().optional(),
});

const DOCUMENT = SAID.extend({
  client_id: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

/** The body of a registration. Without a method a client gets a secret (RFC 7591 2). */
export function parseRegistration(body: unknown, localhost: LocalhostRule): Parsed {
  const said = SAID.safeParse(body);
  if (!said.success) return invalid(reasonOf(said.error));
  const method = said.data.token_endpoint_auth_method ?? "client_secret_basic";
  const authentication = METHODS.find((known) => known === method);
  if (authentication === undefined) {
    return invalid(`The methods of the token endpoint are ${METHODS.join(", ")}`);
  }
  return metadataOf(said.data, authentication, localhost);
}

/** The document at `id`. It makes a public client: a secret in a public place is none. */
export function parseClientDocument(body: unknown, id: ClientId, localhost: LocalhostRule): Parsed {
  const said = DOCUMENT.safeParse(body);
  if (!said.success) return invalid(reasonOf(said.error));
  if (said.data.client_id !== id) return invalid("The document names another client_id than its own URL");
  if (typeof body === "object" && body !== null && "client_secret" in body) {
    return invalid("The document holds a client_secret, which everybody could read");
  }
  const { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: offered } = said.data;
  if (method !== undefined && method !== "none" && !offered?.includes("none")) {
    return invalid('The document asks for a way to authenticate that is not "none"');
  }
  return metadataOf(said.data, "none", localhost);
}

function metadataOf(
  { redirect_uris: uris = [], client_name: name = "" }: z.infer<typeof SAID>,
  authentication: ClientAuthentication,
  localhost: LocalhostRule,
): Parsed {
  const redirectUris = parseRedirectUris(uris, localhost);
  if (!redirectUris.ok) return failure({ error: "invalid_redirect_uri", description: redirectUris.error });
  return success({
    name: shorten(oneLine(name), NAME_LENGTH) || null,
    redirectUris: redirectUris.value,
    authentication,
  });
}

function reasonOf({ issues: [issue] }: z.ZodError): string {
  const member = issue?.path[0];
  return member === undefined
    ? "The metadata must be a JSON object"
    : `The member ${String(member)} is not what it must be (RFC 7591 section 2)`;
}

function invalid(description: string): Parsed {
  return failure({ error: "invalid_client_metadata", description });
}
