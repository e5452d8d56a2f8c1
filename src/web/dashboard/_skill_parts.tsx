import { raw } from "hono/html";
import type { Diagnostic } from "../../../contracts/problems.ts";
import type { SkillDetails } from "../../../contracts/library/library.ts";
import type { Version, VersionFile } from "../../../contracts/library/versions.ts";
import { utcMinute } from "../../../contracts/utc_time.ts";
import { renderMarkdown } from "../../render/mod.ts";
import { counted, fileSize, Path, Text } from "../kit/text.tsx";
import type { Desk } from "./desk.ts";
import { Action, Confirm, Field, Form } from "./_forms.tsx";

export function Findings({ findings }: { readonly findings: readonly Diagnostic[] }) {
  if (findings.length === 0) return null;
  return (
    <section class="panel problems" aria-labelledby="findings">
      <h2 id="findings">{counted(findings.length, "finding")}</h2>
      <ul>
        {findings.slice(0, 100).map((finding) => (
          <li>
            <Path of={finding.path} />
            {"line" in finding && finding.line !== undefined && `:${finding.line}`}:{" "}
            <Text of={finding.message} /> <code class="fine">{finding.code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function VersionList({ desk, skill, versions }: {
  readonly desk: Desk;
  readonly skill: SkillDetails;
  readonly versions: readonly Version[];
}) {
  if (versions.length === 0) return null;
  const path = `/skills/${skill.name}`;
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ul role="list" class="rows">
        {versions.map((version, index) => {
          const isCurrent = version.label === skill.version;
          const before = versions[index + 1];
          return (
            <li class="row row-block">
              <p>
                <strong>{version.label}</strong>
                <span class="fine">
                  {isCurrent && " · current"}
                  {version.yanked !== null && " · yanked"}
                  {version.standing !== "released" && ` · ${version.standing}`}
                  {version.isOpen && " · open"} · {utcMinute(version.publishedAt)} ·{" "}
                  {counted(version.files, "file")}, {fileSize(version.bytes)}
                </span>
              </p>
              {version.notes !== null && (
                <p class="row-description">
                  <Text of={version.notes} />
                </p>
              )}
              {version.yanked?.reason && (
                <p class="row-description">
                  Yanked: <Text of={version.yanked.reason} />
                </p>
              )}
              <div class="buttons">
                {before !== undefined && version.standing !== "removed" && before.standing !== "removed" && (
                  <a
                    class="button button-quiet"
                    href={`${desk.base}${path}/diff?from=${encodeURIComponent(before.label)}&to=${
                      encodeURIComponent(version.label)
                    }`}
                  >
                    What changed<span class="visually-hidden">{` in ${version.label}`}</span>
                  </a>
                )}
                {!isCurrent && version.yanked === null && version.standing === "released" && (
                  <Action
                    desk={desk}
                    path={`${path}/current`}
                    name="Make current"
                    about={version.label}
                    fields={{ label: version.label }}
                  />
                )}
                {version.yanked === null
                  ? version.standing === "released" && (
                    <Confirm name="Yank" about={version.label}>
                      <Form desk={desk} path={`${path}/yank`}>
                        <input type="hidden" name="label" value={version.label} />
                        <Field id={`reason-${version.sequence}`} name="reason" label="Why" maxlength={200} />
                        <button type="submit">Yes, yank it</button>
                      </Form>
                    </Confirm>
                  )
                  : (
                    <Action
                      desk={desk}
                      path={`${path}/yank`}
                      name="Take the yank back"
                      about={version.label}
                      fields={{ label: version.label, yanked: "0" }}
                    />
                  )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?\n)?---[ \t]*(?:\r?\n|$)/;

/** The current version as an agent gets it. Nothing in it leads anywhere. */
export function Preview({ text, files }: { readonly text: string; readonly files: readonly VersionFile[] }) {
  const [block = ""] = FRONT_MATTER.exec(text) ?? [];
  const { html } = renderMarkdown(text.slice(block.length), {
    file: "SKILL.md",
    headingLevel: 3,
    pageOf: () => null,
    pictureOf: () => null,
  });
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">What an agent gets</h2>
      <div class="prose" dir="auto">
        {block !== "" && (
          <pre class="front-matter" tabindex={0}>
            <code>
              <Text of={block} />
            </code>
          </pre>
        )}
        {raw(html)}
      </div>
      {files.length > 0 && (
        <>
          <h3>Files beside it</h3>
          <ul class="file-list">
            {files.map(({ path, size }) => (
              <li>
                <Path of={path} /> <span class="fine">{fileSize(size)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
