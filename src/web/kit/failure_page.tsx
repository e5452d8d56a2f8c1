import { type ErrorCode, ERRORS, type Failure, helpPath } from "../../../contracts/errors.ts";
import { AddressForm } from "./address_form.tsx";
import { type Frame, renderPage } from "./layout.tsx";
import { Text } from "./text.tsx";

/** What a person may do, where the failure itself does not say. */
const NEXT_STEPS: Partial<Readonly<Record<ErrorCode, string>>> = {
  "route.not_found": "An address has the form /host/owner/repository. Open one below",
  "mount.repo_not_found":
    "Check the spelling. Private repositories look the same as missing ones: nobody learns which names exist",
  "mount.ref_not_found":
    "Open the repository without what stands behind the @, or check the name of the branch or tag",
  "mount.path_not_found": "Open the repository without a path, and browse to the folder from there",
  "mount.not_allowed": "Its operator chooses what it serves. Another deployment may serve the repository",
  "mount.rate_limited": "Nothing is wrong with the address. Open it again in a while",
  "mount.unavailable": "Nothing is wrong with the address. Open it again in a while",
  "index.failed": "Open the page again later, or pin another commit",
  "rate.limited": "Wait a moment and open the page again",
  "folder.not_found": "Go up to the address and browse from there",
  "skill.not_found": "Go up to the address and look for the skill there",
  "file.not_found": "Go up to the address and browse to the file from there",
  "request.invalid": "Go up to the address and start from there",
  "store.unavailable": "Open the page again in a moment",
  "server.busy": "Open the page again in a moment",
  "server.not_ready": "Open the page again in a moment",
  "internal": "It is not your fault. Open the page again, and tell the operator if it stays",
};

/**
 * What went wrong and what to do next.
 *
 * @param address The address that was asked for, to go back to; null where there is none.
 * @param signIn Where a person signs in and comes back here; null where nobody can.
 */
export function failurePage(
  frame: Frame,
  failure: Failure,
  asked: string,
  address: string | null,
  signIn: string | null = null,
): string {
  const { status, sentence } = ERRORS[failure.code];
  const hint = failure.hint ?? NEXT_STEPS[failure.code];
  const retry = failure.retryAfterSeconds;
  return renderPage({
    ...frame,
    title: sentence,
    description: sentence,
    canonical: null,
    index: false,
    children: (
      <div class="narrow failure">
        <p class="failure-status">{status}</p>
        <h1>{sentence}</h1>
        {failure.reason !== undefined && (
          <p class="lead">
            <Text of={capital(failure.reason)} />.
          </p>
        )}
        {hint !== undefined && <p>{hint}.</p>}
        {retry !== undefined && <p>It is worth another try in {duration(retry)}.</p>}
        <p class="buttons">
          {signIn !== null && status === 401 && <a class="button" href={signIn}>Sign in and open it</a>}
          {address !== null && <a class="button" href={address}>Go up to the address</a>}
          {failure.sourceUrl !== undefined && (
            <a class="button" href={failure.sourceUrl} rel="noreferrer">See it at its source</a>
          )}
        </p>
        <AddressForm typed={asked} error={null} placeholder="https://github.com/owner/repository" />
        <p class="failure-code">
          <a href={helpPath(failure.code)}>
            <code>{failure.code}</code>
          </a>
        </p>
      </div>
    ),
  });
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
