import { raw } from "hono/html";
import type { FileRow } from "../../../contracts/catalog_view.ts";
import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import type { FileResult } from "../../../contracts/reading.ts";
import type { Snapshot } from "../../reading/mod.ts";
import { highlight } from "../../render/mod.ts";
import { Icon } from "../kit/icon.tsx";
import { renderPage } from "../kit/layout.tsx";
import { isMarkdown, isPicture, Markdown } from "./_markdown.tsx";
import { AddressLine, Breadcrumb, type MountView, pictureOf, Provenance, Standing } from "./_mount_page.tsx";
import type { PlaceOf } from "./_served_places.ts";
import { counted, fileSize, lastSegment, Text } from "../kit/text.tsx";

interface FilePageContent {
  readonly path: string;
  /** Null: no file of that path is served. */
  readonly file: FileRow | null;
  /** A page of its text, or why there is none. */
  readonly text: FileResult | Failure;
  /** As written, also where it could be laid out. */
  readonly asSource: boolean;
}

/** A file as a person reads it: laid out, highlighted, as a picture, or named with where to get it. */
export function filePage(
  view: MountView,
  snapshot: Snapshot,
  content: FilePageContent,
  placeOf: PlaceOf,
): string {
  const { links, source } = view;
  const { path, file, text } = content;
  const at = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
  const name = lastSegment(path);
  const web = file === null ? null : snapshot.webUrl(file.path);
  return renderPage({
    ...view,
    picture: pictureOf(view),
    title: `${name} of ${source.repository}`,
    description: file?.summary ?? file?.title ?? `The file ${path} of ${source.repository}`,
    canonical: file === null ? null : links.file(path),
    index: view.listed && "text" in text && text.offset === 0 && !content.asSource,
    children: (
      <div class="reading">
        <header class="identity">
          <AddressLine {...view} />
          <Breadcrumb view={view} path={at} last={name} />
          <h1>
            <Text of={name} />
          </h1>
          <Standing view={view} partial={snapshot.view.partial} />
        </header>
        <Provenance view={view} />
        {file !== null && (
          <p class="file-bar">
            <span>
              {fileSize(file.size, file.least)}
              {file.characters !== null && `, ${counted(file.characters, "character")}`}
            </span>
            {isMarkdown(path) && "text" in text && (content.asSource
              ? <a href={links.file(path)}>Laid out</a>
              : <a href={links.file(path, { source: true })}>As written</a>)}
            {file.stored && <a href={links.raw(path)}>Bytes</a>}
            {web !== null && <a href={web} rel="noreferrer">At its host</a>}
          </p>
        )}
        {file?.lfsPointer && (
          <p class="note note-warn">
            <Icon name="info" />
            <span>This is a Git LFS pointer: it stands for a file that only the host has.</span>
          </p>
        )}
        <Body view={view} placeOf={placeOf} content={content} />
      </div>
    ),
  });
}

function Body({ view, placeOf, content }: {
  readonly view: MountView;
  readonly placeOf: PlaceOf;
  readonly content: FilePageContent;
}) {
  const { path, file, text, asSource } = content;
  const { links } = view;
  const picture = file !== null && file.stored && isPicture(path) && !file.lfsPointer;
  if (!("text" in text)) {
    return picture ? <Picture src={links.raw(path)} path={path} /> : <NotShown failure={text} />;
  }
  const whole = text.offset === 0 && text.nextOffset === null;
  return (
    <>
      {picture && whole && <Picture src={links.raw(path)} path={path} />}
      {isMarkdown(path) && whole && !asSource
        ? (
          <Markdown
            whole
            text={text.text}
            path={text.path}
            placeOf={placeOf}
            links={links}
            headingLevel={2}
          />
        )
        : <pre class="source"><code>{raw(highlight(text.text, extensionOf(path)))}</code></pre>}
      {!whole && (
        <nav class="pager" aria-label="Pages of the file">
          <p>
            Characters {(text.offset + 1).toLocaleString("en")} to{" "}
            {(text.offset + text.length).toLocaleString("en")} of {text.totalLength.toLocaleString("en")}
          </p>
          {text.offset > 0 && <a class="button button-quiet" href={links.file(path)}>First page</a>}
          {text.nextOffset !== null && (
            <a class="button button-quiet" href={links.file(path, { offset: text.nextOffset })} rel="next">
              Next page
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function Picture({ src, path }: { readonly src: string; readonly path: string }) {
  return (
    <figure class="picture-frame">
      <img src={src} alt={`The picture ${lastSegment(path)}`} />
    </figure>
  );
}

/** Too large, no text, or kept at its source: why, and where it is. */
function NotShown({ failure }: { readonly failure: Failure }) {
  const { reason, hint, sourceUrl } = failure;
  return (
    <div class="note note-warn">
      <Icon name="info" />
      <div>
        <p>
          <strong>{ERRORS[failure.code].sentence}</strong>
          {reason !== undefined && (
            <>
              : <Text of={reason} />
            </>
          )}.
        </p>
        {hint !== undefined && sourceUrl === undefined && <p>{hint}.</p>}
        {sourceUrl !== undefined && (
          <p>
            <a class="button" href={sourceUrl} rel="noreferrer">Get it at its source</a>
          </p>
        )}
      </div>
    </div>
  );
}

function extensionOf(path: string): string {
  const name = lastSegment(path).toLowerCase();
  return name === "dockerfile" || name === "makefile" ? name : name.slice(name.lastIndexOf(".") + 1);
}
