import type { Failure } from "../../../contracts/errors.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import type { SearchItem, SearchResult } from "../../../contracts/reading.ts";
import { failureMessage } from "../../http/mod.ts";
import { Pager, Row } from "./_entries.tsx";
import { Icon } from "../kit/icon.tsx";
import type { MountView } from "./_mount_page.tsx";
import { counted, lastSegment, Path, Text } from "../kit/text.tsx";

/** The form works by itself; the page's script asks for the same URL while somebody types. */
export function SearchForm({ view, query, path }: {
  readonly view: MountView;
  readonly query: string;
  readonly path: string;
}) {
  const scoped = path !== view.source.path;
  return (
    <search>
      <form class="search-form" action={view.links.home} method="get" data-search>
        <label for="q">
          Search {scoped
            ? (
              <>
                in <Path of={path} />
              </>
            )
            : "skills and documents"}
        </label>
        <div class="field">
          <span class="field-icon">
            <Icon name="search" />
          </span>
          <input
            id="q"
            name="q"
            type="search"
            value={query}
            maxlength={MCP_LIMITS.search.query}
            autocomplete="off"
            spellcheck={false}
          />
          {scoped && <input type="hidden" name="path" value={path} />}
          <button type="submit">Search</button>
        </div>
      </form>
    </search>
  );
}

/** Always in the page: a script puts results there, and its status line tells a screen reader how many. */
export function SearchResults({ view, query, result }: {
  readonly view: MountView;
  readonly query: string;
  /** Null: nothing was searched for. */
  readonly result: SearchResult | Failure | null;
}) {
  return (
    <div id="results" class="results">
      <p class="visually-hidden" role="status" data-status></p>
      {result !== null &&
        ("items" in result ? <Found view={view} result={result} /> : (
          <p class="note note-warn">
            <Icon name="warning" />
            <span>{failureMessage(result)}.</span>
          </p>
        ))}
      {result !== null && "items" in result && result.items.length === 0 && (
        <p>
          Search matches words, not meaning: try others that <Text of={query} /> stands for, or{" "}
          <a href={view.links.home}>browse the folders</a>.
        </p>
      )}
    </div>
  );
}

function Found({ view, result }: { readonly view: MountView; readonly result: SearchResult }) {
  const { links } = view;
  const { query, scope, items, start, total, nextCursor } = result;
  return (
    <>
      <h2 data-summary>
        {total === 0 ? "Nothing" : counted(total, "result")} for “<Text of={query} />”
      </h2>
      <ul class="rows" role="list">{items.map((item) => itemRow(item, query, view))}</ul>
      <Pager
        shown={items.length}
        start={start}
        total={total}
        first={links.search(query, scope)}
        next={nextCursor === null ? null : links.search(query, scope, nextCursor)}
      />
    </>
  );
}

function itemRow(item: SearchItem, query: string, { links }: MountView) {
  const skill = item.kind === "skill";
  return (
    <Row
      icon={skill ? "skill" : "file"}
      kind={skill ? "Skill" : "Document"}
      href={skill ? links.skill(item.path) : links.file(item.path)}
      name={item.title ?? lastSegment(item.path)}
      description={item.match.excerpt ?? item.description}
      query={query}
      flags={item.describedOnly === null ? [] : ["described only"]}
      meta={
        <>
          <Path of={item.path} />
          {item.files.map((file) => (
            <>
              {" · "}
              <a href={links.file(file)}>{lastSegment(file)}</a>
            </>
          ))}
          {item.moreFiles > 0 && ` · ${item.moreFiles} more`}
        </>
      }
    />
  );
}
