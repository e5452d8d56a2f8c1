import type { Failure } from "../../../contracts/errors.ts";
import {
  SET_LIMITS,
  type SetMember,
  type SetName,
  type WantedMember,
} from "../../../contracts/library/sets.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A set's name as it is asked for; null: none can be called so. */
export function parseSetName(text: string): SetName | null {
  const name = text.toLowerCase();
  return name.length <= 64 && NAME.test(name) ? name as SetName : null;
}

/** What members of a set are meant by what somebody wrote. Whether they are there is not asked here. */
export function readMembers(
  wanted: readonly WantedMember[],
  parseAddress: (text: string) => Result<string, Failure>,
): Result<readonly SetMember[], Failure> {
  if (wanted.length === 0 || wanted.length > SET_LIMITS.members) {
    return invalid(`a set has 1 to ${SET_LIMITS.members} members`);
  }
  const members: SetMember[] = [];
  const taken = new Set<string>();
  for (const [index, one] of wanted.entries()) {
    const member = readMember(one, parseAddress);
    if (!member.ok) {
      return failure({
        ...member.error,
        reason: `member ${index + 1}: ${member.error.reason ?? "it is no member"}`,
      });
    }
    const { alias } = member.value;
    if (taken.has(alias)) {
      return invalid(`two members are called "${alias}"`, "Give one of them another alias");
    }
    taken.add(alias);
    members.push(member.value);
  }
  return success(members);
}

function readMember(
  { alias, address, skill }: WantedMember,
  parseAddress: (text: string) => Result<string, Failure>,
): Result<SetMember, Failure> {
  if ((address === undefined) === (skill === undefined)) return invalid("it is either an address or a skill");
  if (address !== undefined) {
    const parsed = parseAddress(address);
    if (!parsed.ok) return failure({ ...parsed.error, reason: parsed.error.reason ?? "its address is none" });
    const named = aliasOf(alias, lastPart(parsed.value));
    return named.ok ? success({ kind: "address", alias: named.value, address: parsed.value }) : named;
  }
  const [, owner = "", name = "", label = null] = /^([^/@\s]+)\/([^/@\s]+)(?:@(\S+))?$/.exec(skill ?? "") ??
    [];
  if (name === "") {
    return invalid("a skill is written as owner/name, with @ and a version where it is to stay");
  }
  const named = aliasOf(alias, name.toLowerCase());
  return named.ok
    ? success({
      kind: "skill",
      alias: named.value,
      owner: owner.toLowerCase(),
      name: name.toLowerCase(),
      label,
      wasOpen: false,
    })
    : named;
}

function aliasOf(given: string | undefined, usual: string): Result<string, Failure> {
  const alias = given ?? usual.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return alias.length <= 64 && NAME.test(alias) ? success(alias) : invalid(
    "an alias has lower-case letters, digits and single inner hyphens, at most 64",
    "Give the member an alias",
  );
}

/** Of an address: its directory, else its repository. */
function lastPart(address: string): string {
  const [repository = "", path = ""] = address.split(/[@:]/).length > 1
    ? [address.replace(/[@:].*$/, ""), address.replace(/^[^@:]*[@:][^/:]*[/:]?/, "")]
    : [address, ""];
  return (path === "" ? repository : path).split("/").filter((part) => part !== "").at(-1) ?? "";
}

function invalid(reason: string, hint?: string): Result<never, Failure> {
  return failure({ code: "request.invalid", reason, ...(hint !== undefined && { hint }) });
}
