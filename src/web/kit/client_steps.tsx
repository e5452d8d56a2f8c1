import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { visibleText } from "../../render/mod.ts";

/** Text to be copied: selectable in one go, and with a button where scripts run. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="copyable">
      <code>{raw(visibleText(text).replaceAll("/", "/<wbr>"))}</code>
      <button type="button" class="copy" data-copy={text} aria-label={`Copy ${label}`}>Copy</button>
    </div>
  );
}

/** What to do in one client, shown when its name is chosen. */
export function Client({ name, open = false, children }: {
  readonly name: string;
  readonly open?: boolean;
  readonly children: Child;
}) {
  return (
    <details class="client" name="client" open={open}>
      <summary>{name}</summary>
      <div class="client-steps">{children}</div>
    </details>
  );
}

/** A client that a link sets up, or a person by hand: `children` leads to `text`. */
export function LinkedClient({ name, app = name, link, text, label, children }: {
  readonly name: string;
  /** What the link says it adds to. */
  readonly app?: string;
  readonly link: string;
  readonly text: string;
  readonly label: string;
  readonly children: Child;
}) {
  return (
    <Client name={name}>
      <p>
        <a class="button" href={link}>Add to {app}</a>
      </p>
      <p>{children}</p>
      <Copyable text={text} label={label} />
    </Client>
  );
}
