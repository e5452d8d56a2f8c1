/** Pages against a bare Hono route that answers JSON of the same size. */
import { compareAnswers, untilReady } from "./support/answer_table.ts";

const ACCEPT = "text/html";
const AIMS = { whole: "0.05", known: "0.05" };

await compareAnswers("web", ACCEPT, async ({ origin, pathname }) => {
  const page = await untilReady(origin + pathname, ACCEPT, async (response) => {
    const text = await response.text();
    return response.status === 200 ? text : null;
  });
  const pinned = /href="([^"?]*@[0-9a-f]{40})"/.exec(page)?.[1] ?? pathname;
  const skill = /href="[^"]*\?skill=([^"&]*)"/.exec(page)?.[1] ?? "";
  return [
    { name: "address", path: pinned, aims: AIMS },
    ...(skill === "" ? [] : [{ name: "skill", path: `${pinned}?skill=${skill}`, aims: AIMS }]),
    { name: "front", path: "/", aims: { whole: "0.5", known: "0.5" } },
  ];
}, (body) => JSON.stringify(body));
