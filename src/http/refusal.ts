import type { Asker } from "../../contracts/auth/viewer.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Metrics } from "../../contracts/metrics.ts";

/** Where addresses and their accounts are, as far as who asks is told. */
export interface ChallengePlaces {
  /** Origin of the addresses, without a slash. */
  readonly publicUrl: string;
  /** Whether who asks without credentials is asked for some: somewhere people can sign in. */
  readonly challenges: boolean;
}

/** A failure to open an address, as who asked is told it; `address` is as it was spelled, with its leading `/`. */
export type TellRefusal = (failure: Failure, asker: Asker, address: string) => Failure;

/**
 * What becomes of the one failure that stands for what is missing and for what may not be seen (docs/design/authorization.md). Who
 * asks decides, and never which of the two it is: somebody who showed nothing is asked for credentials, and who showed good
 * ones gets the answer for what does not exist, because asking again would send a client round in circles.
 */
const TOLD: Readonly<Record<Asker["kind"], "challenge" | "missing">> = {
  nobody: "challenge",
  refused: "challenge",
  person: "missing",
  address_key: "missing",
  account_key: "missing",
  catalog_key: "missing",
  publish_token: "missing",
  access_token: "missing",
};

/** Every surface tells it by this table, in the form of its own. */
export function createTellRefusal(
  { publicUrl, challenges }: ChallengePlaces,
  metrics?: Pick<Metrics, "count">,
): TellRefusal {
  const count = (told: "challenge" | "invalid_token" | "missing") =>
    metrics?.count("skillmount_refusals_total", { told });

  const metadataOf = (address: string) =>
    `${publicUrl}/.well-known/oauth-protected-resource${
      address.replaceAll('"', "%22").replaceAll("\\", "%5C")
    }`;

  return function tellRefusal(failure, asker, address) {
    switch (failure.code) {
      case "mount.repo_not_found":
        if (!challenges || TOLD[asker.kind] === "missing") {
          count("missing");
          return failure;
        }
        count("challenge");
        return {
          code: "auth.required",
          hint: "Sign in to see whether there is anything at this address for you",
          challenge: `Bearer resource_metadata="${metadataOf(address)}", scope="repo:read"`,
        };
      case "auth.invalid_token": {
        count("invalid_token");
        // At a public address there is a document for who was sent to it by this, and for nobody else.
        const metadata = `${metadataOf(address)}?challenged`;
        const detail = challenges ? `, resource_metadata="${metadata}", scope="repo:read"` : "";
        return { ...failure, challenge: `Bearer error="invalid_token"${detail}` };
      }
      default:
        return failure;
    }
  };
}
