import { FORMAT_LIMITS } from "../../contracts/limits.ts";
import type { MountHeading } from "../../contracts/reading.ts";
import { value } from "./_value.ts";

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** It travels with every result of the current revision and counts toward its bound. Characters. */
const DESCRIPTION = 240;

/** What the server calls itself at a mount (seed "Connection and prompt"). */
export function renderServerInfo({ source, folder, repositoryDescription }: MountHeading): ServerInfo {
  const description = folder?.description ?? repositoryDescription ?? `Agent skills of ${source.repository}`;
  return {
    name: "skillmount",
    title: value(folder?.name ?? source.address.slice(1), FORMAT_LIMITS.manifestName),
    description: value(description, DESCRIPTION),
  };
}
