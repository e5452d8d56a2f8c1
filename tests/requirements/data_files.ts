/** The data files of requirements, and those of them that no test verifies, each with the reason. */

/** One line of a data file. Other members say where it comes from and how it can be tried. */
export interface Requirement {
  readonly id: string;
  readonly requirement: string;
}

export interface DataFile {
  /** Relative to this folder. */
  readonly file: string;
  /** How many lines it has: a line that got lost is noticed. */
  readonly count: number;
  /** Id to the reason why no test names it. */
  readonly exceptions: Readonly<Record<string, string>>;
}

const NO_ACCOUNT_SERVER = "asks for the account or catalog server or their keys, which do not exist yet";
const NO_EVENTS = "asks for events about people and installations, which are not handled yet";
const NO_COMMAND = "asks for a command that makes accounts, which does not exist yet";
const NOT_SEEN_WHOLE = "what it asks exists or is tested in part, and was not tried as a whole";

export const DATA_FILES: readonly DataFile[] = [
  {
    file: "oauth.jsonl",
    count: 177,
    exceptions: {
      "dev.local_private": NO_COMMAND,
      "metadata.pr.account": NO_ACCOUNT_SERVER,
      "metadata.mcp_json": NO_ACCOUNT_SERVER,
      "metadata.off": NOT_SEEN_WHOLE,
      "metadata.as.only_there": NOT_SEEN_WHOLE,
      "cimd.private_address": NOT_SEEN_WHOLE,
      "cimd.no_redirect": NOT_SEEN_WHOLE,
      "cimd.size": NOT_SEEN_WHOLE,
      "cimd.url_form": NOT_SEEN_WHOLE,
      "authorize.scope_write": NO_ACCOUNT_SERVER,
      "authorize.resource_default": NO_ACCOUNT_SERVER,
      "consent.csp_redirect": NOT_SEEN_WHOLE,
      "refresh.parallel_processes": NOT_SEEN_WHOLE,
      "resource.audience": NO_ACCOUNT_SERVER,
      "resource.account_two_names": NO_ACCOUNT_SERVER,
      "resource.insufficient": NO_ACCOUNT_SERVER,
      "resource.catalog": NO_ACCOUNT_SERVER,
      "challenge.expired": NOT_SEEN_WHOLE,
      "challenge.account": NO_ACCOUNT_SERVER,
      "challenge.account_tool": NO_ACCOUNT_SERVER,
      "private.forbidden": NOT_SEEN_WHOLE,
      "private.anonymous_traces": NOT_SEEN_WHOLE,
      "private.made_private": NO_EVENTS,
      "private.webhook_forged": NO_EVENTS,
      "private.revoked_app": NO_EVENTS,
      "private.web_session": NO_ACCOUNT_SERVER,
      "keys.format": NO_ACCOUNT_SERVER,
      "keys.write_scope": NO_ACCOUNT_SERVER,
      "keys.listing": NO_ACCOUNT_SERVER,
      "keys.not_stored": NO_ACCOUNT_SERVER,
      "keys.address": NO_ACCOUNT_SERVER,
      "keys.not_at_addresses": NO_ACCOUNT_SERVER,
      "dev.link_admin": NO_COMMAND,
      "dev.conformance": NOT_SEEN_WHOLE,
      "dev.cimd_allow": NOT_SEEN_WHOLE,
    },
  },
];

export async function requirementsOf({ file }: DataFile): Promise<Requirement[]> {
  const text = await Deno.readTextFile(new URL(file, import.meta.url));
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}
