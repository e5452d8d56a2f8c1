import type { RepoPath } from "../../contracts/addresses.ts";
import type { Failure, NextCall } from "../../contracts/errors.ts";
import type { Source } from "../../contracts/source.ts";
import {
  alikeText,
  baseName,
  foldedPath,
  isWithin,
  parseRepoPath,
  pathDifference,
  ROOT_PATH,
} from "../format/mod.ts";
import { pathInside, urisOf } from "./uris.ts";

/** Exact paths that are offered for one that is not there. */
const MOST = 3;

/** Names of one directory that are compared. */
const MOST_BESIDE = 1000;

/** Characters of an argument that is looked at; no path with its address or URI is longer. */
const LONGEST = 4096;

/**
 * The calls that were probably meant by a path that is not there as it is written, `tool` first: one that
 * differs by letter case, Unicode form or a `/SKILL.md` that is missing, that starts with `/`, `./` or the
 * address, or is a URI of this mount. Only of what the mount serves.
 */
async function nearCalls(
  source: Source,
  written: string,
  tool: NextCall["tool"],
): Promise<readonly NextCall[]> {
  if (written.length > LONGEST) return [];
  const meant = meantPaths(source, written);
  const exact = await callsFor(source, meant, tool);
  const found = exact.length > 0
    ? exact
    : await callsFor(source, (await Promise.all(meant.map((path) => folded(source, path)))).flat(), tool);
  const inside = found.filter((call) =>
    (call.path !== written || call.tool !== tool) && isWithin(call.path, source.path)
  );
  return [...new Map(inside.map((call) => [call.path, call])).values()].slice(0, MOST).map((call) => ({
    ...call,
    ...(meant.some((path) => pathDifference(path, call.path) === "Unicode form") && { looksAlike: true }),
  }));
}

/** The failure with what was probably meant, where that is known. */
export async function withNearCalls(
  failure: Failure,
  source: Source,
  written: string,
  tool: NextCall["tool"],
): Promise<Failure> {
  const next = await nearCalls(source, written, tool);
  if (next.length === 0) return failure;
  const paths = next.map(({ path, looksAlike }) => looksAlike ? alikeText(path) : `"${path}"`);
  const hint = next.length === 1 ? `The exact path is ${paths}` : `Exact paths are ${paths.join(", ")}`;
  return { ...failure, hint, next };
}

/** What was written as paths from the root, most literal first. */
function meantPaths(source: Source, written: string): readonly RepoPath[] {
  const fromUri = pathInside(source, urisOf(source), written);
  if (fromUri !== null) return [fromUri];
  const { citation } = source;
  const bases = [citation.address, citation.pinnedAddress, ...repositoryOf(source)];
  const rooted = written.startsWith("/") ? written : `/${written}`;
  const texts = [
    written,
    ...bases.flatMap((base) => rooted.startsWith(`${base}/`) ? [rooted.slice(base.length + 1)] : []),
  ];
  return texts.flatMap((text) => {
    const plain = text.replace(/^(?:\.?\/+)+/, "").replace(/\/+$/, "");
    const path = parseRepoPath(plain);
    return path.ok && plain !== "" ? [path.value] : [];
  });
}

function repositoryOf({ citation }: Source): readonly string[] {
  return citation.kind === "commit" ? [`/${citation.repository.replace(/^\//, "")}`] : [];
}

async function callsFor(
  source: Source,
  paths: readonly RepoPath[],
  tool: NextCall["tool"],
): Promise<readonly NextCall[]> {
  const calls = await Promise.all(paths.map((path) => callFor(source, path, tool)));
  return calls.filter((call) => call !== null);
}

/** How to get what an exact path names; null where it names nothing. */
async function callFor({ view }: Source, path: RepoPath, tool: NextCall["tool"]): Promise<NextCall | null> {
  const isSkill = await view.skills.at(path) !== null;
  if (tool === "load_skill" && isSkill) return { tool, path };
  const inner = await view.skills.at(path === ROOT_PATH ? "SKILL.md" : `${path}/SKILL.md`);
  if (tool === "load_skill" && inner !== null) return { tool, path: inner.path };
  if (await view.files.at(path) !== null) return { tool: "read_repo_file", path };
  if (isSkill) return { tool: "load_skill", path };
  return await view.folders.at(path) === null ? null : { tool: "browse_repo", path };
}

/** The served paths that a path is but for letter case and Unicode form, found a segment at a time. */
async function folded({ view }: Source, path: RepoPath): Promise<readonly RepoPath[]> {
  let level: readonly RepoPath[] = [ROOT_PATH];
  for (const segment of path.split("/")) {
    const wanted = foldedPath(segment);
    const below = await Promise.all(
      level.slice(0, MOST).map((directory) => view.resources(directory, 0, MOST_BESIDE)),
    );
    level = below.flatMap(({ rows }) => rows.map((row) => row.path))
      .filter((found) => foldedPath(baseName(found)) === wanted);
    if (level.length === 0) break;
  }
  return level;
}
