import { raw } from "hono/html";
import { renderMarkdown } from "../../render/mod.ts";
import { type Doc, DOCS } from "./_docs.ts";
import { type Frame, renderPage } from "../kit/layout.tsx";

const ALL = DOCS.flatMap(({ docs }) => docs);
const DESCRIPTION_CHARACTERS = 160;

/** What makes the page at a path below `/docs`, or at `/docs` itself; null where there is none. */
type DocsPage = (path: string) => ((frame: Frame) => string) | null;

/** Lays out each document once, when it is first asked for: they change with the server alone. */
export function createDocsPage(): DocsPage {
  const articles = new Map<Doc, string>();
  return (path) => {
    if (path === "/docs") return contents;
    const doc = ALL.find(({ name }) => path === docPath(name));
    if (doc === undefined) return null;
    return (frame) => {
      const article = articles.get(doc) ?? htmlOf(doc);
      articles.set(doc, article);
      return page(frame, path, doc, article);
    };
  };
}

function page(frame: Frame, path: string, doc: Doc, article: string): string {
  return renderPage({
    ...frame,
    title: doc.title,
    description: firstSentences(doc),
    canonical: path,
    index: true,
    children: (
      <div class="docs">
        <DocsNav current={doc} />
        <article class="prose">{raw(article)}</article>
      </div>
    ),
  });
}

function contents(frame: Frame): string {
  return renderPage({
    ...frame,
    title: "Documentation",
    description: "How to connect a client, write a skill repository, and run a server.",
    canonical: "/docs",
    index: true,
    children: (
      <div class="narrow">
        <h1>Documentation</h1>
        {DOCS.map(({ title, docs }) => (
          <section class="docs-group">
            <h2>{title}</h2>
            <ul>
              {docs.map((doc) => (
                <li>
                  <a href={docPath(doc.name)}>{doc.title}</a>
                  <p>{firstSentences(doc)}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p>
          Programs: <a href="/api/docs">the REST API</a>, and{" "}
          <a href="/api/v1/openapi.json">its description</a>.
        </p>
      </div>
    ),
  });
}

function DocsNav({ current }: { readonly current: Doc }) {
  return (
    <nav class="docs-nav" aria-label="Documentation">
      {DOCS.map(({ title, docs }) => (
        <>
          <p>{title}</p>
          <ul>
            {docs.map(({ name, title }) => (
              <li>
                <a href={docPath(name)} aria-current={name === current.name ? "page" : undefined}>{title}</a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </nav>
  );
}

function htmlOf({ name, text }: Doc): string {
  const pageOf = (path: string) =>
    ALL.some((doc) => path === `docs/${doc.name}.md`) ? `/${path.slice(0, -3)}` : null;
  return renderMarkdown(text, { file: `docs/${name}.md`, headingLevel: 1, pageOf, pictureOf: () => null })
    .html;
}

function docPath(name: string): string {
  return `/docs/${name}`;
}

/** The first paragraph as plain text. */
function firstSentences({ text }: Doc): string {
  const paragraph = text.split("\n\n").find((block) => /^[\w"[]/.test(block)) ?? "";
  const words = paragraph.replace(/\s+/g, " ").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
  if (words.length <= DESCRIPTION_CHARACTERS) return words;
  return `${words.slice(0, words.lastIndexOf(" ", DESCRIPTION_CHARACTERS))} …`;
}
