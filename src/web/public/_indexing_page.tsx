import type { IndexProgress } from "../../../contracts/index_progress.ts";
import { renderPage } from "../kit/layout.tsx";
import { AddressLine, type MountView, repositoryName } from "./_mount_page.tsx";
import { ConnectPanel } from "../kit/connect_panel.tsx";
import { Text } from "../kit/text.tsx";

const REFRESH_SECONDS = 3;

/**
 * While a commit is read for the first time. It asks for itself until there is something to see.
 *
 * @param progress Null where this process knows nothing of it.
 */
export function indexingPage(view: MountView, progress: IndexProgress | null): string {
  const { source, mount } = view;
  return renderPage({
    ...view,
    title: source.repository,
    description: mount.repository.description ?? `Agent skills of ${source.repository}`,
    canonical: null,
    index: false,
    refreshSeconds: REFRESH_SECONDS,
    children: (
      <div class="columns" data-indexing>
        <div class="column-main">
          <header class="identity">
            <AddressLine {...view} />
            <h1>
              <Text of={repositoryName(source.repository)} />
            </h1>
            {mount.repository.description !== null && (
              <p class="lead">
                <Text of={mount.repository.description} />
              </p>
            )}
          </header>
          <div class="indexing">
            <Progress of={progress} />
            <p role="status">
              <strong>
                Reading commit <code>{source.commit.slice(0, 12)}</code> for the first time.
              </strong>
            </p>
            <p>
              Small repositories take a second or two, large ones up to a minute. This page turns into the
              result by itself; an agent may connect already.
            </p>
          </div>
        </div>
        <div class="column-side">
          <ConnectPanel frame={view} address={source.address} />
        </div>
      </div>
    ),
  });
}

const STAGES = {
  listing: "Listing its files",
  fetching: "Fetching files",
  reading: "Reading files for search",
} as const satisfies Record<IndexProgress["stage"], string>;

function Progress({ of }: { readonly of: IndexProgress | null }) {
  const isCounted = of !== null && of.total > 0;
  return (
    <div class="progress" data-progress>
      <label for="progress">
        {of === null ? "Getting ready" : STAGES[of.stage]}
        {isCounted && `: ${of.done.toLocaleString("en")} of ${of.total.toLocaleString("en")}`}
      </label>
      <progress id="progress" {...(isCounted && { value: of.done, max: of.total })}></progress>
    </div>
  );
}
