/** Reads of the REST API against a bare Hono route that answers the same JSON. */
import { compareAnswers, untilReady } from "./support/answer_table.ts";

const ACCEPT = "application/json";

await compareAnswers("rest", ACCEPT, async ({ origin, pathname }) => {
  const { pinnedAddress, skills } = await untilReady(
    `${origin}/api/v1/mounts${pathname}`,
    ACCEPT,
    async (response) => {
      const answer = await response.json();
      return answer.status === "ready" ? answer : null;
    },
  );
  const [{ path = "" } = {}] = skills;
  const directory = path.split("/").slice(0, -2).join("/");
  const cases = [
    { name: "browse", query: `browse${pinnedAddress}?path=${encodeURIComponent(directory)}`, aim: "0.60" },
    { name: "search", query: `search${pinnedAddress}?query=review`, aim: "" },
    { name: "skills", query: `skills${pinnedAddress}?path=${encodeURIComponent(path)}`, aim: "" },
    { name: "mounts", query: `mounts${pinnedAddress}`, aim: "" },
  ];
  return cases.map(({ name, query, aim }) => ({
    name,
    path: `/api/v1/${query}`,
    aims: { whole: aim, known: "0.80" },
  }));
});
