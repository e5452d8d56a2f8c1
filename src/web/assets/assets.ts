import { createHash } from "node:crypto";
import mark from "./_mark.svg" with { type: "text" };
import script from "./_page.js" with { type: "text" };
import base from "./_style_base.css" with { type: "text" };
import circumstances from "./_style_circumstances.css" with { type: "text" };
import dashboard from "./_style_dashboard.css" with { type: "text" };
import docs from "./_style_docs.css" with { type: "text" };
import home from "./_style_home.css" with { type: "text" };
import mount from "./_style_mount.css" with { type: "text" };
import pieces from "./_style_pieces.css" with { type: "text" };
import prose from "./_style_prose.css" with { type: "text" };

/** What pages load besides pictures. The name of each holds the hash of its bytes. */
export interface Assets {
  readonly style: string;
  readonly script: string;
  readonly mark: string;
  /** By path. */
  readonly files: ReadonlyMap<string, { readonly type: string; readonly body: string }>;
  /** Changes with any of them. */
  readonly version: string;
}

const HASH_CHARACTERS = 12;

export function createAssets(): Assets {
  const files = new Map<string, { readonly type: string; readonly body: string }>();
  const add = (name: string, extension: string, type: string, body: string) => {
    const path = `/assets/${name}-${hash(body)}.${extension}`;
    files.set(path, { type, body });
    return path;
  };
  const style = [base, pieces, mount, prose, home, docs, dashboard, circumstances].join("\n");
  return {
    style: add("page", "css", "text/css; charset=utf-8", style),
    script: add("page", "js", "text/javascript; charset=utf-8", script),
    mark: add("mark", "svg", "image/svg+xml", mark),
    files,
    version: hash(style + script + mark),
  };
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS);
}
