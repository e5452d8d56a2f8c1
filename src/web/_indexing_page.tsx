import { renderPage } from "./_layout.tsx";
import { AddressLine, type MountView, repositoryName } from "./_mount_page.tsx";
import { ConnectPanel } from "./_connect_panel.tsx";
import { Text } from "./_text.tsx";

const REFRESH_SECONDS = 3;

/** While a commit is read for the first time. It asks for itself until there is something to see. */
export function indexingPage(view: MountView): string {
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
          <div class="indexing" role="status">
            <div class="progress">
              <span></span>
            </div>
            <p>
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
          <ConnectPanel origin={view.origin} address={source.address} />
        </div>
      </div>
    ),
  });
}
