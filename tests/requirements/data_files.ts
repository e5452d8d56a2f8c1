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

/** The surface that it is about does not exist yet. */
const NOT_BUILT = "not built yet";

export const DATA_FILES: readonly DataFile[] = [
  {
    file: "oauth.jsonl",
    count: 177,
    exceptions: {
      "dev.local_private": NOT_BUILT,
      "metadata.pr.account": NOT_BUILT,
      "metadata.mcp_json": NOT_BUILT,
      "metadata.off": NOT_BUILT,
      "metadata.as.only_there": NOT_BUILT,
      "cimd.private_address": NOT_BUILT,
      "cimd.no_redirect": NOT_BUILT,
      "cimd.size": NOT_BUILT,
      "cimd.url_form": NOT_BUILT,
      "authorize.scope_write": NOT_BUILT,
      "authorize.resource_default": NOT_BUILT,
      "consent.csp_redirect": NOT_BUILT,
      "refresh.parallel_processes": NOT_BUILT,
      "resource.audience": NOT_BUILT,
      "resource.account_two_names": NOT_BUILT,
      "resource.insufficient": NOT_BUILT,
      "resource.catalog": NOT_BUILT,
      "challenge.expired": NOT_BUILT,
      "challenge.account": NOT_BUILT,
      "challenge.account_tool": NOT_BUILT,
      "private.forbidden": NOT_BUILT,
      "private.anonymous_traces": NOT_BUILT,
      "private.made_private": NOT_BUILT,
      "private.webhook_forged": NOT_BUILT,
      "private.revoked_app": NOT_BUILT,
      "private.web_session": NOT_BUILT,
      "keys.format": NOT_BUILT,
      "keys.write_scope": NOT_BUILT,
      "keys.listing": NOT_BUILT,
      "keys.not_stored": NOT_BUILT,
      "keys.address": NOT_BUILT,
      "keys.not_at_addresses": NOT_BUILT,
      "dev.link_admin": NOT_BUILT,
      "dev.conformance": NOT_BUILT,
      "dev.cimd_allow": NOT_BUILT,
    },
  },
];

export async function requirementsOf({ file }: DataFile): Promise<Requirement[]> {
  const text = await Deno.readTextFile(new URL(file, import.meta.url));
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}
