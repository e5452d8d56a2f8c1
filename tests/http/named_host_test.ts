import assert from "node:assert/strict";
import { Hono } from "hono";
import { namedHost } from "../../src/http/mod.ts";

const guard = namedHost();
const app = new Hono()
  .use((context, next) => Promise.resolve(guard(context.req.raw, context.env) ?? next()))
  .all("*", (context) => context.text("served"));

Deno.test("namedHost() serves requests for any host and port, and those that name none", async () => {
  for (const host of ["localhost", "skills.example", "skills.example:8443", "127.0.0.1:1", "[::1]:8000"]) {
    const request = new Request(`http://${host}/`, { headers: { host } });
    assert.equal((await app.request(request)).status, 200, host);
  }
  assert.equal((await app.request("http://127.0.0.1/")).status, 200);
});

Deno.test("namedHost() refuses what is more than a host and port", async () => {
  for (const host of ["a/b", "a/admin?", "a?b", "a#b", "a\\b", "user@a", "/"]) {
    const response = await app.request("http://127.0.0.1/", { headers: { host } });
    assert.equal(response.status, 400, host);
    const { error } = await response.json();
    assert.equal(error.code, "request.invalid");
    assert.match(error.message, /the Host header is no host and port: Send the host/);
  }
});

Deno.test("namedHost() refuses what comes over a connection without a Host header, or with an empty one", async () => {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  const statusOf = async (header: string) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
    const request = `GET / HTTP/1.1\r\n${header}Connection: close\r\n\r\n`;
    await connection.write(new TextEncoder().encode(request));
    const answer = await new Response(connection.readable).text();
    if (/ 400 /.test(answer)) assert.match(answer, /the Host header is missing: Send the host/);
    return Number(answer.split(" ")[1]);
  };
  assert.equal(await statusOf(""), 400);
  assert.equal(await statusOf("Host:\r\n"), 400);
  assert.equal(await statusOf("Host: localhost\r\n"), 200);
});

Deno.test("namedHost() takes no host for one because another was one before", () => {
  const guard = namedHost();
  const refuses = (url: string) => {
    const request = { url, headers: new Headers({ host: "a" }) };
    return guard(request, undefined) !== null;
  };
  assert.equal(refuses("http://skills.example/a"), false);
  assert.equal(refuses("http://skills.example/b"), false);
  assert.equal(refuses("http://999.999.999.999/b"), true);
  assert.equal(refuses("http://skills.example:99999/b"), true);
  assert.equal(refuses("skills.example"), true);
  assert.equal(refuses("http://skills.example/c"), false);
});
