import type { CatalogDetails } from "../../../contracts/library/public_catalog.ts";
import type { Version } from "../../../contracts/library/versions.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { counted, Text } from "../kit/text.tsx";
import { skillPath } from "./skill_links.ts";

const MOST_VERSIONS = 50;

/** What was published of a skill, and how to see what changed. */
export function Versions({ details: { owner, name, version: current }, versions }: {
  readonly details: CatalogDetails;
  readonly versions: readonly Version[];
}) {
  const others = versions.filter(({ label, standing }) => label !== current && standing === "released");
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{counted(versions.length, "version")}</h2>
      <ul role="list" class="rows">
        {versions.slice(0, MOST_VERSIONS).map((version, index) => {
          const before = versions[index + 1];
          return (
            <li class="row row-block">
              <p>
                <a href={skillPath(owner, name, version.label)}>
                  <strong>{version.label}</strong>
                </a>
                <span class="fine">
                  {version.label === current && " · shown"}
                  {version.yanked !== null && " · yanked"}
                  {version.standing === "removed" && " · removed"} · {utcDay(version.publishedAt)} ·{" "}
                  <code title={`sha256:${version.digest}`}>{version.digest.slice(0, 12)}</code>
                </span>
              </p>
              {version.notes !== null && (
                <p class="row-description">
                  <Text of={version.notes} />
                </p>
              )}
              {before !== undefined && version.standing === "released" && before.standing === "released" && (
                <a
                  class="button button-quiet"
                  href={`${skillPath(owner, name, version.label)}?from=${encodeURIComponent(before.label)}`}
                >
                  What changed<span class="visually-hidden">{` in ${version.label}`}</span>
                </a>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <form method="get" action={skillPath(owner, name, current)}>
          <p class="form-field">
            <label for="from">What changed in {current} since</label>
            <select id="from" name="from">
              {others.slice(0, MOST_VERSIONS).map(({ label }) => <option value={label}>{label}</option>)}
            </select>
          </p>
          <button type="submit" class="button-quiet">Compare</button>
        </form>
      )}
    </section>
  );
}
