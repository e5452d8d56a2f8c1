import type { Permit } from "../../contracts/auth/permission.ts";
import type { Viewer } from "../../contracts/auth/viewer.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { PublicRepository } from "../../contracts/git_host.ts";
import type { Mount } from "../../contracts/mounts.ts";
import { type Result, success } from "../../contracts/result.ts";
import type { Location } from "./_location.ts";

/** What everyone may see, as one viewer asks for it. */
export function publicMount(
  located: Result<Location, Failure>,
  repository: PublicRepository,
  viewer: Viewer,
): Result<Mount, Failure> {
  return located.ok ? success({ ...located.value, viewer, repository, permit: null }) : located;
}

/** What a permit shows to its viewer. */
export function privateMount(
  located: Result<Location, Failure>,
  permit: Permit,
  viewer: Viewer,
): Result<Mount, Failure> {
  const { repository } = permit;
  return located.ok ? success({ ...located.value, viewer, repository, permit }) : located;
}
