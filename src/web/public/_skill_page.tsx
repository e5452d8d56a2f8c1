import { Buffer } from "node:buffer";
import type { ContextSection, Diagnostic, Skill } from "../../../contracts/domain.ts";
import type { Snapshot } from "../../reading/mod.ts";
import { ConnectPanel } from "../kit/connect_panel.tsx";
import { Follow } from "./_follow.tsx";
import { skillFlags } from "./_entries.tsx";
import { Icon } from "../kit/icon.tsx";
import { renderPage } from "../kit/layout.tsx";
import { Markdown, pageOf } from "./_markdown.tsx";
import {
  AddressLine,
  Breadcrumb,
  ConnectJump,
  type MountView,
  pictureOf,
  Provenance,
  Standing,
} from "./_mount_page.tsx";
import { Files, SkillFacts, Use, Warnings } from "./_skill_panels.tsx";
import type { PlaceOf } from "./_served_places.ts";
import type { SkillText } from "./_skill_text.ts";
import { fileSize, Path, Text } from "../kit/text.tsx";

/** A skill as an agent gets it: its rules, its instructions and what it includes, in that order. */
export function skillPage(
  view: MountView,
  snapshot: Snapshot,
  text: SkillText,
  placeOf: PlaceOf,
): string {
  const { links, source } = view;
  const { skill, describedOnly } = text.first;
  return renderPage({
    ...view,
    picture: pictureOf(view),
    title: `${skill.name}, a skill of ${source.repository}`,
    description: skill.description,
    canonical: links.skill(skill.path),
    index: view.listed && skill.unlisted === null && text.start === 0,
    children: (
      <div class="columns">
        <div class="column-main">
          <header class="identity">
            <AddressLine {...view} />
            <Breadcrumb view={view} path={skill.directory} last="SKILL.md" />
            <h1>
              <Text of={skill.name} />
              {skillFlags(skill).map((flag) => <span class="flag">{flag}</span>)}
            </h1>
            <p class="lead">
              <Text of={skill.description} />
            </p>
            <Standing view={view} licence={licenceTag(skill, placeOf, view)} partial={text.first.partial} />
            <ConnectJump />
          </header>
          <Provenance view={view} />
          <Unlisted skill={skill} view={view} />
          {describedOnly === null
            ? <Context view={view} placeOf={placeOf} text={text} />
            : <DescribedOnly skill={skill} sourceUrl={describedOnly.sourceUrl} />}
        </div>
        <div class="column-side">
          {describedOnly === null && <Use skill={skill} view={view} />}
          <SkillFacts skill={skill} view={view} snapshot={snapshot} />
          <Warnings skill={skill} />
          <Files skill={skill} view={view} references={text.first.listing?.references ?? []} />
          <Follow view={view} path={skill.directory} />
          <ConnectPanel frame={view} address={source.address} />
        </div>
      </div>
    ),
  });
}

/** A licence field speaks in SKILL.md itself, which is this page. */
function licenceTag({ licence, path }: Skill, placeOf: PlaceOf, { links }: MountView) {
  if (licence === null) return null;
  return { label: licence.label, page: licence.path === path ? null : pageOf(licence.path, placeOf, links) };
}

const SECTION_NAMES = {
  rules: "Rules that apply",
  instructions: "Instructions",
  include: "Included file",
} as const satisfies Record<ContextSection["kind"], string>;

function Context({ view, placeOf, text }: {
  readonly view: MountView;
  readonly placeOf: PlaceOf;
  readonly text: SkillText;
}) {
  const { skill } = text.first;
  const bytes = Buffer.from(text.text, "utf8");
  return (
    <>
      {text.sections.map((section, part) => {
        const from = Math.max(section.text, text.start) - text.start;
        const to = Math.min(section.end, text.end) - text.start;
        return (
          <section class={`context context-${section.kind}`}>
            <p class="context-label">
              <strong>{SECTION_NAMES[section.kind]}</strong>
              <Path of={section.path} />
              {(section.start < text.start || section.end > text.end) && <span class="flag">a part</span>}
            </p>
            <Markdown
              text={bytes.subarray(from, Math.max(from, to)).toString("utf8")}
              path={section.path}
              placeOf={placeOf}
              links={view.links}
              headingLevel={2}
              part={part}
            />
          </section>
        );
      })}
      <Missing missing={skill.document?.missing ?? []} />
      {(text.start > 0 || text.next !== null) && (
        <nav class="pager" aria-label="Pages of the instructions">
          <p>
            {fileSize(text.end - text.start)} of {fileSize(text.total)}
          </p>
          {text.start > 0 && (
            <a class="button button-quiet" href={view.links.skill(skill.path)}>From the start</a>
          )}
          {text.next !== null && (
            <a class="button button-quiet" href={view.links.skill(skill.path, text.next)} rel="next">
              Continue
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function Missing({ missing }: { readonly missing: readonly Diagnostic[] }) {
  if (missing.length === 0) return null;
  return (
    <div class="note note-warn">
      <Icon name="warning" />
      <div>
        <p>An agent is told that this skill is not complete:</p>
        <ul>
          {missing.map((one) => (
            <li>
              <Path of={one.path} />: <Text of={one.message} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function DescribedOnly({ skill, sourceUrl }: { readonly skill: Skill; readonly sourceUrl: string | null }) {
  return (
    <div class="note note-warn">
      <Icon name="info" />
      <div>
        <p>
          The licence of this skill{skill.licence !== null && (
            <>
              , <Text of={skill.licence.label} />,
            </>
          )} keeps its content at its source. It is described here and not given to agents.
        </p>
        {sourceUrl !== null && (
          <p>
            <a class="button" href={sourceUrl} rel="noreferrer">See it at its source</a>
          </p>
        )}
      </div>
    </div>
  );
}

function Unlisted({ skill, view }: { readonly skill: Skill; readonly view: MountView }) {
  if (skill.unlisted === null) return null;
  return (
    <p class="note">
      <Icon name="info" />
      <span>
        {skill.unlisted === "hidden"
          ? "This skill lies in a hidden directory: it is not listed or searched, and loads by its exact path."
          : "This is a copy: it is not listed or searched, and loads by its exact path."}
        {skill.duplicateOf !== null && (
          <>
            {" "}The listed one is{" "}
            <a href={view.links.skill(skill.duplicateOf)}>
              <Path of={skill.duplicateOf} />
            </a>.
          </>
        )}
      </span>
    </p>
  );
}
