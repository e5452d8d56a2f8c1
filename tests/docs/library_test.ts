/** The examples of docs/library.md, sent as curl would send them. */
import assert from "node:assert/strict";
import { packTar } from "modern-tar";
import { libraryServer, skillOf } from "../support/library/library_server.ts";
import { shellLines } from "./shell_lines.ts";
import { curlRequest } from "./_curl.ts";

const PAGE = new URL("../../docs/library.md", import.meta.url);

Deno.test("every example of docs/library.md does what the page says, in its order", async () => {
  await using stage = await libraryServer();
  const { key } = await (await stage.account("acme")).client();
  const beta = await (await stage.account("beta")).client();
  assert.equal((await beta.publish(skillOf("suspicious"), { visibility: "global" })).status, 201);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [path, text] of Object.entries(skillOf("release-notes"))) {
    files.set(`release-notes/${path}`, new TextEncoder().encode(text));
  }
  const readFile = (path: string) => {
    const bytes = files.get(path);
    return bytes === undefined ? Promise.reject(new TypeError(`no file ${path}`)) : Promise.resolve(bytes);
  };
  const variables: Record<string, string> = { SKILLREPO_ACCESS_KEY: key };
  const answers: string[] = [];
  // No test asks a host of the network.
  const page = (await Deno.readTextFile(PAGE)).replaceAll("/gh/acme", "/local/acme");
  for (const line of shellLines(page)) {
    const [, name, value] = /^(\w+)=(\S+)$/.exec(line) ?? [];
    if (name !== undefined) variables[name] = value ?? "";
    else if (line === "tar -czf release-notes.tar.gz release-notes") {
      files.set("release-notes.tar.gz", await packed(files));
    } else {
      const { method, url, headers, body } = await curlRequest(line, variables, readFile);
      const path = url.slice((variables.origin ?? "").length);
      const answer = await stage.rest.send(method, path, Object.fromEntries(headers), body);
      answers.push(`${answer.status} ${answer.body?.status ?? answer.body?.error?.code ?? ""}`.trim());
    }
  }
  assert.deepEqual(answers, [
    "200",
    // Published as files, as an archive, looked at, insisted on, and under a label.
    "201 created",
    "200 unchanged",
    "200 checked",
    "412 precondition.failed",
    "201 released",
    // A repository is connected; from CI.
    "201",
    "200 unchanged",
    // Read, what changed last.
    ...new Array<string>(8).fill("200"),
    // Added, unpinned, yanked, made private, deleted.
    "201",
    "200",
    "200",
    "200",
    "204",
    // Another's reported.
    "202 queued",
  ]);
});

async function packed(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const tar = await packTar(
    [...files].map(([name, body]) => ({ header: { name, size: body.length, type: "file" }, body })),
  );
  return await new Response(new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip"))).bytes();
}
