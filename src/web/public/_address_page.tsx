import type { Failure } from "../../../contracts/errors.ts";
import type { BrowseResult, MountContents, SearchResult } from "../../../contracts/reading.ts";
import { Follow } from "./_follow.tsx";
import { ConnectPanel } from "../kit/connect_panel.tsx";
import { Entries, Pager, Problems, Row, skillFlags } from "./_entries.tsx";
import { renderPage } from "../kit/layout.tsx";
import {
  AddressLine,
  Breadcrumb,
  ConnectJump,
  type MountView,
  pictureOf,
  Provenance,
  repositoryName,
  Standing,
} from "./_mount_page.tsx";
import type { MountLinks } from "./_mount_links.ts";
import { SearchForm, SearchResults } from "./_search.tsx";
import { counted, lastSegment, Path, Text } from "../kit/text.tsx";

interface AddressPageContent {
  readonly contents: MountContents;
  readonly browse: BrowseResult;
  /** Where the mount shows a path; null for what it does not serve. */
  readonly pageOf: (path: string) => string | null;
  readonly search: { readonly query: string; readonly result: SearchResult | Failure } | null;
}

/** The page of an address, of a folder in it, and of what a search found there. */
export function addressPage(view: MountView, content: AddressPageContent): string {
  const { contents, browse, search } = content;
  const { source, links, mount } = view;
  const { path } = browse.folder;
  const { licence } = contents;
  const isMount = path === source.path && browse.start === 0;
  const name = nameOf(view, content);
  const description = browse.folder.description ?? contents.folder.description ??
    mount.repository.description ?? `Agent skills of ${source.repository}`;
  return renderPage({
    ...view,
    picture: pictureOf(view),
    title: search === null ? name : `${search.query} in ${name}`,
    description,
    canonical: search === null ? links.folder(path) : null,
    index: view.listed && search === null && browse.start === 0,
    children: (
      <div class="columns">
        <div class="column-main">
          <header class="identity">
            <AddressLine {...view} />
            <h1>
              <Text of={name} />
            </h1>
            {(isMount || browse.folder.description !== null) && (
              <p class="lead">
                <Text of={description} />
              </p>
            )}
            <Standing
              view={view}
              licence={licence && { label: licence.label, page: content.pageOf(licence.path) }}
              partial={browse.partial}
            />
            <ConnectJump />
          </header>
          <Provenance view={view} />
          <SearchForm view={view} query={search?.query ?? ""} path={path} />
          <SearchResults view={view} query={search?.query ?? ""} result={search?.result ?? null} />
          <div class="contents" data-contents>
            {search === null && (
              <>
                {isMount && <Skills contents={contents} links={links} />}
                <Folder view={view} browse={browse} />
                <Problems list={browse.diagnostics} title="Problems in this folder" pageOf={content.pageOf} />
              </>
            )}
          </div>
        </div>
        <div class="column-side">
          <ConnectPanel frame={view} address={source.address} />
          {isMount && <Follow view={view} path={path} />}
        </div>
      </div>
    ),
  });
}

function nameOf({ source }: MountView, { browse, contents }: AddressPageContent): string {
  const { path, name } = browse.folder;
  if (name !== null) return name;
  if (path !== source.path) return lastSegment(path);
  return contents.folder.name ?? (path === "" ? repositoryName(source.repository) : lastSegment(path));
}

function Skills({ contents, links }: { readonly contents: MountContents; readonly links: MountLinks }) {
  const { folder: { counts }, skills, invalidSkills } = contents;
  return (
    <section aria-labelledby="skills">
      <div class="section-head">
        <h2 id="skills">Skills</h2>
        <p>{counted(counts.skills, "skill")}, {counted(counts.documents, "document")}</p>
      </div>
      {skills.shown.length === 0
        ? (
          <p>
            {counts.documents > 0
              ? "Nothing here is a skill. Its documents can be read and searched."
              : "Nothing here is a skill or a document."}
          </p>
        )
        : (
          <ul class="rows rows-grid" role="list">
            {skills.shown.map((skill) => (
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
        )}
      {skills.more > 0 && (
        <p class="more">{skills.more.toLocaleString("en")} more: search, or browse the folders.</p>
      )}
      {invalidSkills > 0 && (
        <p class="more">
          {counted(invalidSkills, "file")} named SKILL.md could not be read as{" "}
          {invalidSkills === 1 ? "a skill" : "skills"}.
        </p>
      )}
    </section>
  );
}

function Folder({ view, browse }: { readonly view: MountView; readonly browse: BrowseResult }) {
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
