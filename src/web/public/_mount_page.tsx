import type { Child } from "hono/jsx";
import type { Catalog } from "../../../contracts/domain.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { CommitCitation } from "../../../contracts/source.ts";
import { partialLine, revisionName, staleFactsLines, staleLines } from "../../render/mod.ts";
import { Icon } from "../kit/icon.tsx";
import type { Frame } from "../kit/layout.tsx";
import type { MountLinks } from "./_mount_links.ts";
import { lastSegment, Text } from "../kit/text.tsx";

/** One mount as a visitor sees it: what every page about it is given. */
export interface MountView extends Frame {
  readonly mount: Mount;
  readonly source: CommitCitation;
  readonly links: MountLinks;
  /** Search engines may list its pages (docs/design/rest.md "Pages"). */
  readonly listed: boolean;
  /** Whether this server counts what is used. */
  readonly hasUsage: boolean;
}

const SHORT_HASH = 12;

/** The address in its parts, as a person learns to read it. */
export function AddressLine({ mount, source, links }: Pick<MountView, "mount" | "source" | "links">) {
  const [host = "", ...names] = source.repository.split("/");
  const repo = names.pop() ?? "";
  const rest = source.address.slice(source.repository.length + 1);
  const end = rest.startsWith("@") ? endOfRef(rest) : 0;
  return (
    <p class="address-line">
      {mount.repository.picture !== null && <img src={links.icon} alt="" width="28" height="28" />}
      <a href={source.address}>
        <span class="part-host">/{host}</span>
        <wbr />
        <span class="part-owner">/{names.join("/")}</span>
        <wbr />
        <span class="part-repo">/{repo}</span>
        <wbr />
        {end > 0 && <span class="part-ref">{rest.slice(0, end)}</span>}
        {end < rest.length && <span class="part-path">{rest.slice(end)}</span>}
      </a>
    </p>
  );
}

function endOfRef(rest: string): number {
  const end = rest.search(/:/);
  const found = end >= 0 ? end : rest.indexOf("/");
  return found < 0 ? rest.length : found;
}

/** `owner/name`, without the key of the host. */
export function repositoryName(repository: string): string {
  return repository.slice(repository.indexOf("/") + 1);
}

/** What links to a page about the mount are illustrated with; null without one. */
export function pictureOf({ mount, links }: MountView): string | null {
  return mount.repository.picture === null ? null : links.icon;
}

/** What the commit is, who vouches for it and how complete it is. */
export function Standing({ view, licence, partial }: {
  readonly view: MountView;
  /** Undefined: the page is not about anything that has one. */
  readonly licence?: { readonly label: string; readonly page: string | null } | null;
  readonly partial: Catalog["partial"];
}) {
  const { source } = view;
  const { commit, pinned } = source;
  return (
    <>
      <ul class="standing" role="list">
        {source.verified && (
          <li class="tag tag-good">
            <Icon name="check" /> Verified
          </li>
        )}
        {licence === null && <li class="tag tag-warn">No licence found</li>}
        {licence && (
          <li class="tag">
            <span>Licence</span>
            {licence.page === null ? <Text of={licence.label} /> : (
              <a href={licence.page}>
                <Text of={licence.label} />
              </a>
            )}
          </li>
        )}
        <li class="tag">
          <Text of={revisionName(source)} />
          {pinned
            ? <code>{commit.slice(0, SHORT_HASH)}</code>
            : (
              <a href={source.pinnedAddress} title={`Pin commit ${commit}`}>
                <code>{commit.slice(0, SHORT_HASH)}</code>
              </a>
            )}
        </li>
        {partial.length > 0 && (
          <li class="tag tag-warn">
            <Icon name="warning" /> Partial
          </li>
        )}
        {source.stale !== undefined && <li class="tag tag-warn">Not confirmed by its host lately</li>}
      </ul>
      {[
        ...staleLines(source),
        ...staleFactsLines(source),
        ...(partial.length > 0 ? [partialLine(partial)] : []),
      ].map((line) => (
        <p class="fine">
          <Text of={line} />
        </p>
      ))}
    </>
  );
}

/** Leads past everything to the panel, where a narrow page has it at its end. */
export function ConnectJump() {
  return (
    <p class="jump">
      <a class="button" href="#connect">Connect an agent</a>
    </p>
  );
}

/** Who answers for the content, where no operator does (docs/design/mcp.md "Indexing and trust"). */
export function Provenance({ view }: { readonly view: MountView }) {
  if (view.source.verified) return null;
  return (
    <p class="note">
      <Icon name="info" />
      <span>
        Nobody here has reviewed this repository. Its skills are instructions that an agent follows: read them
        before you connect.
      </span>
    </p>
  );
}

/** Where a page is in its mount, from the mounted directory down. */
export function Breadcrumb({ view, path, last }: {
  readonly view: MountView;
  /** A directory inside the mount. */
  readonly path: string;
  /** What the page shows in it, where it is no directory itself. */
  readonly last?: string;
}) {
  const { source, links } = view;
  const steps: Child[] = [];
  const mounted = source.path === "" ? 0 : source.path.length + 1;
  const below = path.slice(mounted).split("/").filter((segment) => segment !== "");
  const root = lastSegment(source.path === "" ? source.repository : source.path);
  const add = (href: string, label: string, current: boolean) =>
    steps.push(
      <li>
        {current
          ? (
            <span aria-current="page">
              <Text of={label} />
            </span>
          )
          : (
            <a href={href}>
              <Text of={label} />
            </a>
          )}
      </li>,
    );
  add(links.home, root, below.length === 0 && last === undefined);
  below.forEach((segment, index) => {
    const folder = source.path + (mounted > 0 ? "/" : "") + below.slice(0, index + 1).join("/");
    add(links.folder(folder), segment, index === below.length - 1 && last === undefined);
  });
  if (last !== undefined) add("", last, true);
  return (
    <nav class="breadcrumb" aria-label="Folders">
      <ol role="list">{steps}</ol>
    </nav>
  );
}
