import type { Failure } from "../../contracts/errors.ts";
import type { BrowseResult, MountOverview, SearchResult } from "../../contracts/reading.ts";
import type { Licence, Skill } from "../../contracts/domain.ts";
import { ConnectPanel } from "./_connect_panel.tsx";
import { Entries, Pager, Problems, Row, skillFlags } from "./_entries.tsx";
import { renderPage } from "./_layout.tsx";
import {
  AddressLine,
  Breadcrumb,
  ConnectJump,
  type MountView,
  Provenance,
  Standing,
} from "./_mount_page.tsx";
import { SearchForm, SearchResults } from "./_search.tsx";
import { counted, lastSegment, Path, Text } from "./_text.tsx";

export interface AddressPageContent {
  readonly overview: MountOverview;
  readonly licence: Licence | null;
  readonly browse: BrowseResult;
  /** Listed skills of the mount; empty on the pages of its folders. */
  readonly skills: readonly Skill[];
  readonly search: { readonly query: string; readonly result: SearchResult | Failure } | null;
}

/** The page of an address, of a folder in it, and of what a search found there. */
export function addressPage(view: MountView, content: AddressPageContent): string {
  const { overview, browse, search } = content;
  const { source, links } = view;
  const path = browse.folder.path;
  const isMount = path === source.path && browse.start === 0;
  const name = nameOf(view, content);
  const description = browse.folder.description ?? overview.folder?.description ??
    overview.repositoryDescription ?? `Agent skills of ${source.repository}`;
  return renderPage({
    ...view,
    title: search === null ? name : `${search.query} in ${name}`,
    description,
    canonical: search === null ? links.folder(path) : null,
    index: view.listed && search === null && browse.start === 0,
    children: (
      <div class="columns">
        <div class="column-main">
          <header class="identity">
            <AddressLine source={source} />
            <h1>
              <Text of={name} />
            </h1>
            {(isMount || browse.folder.description !== null) && (
              <p class="lead">
                <Text of={description} />
              </p>
            )}
            <Standing view={view} licence={content.licence} partial={browse.partial.length > 0} />
            <ConnectJump />
          </header>
          <Provenance view={view} />
          <SearchForm view={view} query={search?.query ?? ""} path={path} />
          <SearchResults view={view} query={search?.query ?? ""} result={search?.result ?? null} />
          <div class="contents" data-contents>
            {search === null && (
              <>
                {isMount && <Skills view={view} content={content} />}
                <Folder view={view} content={content} />
                <Problems list={browse.diagnostics} links={links} title="Problems in this folder" />
              </>
            )}
          </div>
        </div>
        <div class="column-side">
          <ConnectPanel origin={view.origin} address={source.address} />
        </div>
      </div>
    ),
  });
}

function nameOf({ source }: MountView, { browse, overview }: AddressPageContent): string {
  const { path, name } = browse.folder;
  if (name !== null) return name;
  if (path !== source.path) return lastSegment(path);
  return overview.folder?.name ??
    (source.path === "" ? repositoryName(source.repository) : lastSegment(source.path));
}

/** `owner/name`, without the key of the host. */
function repositoryName(repository: string): string {
  return repository.slice(repository.indexOf("/") + 1);
}

function Skills({ view, content }: { readonly view: MountView; readonly content: AddressPageContent }) {
  const { skills, overview } = content;
  const { links } = view;
  const state = overview.state.kind === "ready" ? overview.state : null;
  const total = state?.counts.skills ?? 0;
  return (
    <section aria-labelledby="skills">
      <div class="section-head">
        <h2 id="skills">Skills</h2>
        <p>
          {counted(total, "skill")}, {counted(state?.counts.documents ?? 0, "document")}
        </p>
      </div>
      {skills.length === 0 && <p>Nothing here is a skill. Its documents can be read and searched.</p>}
      <ul class="rows rows-grid" role="list">
        {skills.map((skill) => (
          <Row
            icon="skill"
            kind="Skill"
            href={links.skill(skill.path)}
            name={skill.name}
            description={skill.description}
            flags={skillFlags(skill)}
            meta={<Path of={skill.directory} />}
          />
        ))}
      </ul>
      {skills.length > 0 && total > skills.length && (
        <p class="more">
          The first {skills.length} of {total.toLocaleString("en")}: search, or browse the folders.
        </p>
      )}
      {state !== null && state.invalidSkills > 0 && (
        <p class="more">
          {counted(state.invalidSkills, "file")} named SKILL.md could not be read as{" "}
          {state.invalidSkills === 1 ? "a skill" : "skills"}.
        </p>
      )}
    </section>
  );
}

function Folder({ view, content: { browse } }: {
  readonly view: MountView;
  readonly content: AddressPageContent;
}) {
  const { links } = view;
  const { folder, entries, start, total, nextCursor } = browse;
  const readme = folder.overview;
  return (
    <section aria-labelledby="folder">
      <div class="section-head">
        <h2 id="folder">Files</h2>
        <p>{counted(total, "entry", "entries")}</p>
      </div>
      <Breadcrumb view={view} path={folder.path} />
      {readme !== null && (
        <p class="readme">
          <a href={links.file(readme.path)}>
            <Path of={lastSegment(readme.path)} />
          </a>
          {readme.summary !== null && (
            <>
              : <Text of={readme.summary} />
            </>
          )}
        </p>
      )}
      {entries.length === 0
        ? <p>Nothing in this folder is served.</p>
        : <Entries entries={entries} links={links} />}
      <Pager
        shown={entries.length}
        start={start}
        total={total}
        first={links.folder(folder.path)}
        next={nextCursor === null ? null : links.folder(folder.path, nextCursor)}
      />
    </section>
  );
}
