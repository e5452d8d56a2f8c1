import { raw } from "hono/html";
import type { CatalogDetails } from "../../../contracts/library/public_catalog.ts";
import type { Provenance, Version } from "../../../contracts/library/versions.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { renderMarkdown } from "../../render/mod.ts";
import { Client, Copyable } from "../kit/client_steps.tsx";
import { shellQuoted } from "../kit/connect_lines.ts";
import { type Frame, renderPage } from "../kit/layout.tsx";
import { counted, fileSize, Path, Text } from "../kit/text.tsx";
import { Verified } from "./_cards.tsx";
import { Versions } from "./_versions.tsx";
import { ownerPath, skillPath } from "./skill_links.ts";

export interface SkillShown {
  readonly details: CatalogDetails;
  /** It was asked for by its label. */
  readonly isPinned: boolean;
  /** The newest first. */
  readonly versions: readonly Version[];
  /** Its SKILL.md; null: its licence keeps it with its owner, or it is no text. */
  readonly text: string | null;
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?\n)?---[ \t]*(?:\r?\n|$)/;
const MOST_FINDINGS = 100;
const MOST_FILES = 200;

/** `/skills/<owner>/<name>[@label]`: a published skill as everybody may read it. */
export function skillPage(frame: Frame, shown: SkillShown): string {
  const { details, isPinned, versions, text } = shown;
  const { owner, name, version, description } = details;
  const path = skillPath(owner, name);
  return renderPage({
    ...frame,
    title: `${name} by ${owner}`,
    description,
    canonical: path,
    index: details.isFeatured && !isPinned,
    children: (
      <div class="columns">
        <div class="column-main sheet">
          <p class="fine">
            <a href="/skills">Skills</a> / <a href={ownerPath(owner)}>{owner}</a>
          </p>
          <h1>{name}</h1>
          <p class="lead">
            <Text of={description} />
          </p>
          <Facts details={details} />
          {details.replacedBy !== null && (
            <p class="told">
              Its owner has <a href={`/skills/${details.replacedBy}`}>{details.replacedBy}</a> instead.
            </p>
          )}
          {isPinned && (
            <p class="told">
              This is version {version}. <a href={path}>See the current one</a>
            </p>
          )}
          {text === null
            ? (
              <p class="told">
                Its licence keeps the content with its owner: only the description is shown here.
              </p>
            )
            : <Document text={text} />}
          <Files details={details} />
          <Findings details={details} />
          <Versions details={details} versions={versions} />
        </div>
        <div class="column-side">
          <Install frame={frame} details={details} isPinned={isPinned} />
          <p class="fine">
            <a href={`/dashboard/report/${owner}/${name}`} rel="nofollow">Report this skill</a>
          </p>
        </div>
      </div>
    ),
  });
}

function Facts({ details }: { readonly details: CatalogDetails }) {
  const { version, license, grade, stats, verified, compatibility, allowedTools, publishedAt, provenance } =
    details;
  return (
    <>
      <ul class="standing" role="list">
        {verified && (
          <li>
            <Verified />
          </li>
        )}
        <li class="tag">{version}</li>
        <li class={license === null ? "tag tag-warn" : "tag"}>{license ?? "No licence found"}</li>
        {grade !== null && <li class={grade === "A" ? "tag tag-good" : "tag tag-warn"}>Grade {grade}</li>}
        <li class="tag">{counted(stats.installs, "install")}</li>
        {stats.rating !== null && <li class="tag">{stats.rating} of 5</li>}
        <li class="tag">since {utcDay(publishedAt)}</li>
      </ul>
      <Origin provenance={provenance} />
      {compatibility !== null && (
        <p class="fine">
          Works with: <Text of={compatibility} />
        </p>
      )}
      {allowedTools !== null && (
        <p class="fine">
          Asks for the tools: <Text of={allowedTools} />
        </p>
      )}
    </>
  );
}

const SOURCES = {
  matches: "Its files are those of the commit.",
  differs: "Its files are not those of the commit.",
  unknown: "Whether its files are those of the commit is not known.",
} as const;

function Origin({ provenance }: { readonly provenance: Provenance }) {
  if (provenance.kind === "upload") return <p class="fine">Uploaded by its owner.</p>;
  const { repository, commit, source } = provenance;
  return (
    <p class="fine">
      From <a href={`${repository}@${commit}`}>{repository}</a> at <code>{commit.slice(0, 12)}</code>
      {provenance.kind === "workflow" && ", by a job of the repository"}. {SOURCES[source]}
    </p>
  );
}

function Document({ text }: { readonly text: string }) {
  const [block = ""] = FRONT_MATTER.exec(text) ?? [];
  const { html } = renderMarkdown(text.slice(block.length), {
    file: "SKILL.md",
    headingLevel: 3,
    pageOf: () => null,
    pictureOf: () => null,
  });
  return (
    <section aria-labelledby="document">
      <h2 id="document">What an agent gets</h2>
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
    </section>
  );
}

function Files({ details: { files, owner, name, version } }: { readonly details: CatalogDetails }) {
  if (files.length === 0) return null;
  const api = `/api/v1/catalog/skills/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/files/`;
  return (
    <section aria-labelledby="files">
      <h2 id="files">{counted(files.length, "file")} beside it</h2>
      <ul class="file-list">
        {files.slice(0, MOST_FILES).map(({ path, size }) => (
          <li>
            <a
              href={`${api}${path.split("/").map(encodeURIComponent).join("/")}?version=${
                encodeURIComponent(version)
              }`}
            >
              <Path of={path} />
            </a>{" "}
            <span class="fine">{fileSize(size)}</span>
          </li>
        ))}
      </ul>
      {files.length > MOST_FILES && <p class="fine">The first {MOST_FILES} are shown.</p>}
    </section>
  );
}

function Findings({ details: { findings } }: { readonly details: CatalogDetails }) {
  if (findings.length === 0) return null;
  return (
    <section class="panel problems" aria-labelledby="findings">
      <h2 id="findings">{counted(findings.length, "finding")}</h2>
      <p>
        A look at every text of the version found these. <a href="/docs/safety-findings">What they mean</a>
      </p>
      <ul>
        {findings.slice(0, MOST_FINDINGS).map((finding) => (
          <li>
            <Path of={finding.path} />
            {finding.line !== undefined && `:${finding.line}`}: <Text of={finding.message} />{" "}
            <code class="fine">{finding.code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Install({ frame: { origin }, details: { owner, name, version, isDescribedOnly }, isPinned }: {
  readonly frame: Frame;
  readonly details: CatalogDetails;
  readonly isPinned: boolean;
}) {
  if (origin === null || isDescribedOnly) return null;
  const url = origin + skillPath(owner, name, isPinned ? version : undefined);
  return (
    <section class="connect" aria-labelledby="install">
      <h2 id="install">Use it</h2>
      <p>Install it into an agent of this machine:</p>
      <Copyable text={`npx skills add ${shellQuoted(url)}`} label="the command" />
      <Client name="Claude Code">
        <p>As a plugin of its owner’s marketplace:</p>
        <Copyable
          text={`/plugin marketplace add ${origin}${ownerPath(owner)}/marketplace.json`}
          label="the marketplace"
        />
        <Copyable text={`/plugin install ${name}@${owner}-skills`} label="the plugin" />
      </Client>
      <Client name="Your library">
        <p>
          Whoever has an account adds it at its <a href="/dashboard">dashboard</a>, as{" "}
          <code>{owner}/{name}</code>: then every agent that is connected to the account has it, and its
          updates.
        </p>
      </Client>
      <Client name="A program">
        <Copyable text={`curl ${origin}/api/v1/catalog/skills/${owner}/${name}`} label="the command" />
      </Client>
    </section>
  );
}
