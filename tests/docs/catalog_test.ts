/** The examples of docs/catalog.md, sent as curl would send them. */
import assert from "node:assert/strict";
import { libraryServer, skillOf } from "../support/library/library_server.ts";
import { shellLines } from "./shell_lines.ts";
import { curlRequest } from "./_curl.ts";

const PAGE = new URL("../../docs/catalog.md", import.meta.url);

Deno.test("every example of docs/catalog.md answers what the page says", async () => {
  await using stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  assert.equal((await acme.publish(skillOf("release-notes"), { visibility: "global" })).status, 201);
  await stage.server.makeEditions();
  const variables: Record<string, string> = {};
  const answered: string[] = [];
  for (const line of shellLines(await Deno.readTextFile(PAGE))) {
    const [, name, value] = /^(\w+)=(\S+)$/.exec(line) ?? [];
    if (name !== undefined) {
      variables[name] = value ?? "";
      continue;
    }
    const { method, url, headers, body } = await curlRequest(
      line,
      variables,
      () => Promise.reject(new TypeError("no file")),
    );
    const path = url.slice((variables.origin ?? "").length);
    const answer = await stage.rest.send(method, path, Object.fromEntries(headers), body);
    assert.equal(answer.status, 200, `${line}: ${answer.text}`);
    answered.push(path.replace(/\?.*/, "").replace("/api/v1/catalog", ""));
    if (answer.body !== null) assert.match(answer.text, /release-notes|1\.0\.0/, line);
  }
  assert.equal(answered.length, 8);
});
