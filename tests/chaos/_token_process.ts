/**
 * The authorization server as a process of its own, whose clock is ahead or behind. Prints its port. It waits eight
 * times as long as it means to for what left at one moment, so that a machine that is busy changes nothing.
 */
import { authorizationServer } from "../support/sign_in/authorization_server.ts";
import { shiftedClock } from "./_shifted_clock.ts";

const PATIENCE = 8;

const [path = "", ahead = "0"] = Deno.args;
const kv = await Deno.openKv(path);
const clock = shiftedClock(Number(ahead));
const server = await authorizationServer({
  kv,
  clock: { ...clock, sleep: (ms, signal) => clock.sleep(PATIENCE * ms, signal) },
});
const http = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
  const { pathname, search } = new URL(request.url);
  const { method, body } = request;
  const headers = new Headers(request.headers);
  // It answers at the issuer's name alone.
  headers.delete("host");
  return server.fetch(pathname + search, { method, headers, body });
});
console.log(http.addr.port);
