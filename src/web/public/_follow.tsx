import type { MountView } from "./_mount_page.tsx";

/** Where to see what changes in an address, or in a directory of it. */
export function Follow({ view, path }: {
  readonly view: MountView;
  /** A directory inside the mount. */
  readonly path: string;
}) {
  const { links, hasUsage } = view;
  return (
    <section class="panel" aria-labelledby="follow">
      <h2 id="follow">Follow it</h2>
      <p>
        <a href={links.diff(path)}>What changed</a> from one version to another
      </p>
      {hasUsage && (
        <p>
          <a href={links.usage}>What agents use of it</a>, for its owners
        </p>
      )}
    </section>
  );
}
