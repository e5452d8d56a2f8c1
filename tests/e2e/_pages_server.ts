import { dirname } from "node:path";
import { HOSTILE } from "../support/hostile_pages.ts";
import { devServer } from "./_dev_server.ts";

const PNG = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (character) => character.charCodeAt(0),
);

const LONG_BODY = Array.from({ length: 1500 }, (_, line) => `${line + 1}. Zähle bis ${line * line}.\n`).join(
  "",
);

/** Something of everything that a page shows. */
const LIBRARY: Readonly<Record<string, string | Uint8Array>> = {
  "acme/library/SKILLCDN.md":
    "---\nname: Acme library\ndescription: Skills for tests.\n---\nFollow the house rules.\n",
  "acme/library/README.md": "# Acme library\n\nWhat this library holds.\n",
  "acme/library/LICENSE": "MIT License\n\nCopyright (c) Acme\n",
  "acme/library/docs/voice.md": "# Voice\n\nPlain words.\n",
  "acme/library/docs/tour.md":
    "# Tour\n\n![The logo](../marketing/skills/ad-copy/logo.png)\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n" +
    "```sh\nls -la # all\n```\n\n- [Voice](voice.md)\n- [Outside](https://example.com/)\n\n#### Deep\n",
  "acme/library/marketing/SKILLCDN.md": "---\ndescription: Customer work.\n---\nWrite for customers.\n",
  "acme/library/marketing/skills/ad-copy/SKILL.md":
    "---\nname: ad-copy\ndescription: Writes short ads for every channel.\nlicense: MIT\nskillcdn:\n" +
    `  include:\n    - /docs/voice.md\n---\n${LONG_BODY}`,
  "acme/library/marketing/skills/ad-copy/references/limits.md": "# Limits\n\nThirty characters.\n",
  "acme/library/marketing/skills/ad-copy/logo.png": PNG,
  "acme/library/marketing/skills/ad-copy/logo.bin": new Uint8Array([0x89, 0x50, 0x00, 0xff, 0xfe]),
  "acme/library/marketing/skills/ad-copy/scripts/count.py":
    'def count(text: str) -> int:\n    """Words."""\n    return len(text.split())\n',
  "acme/library/marketing/skills/broken/SKILL.md": "no front matter\n",
  "acme/library/engineering/skills/review/SKILL.md":
    "---\nname: review\ndescription: Reviews a change before it is merged.\n---\n# Review\n\nRead the diff twice.\n",
};

/** A server of a library and of a hostile repository. */
export interface PagesServer extends AsyncDisposable {
  readonly origin: string;
}

export async function pagesServer(
  { indexed = true, environment = {} }: {
    /** Both are read before pages of them are looked at. */
    readonly indexed?: boolean;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<PagesServer> {
  const root = await Deno.makeTempDir({ prefix: "skillmount-pages-" });
  for (const [path, content] of Object.entries({ ...LIBRARY, ...HOSTILE })) {
    await Deno.mkdir(dirname(`${root}/${path}`), { recursive: true });
    await Deno.writeFile(
      `${root}/${path}`,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
  }
  const server = await devServer([`${root}/acme/library`, `${root}/evil/repo`], environment);
  const [first = ""] = server.addresses;
  for (const address of indexed ? server.addresses : []) await isIndexed(address);
  return {
    origin: new URL(first).origin,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await Deno.remove(root, { recursive: true });
    },
  };
}

async function isIndexed(address: string): Promise<void> {
  let status = 202;
  while (status === 202) {
    const response = await fetch(address, { headers: { accept: "text/html" } });
    status = response.status;
    await response.body?.cancel();
  }
}
