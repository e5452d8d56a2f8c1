import type { Child } from "hono/jsx";
import type { Skill } from "../../../contracts/domain.ts";
import type { Snapshot } from "../../reading/mod.ts";
import { Copyable } from "../kit/client_steps.tsx";
import { problemText } from "./_entries.tsx";
import { Icon } from "../kit/icon.tsx";
import type { MountView } from "./_mount_page.tsx";
import { counted, fileSize, Path, Text } from "../kit/text.tsx";
import { shellQuoted } from "../kit/connect_lines.ts";

const SHOWN_FILES = 200;
const SHOWN_WARNINGS = 32;

/** How to have the skill without an agent, and with one. */
export function Use({ skill, view }: { readonly skill: Skill; readonly view: MountView }) {
  const { links, origin, source } = view;
  return (
    <section class="panel" aria-labelledby="use">
      <h2 id="use">Take it with you</h2>
      <p class="buttons">
        <a class="button" href={links.archive(skill.path, "zip")} download>Download .zip</a>
        <a class="button button-quiet" href={links.archive(skill.path, "tar.gz")} download>.tar.gz</a>
      </p>
      {origin !== null && (
        <>
          <p>Install its files, without an agent:</p>
          <Copyable text={installLine(origin + source.address, skill.name)} label="the install command" />
        </>
      )}
      <p>A connected agent loads it by its path:</p>
      <Copyable text={skill.path} label="the path of the skill" />
    </section>
  );
}

function installLine(url: string, name: string): string {
  return `npx skills add ${shellQuoted(url)} --skill ${shellQuoted(name)}`;
}

/** What its front matter and the index say of it. */
export function SkillFacts({ skill, view, snapshot }: {
  readonly skill: Skill;
  readonly view: MountView;
  readonly snapshot: Snapshot;
}) {
  const { document, licence, allowedTools } = skill;
  const source = snapshot.webUrl(skill.path);
  const facts: [name: string, value: Child][] = [];
  if (licence !== null) {
    facts.push([
      "Licence",
      <>
        {<Text of={licence.label} />} ({[licence.path, ...licence.otherPaths ?? []].map((path, index) => (
          <>
            {index > 0 && ", "}
            <Path of={path} />
          </>
        ))})
      </>,
    ]);
  }
  if (skill.compatibility !== null) facts.push(["Compatibility", <Text of={skill.compatibility} />]);
  if (allowedTools !== null) {
    facts.push([
      "Allowed tools",
      <Text of={typeof allowedTools === "string" ? allowedTools : allowedTools.join(", ")} />,
    ]);
  }
  for (const [name, value] of skill.metadata) facts.push([name, <Text of={value} />]);
  if (document !== null) {
    facts.push(["Size", fileSize(document.bytes)]);
    facts.push(["SHA-256", <code class="digest">{document.sha256}</code>]);
  }
  facts.push([
    "Source",
    <>
      <a href={view.links.file(skill.path)}>SKILL.md as written</a>
      {source !== null && (
        <>
          , <a href={source} rel="noreferrer">at its host</a>
        </>
      )}
    </>,
  ]);
  return (
    <section class="panel" aria-labelledby="facts">
      <h2 id="facts">About it</h2>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div>
            <dt>
              <Text of={name} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What its author should know. */
export function Warnings({ skill }: { readonly skill: Skill }) {
  const { warnings } = skill;
  if (warnings.length === 0) return null;
  return (
    <section class="panel problems" aria-labelledby="warnings">
      <h2 id="warnings">
        <Icon name="warning" /> {counted(warnings.length, "warning")}
      </h2>
      <ul>
        {warnings.slice(0, SHOWN_WARNINGS).map((warning) => (
          <li>
            <Text of={problemText(warning)} />
          </li>
        ))}
      </ul>
      {warnings.length > SHOWN_WARNINGS && <p>and {warnings.length - SHOWN_WARNINGS} more</p>}
    </section>
  );
}

/** What lies beside it and what it links to. */
export function Files({ skill, view, references }: {
  readonly skill: Skill;
  readonly view: MountView;
  readonly references: readonly string[];
}) {
  const { links } = view;
  const { files } = skill;
  const start = skill.directory === "" ? 0 : skill.directory.length + 1;
  const outside = references.filter((path) => !files.some((file) => file === path));
  if (files.length + outside.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="files">
      <h2 id="files">Files</h2>
      <ul class="file-list">
        {files.slice(0, SHOWN_FILES).map((file) => (
          <li>
            <a href={links.file(file)}>
              <Path of={file.slice(start)} />
            </a>
          </li>
        ))}
      </ul>
      {files.length > SHOWN_FILES && (
        <p>
          <a href={links.folder(skill.directory)}>All {files.length.toLocaleString("en")} files</a>
        </p>
      )}
      {outside.length > 0 && (
        <>
          <h3>It refers to</h3>
          <ul class="file-list">
            {outside.slice(0, SHOWN_FILES).map((path) => (
              <li>
                <a href={links.file(path)}>
                  <Path of={path} />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
