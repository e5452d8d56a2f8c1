/**
 * A mount of what is not public cannot be made without a permit: the compiler says so here, and `deno check` fails where it
 * no longer does.
 */
import assert from "node:assert/strict";
import type { PrivateRepository } from "../../contracts/git_host.ts";
import type { Mount } from "../../contracts/mounts.ts";
import { mountOf } from "../support/snapshot_of.ts";

const { repository: shown, permit: _, ...opened } = mountOf();
const hidden: PrivateRepository = { ...shown, visibility: "private" };
const lookalike = { repository: hidden, credential: { token: "stolen" } };

function accept(_mount: Mount): void {}

Deno.test("a mount of what is not public cannot be made without a permit", () => {
  accept({ ...opened, repository: shown, permit: null });
  // @ts-expect-error: there is no permit
  accept({ ...opened, repository: hidden, permit: null });
  // @ts-expect-error: what only looks like a permit is none
  accept({ ...opened, repository: hidden, permit: lookalike });
  // @ts-expect-error: what may be private needs a permit
  accept({ ...opened, repository: shown as Mount["repository"], permit: null });
});

Deno.test("permits are made in one place of the source, if at all", async () => {
  const makers: string[] = [];
  async function look(folder: URL): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const at = new URL(isDirectory ? `${name}/` : name, folder);
      if (isDirectory) await look(at);
      else if (/\bas (?:unknown as )?Permit\b/.test(await Deno.readTextFile(at))) makers.push(name);
    }
  }
  await look(new URL("../../src/", import.meta.url));
  assert.ok(makers.length <= 1, makers.join());
});
