import type { RepoPath } from "../../contracts/addresses.ts";
import type { Failure, NextCall } from "../../contracts/errors.ts";
import type { Source } from "../../contracts/source.ts";
import { alikeText, foldedPath, isWithin, parseRepoPath, pathDifference } from "../format/mod.ts";
import { itemOrNull } from "./catalog_item.ts";
import { pathInside, urisOf } from "./uris.ts";

/** Exact paths that are offered for one that is not there. */
const MOST = 3;

/** Characters of an argument that is looked at; no path with its address or URI is longer. */
const LONGEST = 4096;

/**
 * The calls that were probably meant by a path that is not there as it is written, `tool` first: one that
 * differs by letter case, Unicode form or a `/SKILL.md` that is missing, that starts with `/`, `./` or the
 * address, or is a URI of this mount. Only of what the mount serves.
 */
export function nearCalls(source: Source, written: string, tool: NextCall["tool"]): readonly NextCall[] {
  if (written.length > LONGEST) return [];
  const meant = meantPaths(source, written);
  const exact = meant.flatMap((path) => callFor(source, path, tool) ?? []);
  const found = exact.length > 0 ? exact : folded(source, meant, tool);
  const inside = found.filter((call) =>
    (call.path !== written || call.tool !== tool) && isWithin(call.path, source.path)
  );
  return [...new Map(inside.map((call) => [call.path, call])).values()].slice(0, MOST).map((call) => ({
    ...call,
    ...(meant.some((path) => pathDifference(path, call.path) === "Unicode form") && { looksAlike: true }),
  }));
}

/** The failure with what was probably meant, where that is known. */
export function withNearCalls(
  failure: Failure,
  source: Source,
  written: string,
  tool: NextCall["tool"],
): Failure {
  const next = nearCalls(source, written, tool);
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

/** How to get what an exact path names; null where it names nothing. */
export function callFor({ view }: Source, path: RepoPath, tool: NextCall["tool"]): NextCall | null {
  const { catalog, skillAt, fileAt, folderAt, emptyDirectories } = view;
  const isSkill = skillAt.has(path);
  if (tool === "load_skill" && isSkill) return { tool, path };
  const inner = itemOrNull(catalog.skills, skillAt.get(path === "" ? "SKILL.md" : `${path}/SKILL.md`));
  if (tool === "load_skill" && inner !== null) return { tool, path: inner.path };
  if (fileAt.has(path)) return { tool: "read_repo_file", path };
  if (isSkill) return { tool: "load_skill", path };
  return folderAt.has(path) || emptyDirectories.has(path) ? { tool: "browse_repo", path } : null;
}

/** Takes time in proportion to the paths of the catalog; only an answer that nothing was found for does. */
function folded(source: Source, meant: readonly RepoPath[], tool: NextCall["tool"]): readonly NextCall[] {
  const wanted = new Set(meant.flatMap((path) => [foldedPath(path), foldedPath(`${path}/SKILL.md`)]));
  const { skills, files, folders } = source.view.catalog;
  const found: NextCall[] = [];
  for (const { path } of [...skills, ...files, ...folders]) {
    if (!wanted.has(foldedPath(path))) continue;
    const call = callFor(source, path, tool);
    if (call !== null) found.push(call);
  }
  return found.sort((one, other) => Number(other.tool === tool) - Number(one.tool === tool));
}
