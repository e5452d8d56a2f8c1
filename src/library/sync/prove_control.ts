import type { Account } from "../../../contracts/library/accounts.ts";
import type { Connection } from "../../../contracts/library/connections.ts";
import type { MemberStore, Role } from "../../../contracts/library/members.ts";
import type {
  Claims,
  MayWrite,
  SyncedCommit,
  SyncReader,
  SyncTrouble,
} from "../../../contracts/library/repository_sync.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** Where the line stands that proves control. */
export const PROOF_FILE = ".well-known/skillmount";

export interface ProofDeps {
  readonly members: Pick<MemberStore, "roleOf">;
  /** Left out where nobody signs in at a host. */
  readonly mayWrite?: MayWrite;
  /** Of this server, as the line names it; null: it is reached nowhere, so that no line can. */
  readonly origin: string | null;
}

/** That an account may publish a repository, by one of three proofs (docs/design/sync.md "Proof of control"). */
export interface Proof {
  readonly by: "person" | "line" | "operator";
  /** Where the line is it: what it said and where. */
  readonly proven: Connection["proven"];
}

/** Who connected the repository, as they stand in the account now; null: nobody in particular, or they left. */
export interface Connector {
  readonly person: NonNullable<Connection["person"]>;
  readonly role: Role;
}

export async function connectorOf(
  { members }: ProofDeps,
  { account, person }: Connection,
): Promise<Connector | null> {
  const role = person === null ? null : await members.roleOf(account, person);
  return person === null || role === null ? null : { person, role };
}

/** As whom the repository is read: nobody reads for an account but who belongs to it, and the operator. */
export function readerOf({ vouched }: Connection, connector: Connector | null): SyncReader {
  return connector?.person ?? (vouched === null ? null : "@operator");
}

/** Asks for the three in the order of what they cost. Fails as `unproven`, or as `later` where one could not be asked for. */
export async function proveControl(
  deps: ProofDeps,
  connection: Connection,
  account: Account,
  connector: Connector | null,
  commit: SyncedCommit,
): Promise<Result<Proof, SyncTrouble>> {
  if (commit.isOperators || isVouched(connection, commit)) return success({ by: "operator", proven: null });
  const written = connector === null
    ? "no"
    : await deps.mayWrite?.(connector.person, commit.repository) ?? "no";
  if (written === "yes") return success({ by: "person", proven: null });
  const claims = await commit.claims();
  if (!claims.ok && claims.error.state === "later") return claims;
  const proven = claims.ok ? await provenBy(deps, connection, account, claims.value) : success(null);
  if (!proven.ok) return proven;
  if (proven.value !== null) return success({ by: "line", proven: proven.value });
  if (written === "unknown") {
    return failure({
      state: "later",
      reason:
        "its host does not say now whether the person who connected it may write to it; they may have to sign in again",
    });
  }
  return failure({ state: "unproven", reason: whatProves(deps, account, connection, connector) });
}

/** The operator's word is for the owner that the repository had. */
function isVouched({ vouched }: Connection, { repository }: SyncedCommit): boolean {
  return vouched !== null &&
    (vouched.owner === null || vouched.owner.toLowerCase() === repository.owner.toLowerCase());
}

async function provenBy(
  { origin }: ProofDeps,
  { proven }: Connection,
  { slug }: Account,
  claims: Claims,
): Promise<Result<Connection["proven"], SyncTrouble>> {
  if (origin === null) return success(null);
  const line = `${origin} ${slug}`;
  if (proven?.commit === claims.commit && proven.line === line) return success(proven);
  const text = await claims.read();
  if (!text.ok) return text;
  const isThere = text.value !== null && provesFor(text.value, origin, slug);
  return success(isThere ? { commit: claims.commit, line } : null);
}

/** Whether a line of the text is `<origin> <slug>`; what else stands there is about others. */
export function provesFor(text: string, origin: string, slug: string): boolean {
  return text.split(/\r\n|\r|\n/).some((line) => {
    const [first, second, ...more] = line.trim().split(/[ \t]+/);
    return more.length === 0 && second === slug &&
      first?.replace(/\/$/, "").toLowerCase() === origin.toLowerCase();
  });
}

function whatProves(
  { origin }: ProofDeps,
  { slug }: Account,
  { person }: Connection,
  connector: Connector | null,
): string {
  const who = person !== null && connector === null
    ? "the person who connected it does not belong to the account any more"
    : person === null
    ? "nobody in particular connected it"
    : "the person who connected it may not write to it, as far as its host says";
  return origin === null
    ? `${who}: ask the operator to vouch for it`
    : `${who}: commit the line "${origin} ${slug}" as "${PROOF_FILE}" to its default branch, or ask the operator to vouch for it`;
}
