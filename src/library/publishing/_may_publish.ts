import type { Account } from "../../../contracts/library/accounts.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import type { PublishOptions } from "../../../contracts/library/publishing.ts";
import type { NameRecord, Skill, SkillName, Visibility } from "../../../contracts/library/skills.ts";
import type { VersionDocument } from "../../../contracts/library/versions.ts";
import type { Failure } from "../../../contracts/errors.ts";

/**
 * Whether a key may change a skill of that name, whatever there is: asked before anything is looked up, so that it learns nothing
 * of others. Null: it may.
 */
export function refusalOfConfined(author: LibraryAuthor, name: SkillName): Failure | null {
  return author.skills === null || author.skills.has(`${author.account}/${name}`) ? null : {
    code: "publish.not_allowed",
    reason: "the key is confined to other skills",
    hint: "Use a key that is good for this skill",
  };
}

/** Whether the author may change this skill at all, as it is now. Null: they may. */
export function refusalOfAuthor(
  author: LibraryAuthor,
  skill: Skill | null,
  name: SkillName,
  after: Visibility,
): Failure | null {
  const confined = refusalOfConfined(author, name);
  if (confined !== null) return confined;
  if (!author.mayPublishGlobally && (after === "global" || skill?.visibility === "global")) {
    return {
      code: "publish.not_allowed",
      reason: "a member publishes private skills only",
      hint: "Ask an owner or admin of the account",
    };
  }
  return null;
}

/** Whether the account may have a skill of that name. Null: it may. */
export function refusalOfName(record: NameRecord | null): Failure | null {
  if (record === null || record.movedTo === null) return null;
  return {
    code: "name.taken",
    reason: "the skill of that name was given to another account, and the name leads to it",
    hint: "Publish it under another name",
  };
}

/** Whether the account and the content may be everybody's. Null: they may. */
export function refusalOfOpening(
  account: Account,
  document: VersionDocument,
  { isCatalogOpen }: { readonly isCatalogOpen: boolean },
  { acknowledged = [] }: Pick<PublishOptions, "acknowledged">,
): Failure | null {
  if (!isCatalogOpen && !account.verified) {
    return {
      code: "publish.not_allowed",
      reason: "only verified accounts publish to everybody here",
      hint: "Publish it as private, or ask the operator to verify the account",
    };
  }
  return refusalOfSecrets(document, acknowledged);
}

/** Whether everybody may read the content, for what looks like a credential in it. Null: they may. */
export function refusalOfSecrets(
  { findings }: Pick<VersionDocument, "findings">,
  acknowledged: readonly string[],
): Failure | null {
  const secrets = findings.filter(({ code }) => code === "possible_secret");
  const [first] = secrets;
  if (first === undefined || acknowledged.includes("possible_secret")) return null;
  return {
    code: "publish.secret",
    path: first.path,
    reason: first.line === undefined
      ? `"${first.path}" is one such file`
      : `it is in line ${first.line} of "${first.path}"`,
    hint: 'Take it out and revoke it, or publish with "acknowledge" set to "possible_secret" if it is none',
    problems: secrets,
  };
}

/** Whether the skill is as its author believes. Null: it is. */
export function refusalOfPrecondition(
  skill: Skill | null,
  { createOnly = false, ifRevision }: Pick<PublishOptions, "createOnly" | "ifRevision">,
): Failure | null {
  if (createOnly && skill !== null) {
    return {
      code: "precondition.failed",
      reason: "there is a skill of that name",
      hint: "Publish without the condition to add a version to it",
    };
  }
  if (ifRevision !== undefined && skill?.revision !== ifRevision) {
    return {
      code: "precondition.failed",
      reason: "the skill was changed since",
      hint: "Read the skill again and decide anew",
    };
  }
  return null;
}
