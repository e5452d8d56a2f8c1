import type { Failure } from "../../../contracts/errors.ts";
import { PUBLISHED_SKILL_LIMITS, UPLOAD_LIMITS } from "../../../contracts/limits.ts";
import type { UploadFlaw } from "../../../contracts/problems.ts";
import { failure, type Result } from "../../../contracts/result.ts";

type Refused = Result<never, Failure>;

/** Flaws that are told; who has mended these sends the upload again. */
const MOST_FLAWS = 50;

export function flawed(flaws: readonly UploadFlaw[]): Refused {
  return failure({ code: "skill.invalid", problems: flaws.slice(0, MOST_FLAWS) });
}

export function broken(): Refused {
  return failure({ code: "skill.invalid", reason: "the archive is broken", hint: "Make it anew" });
}

/** What two programs would unpack differently is neither's files. */
export function ambiguous(): Refused {
  return failure({
    code: "skill.invalid",
    reason: "the archive says two things of one file",
    hint: "Make it anew",
  });
}

export function tooManyEntries(): Refused {
  return tooLarge(`an archive has at most ${UPLOAD_LIMITS.entries} entries, its directories among them`);
}

export function tooManyFiles(): Refused {
  return tooLarge(`a skill has at most ${PUBLISHED_SKILL_LIMITS.files} files`);
}

export function tooManyBytes(): Refused {
  return tooLarge(`the files of a skill have at most ${PUBLISHED_SKILL_LIMITS.bytes} bytes in all`);
}

export function fileTooLarge(path: string, size: number): Refused {
  return failure({
    code: "publish.too_large",
    path,
    size,
    reason: `a file has at most ${UPLOAD_LIMITS.fileBytes} bytes`,
  });
}

function tooLarge(reason: string): Refused {
  return failure({ code: "publish.too_large", reason });
}
