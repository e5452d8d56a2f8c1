/** Queries that other people's search answered badly, through an index that was stored and loaded. */
import assert from "node:assert/strict";
import { assertHolds, entriesOf, hostileServer } from "../cases.ts";

const { connect } = hostileServer(["ranking", "scripts"]);

/** What is found, best first, and nothing else. */
const RANKED: readonly (readonly [query: string, first: string, others: readonly string[], why: string])[] = [
  ["refunds", "refunds", ["disputes"], "an exact name before a text that repeats the word"],
  ["Refunds", "refunds", ["disputes"], "the same in another letter case"],
  ["react-native-testing", "react-native-testing", [], "a whole hyphenated name"],
  ["react", "react-native-testing", [], "the first part of a hyphenated name"],
  ["native", "react-native-testing", [], "a middle part of one"],
  ["testing", "react-native-testing", [], "the last part of one"],
  ["testing react", "react-native-testing", [], "two parts in another order"],
  ["quarterly invoices", "reporting", ["calendar"], "both words of a description before one of them"],
  ["invoices quarterly", "reporting", ["calendar"], "the same in another order"],
];

for (const [query, first, others, why] of RANKED) {
  Deno.test(`cases, ranking: ${query} finds ${why}`, async () => {
    const agent = await connect("ranking");
    const found = entriesOf(await agent.search(query));
    assert.deepEqual(found, [first, ...others].map((name) => `skill skills/${name}/SKILL.md`));
    assert.deepEqual(entriesOf(await agent.search(query)), found, "in the same order every time");
  });
}

Deno.test("cases, ranking: a page of one result goes on with the next, in the same order", async () => {
  const agent = await connect("ranking");
  const first = await agent.search("quarterly invoices", { limit: 1 });
  assertHolds(first, "Results: 1 to 1 of 2, best first\n");
  const cursor = /"cursor":"([\w-]+)"/.exec(first)?.[1];
  const second = await agent.search("quarterly invoices", { limit: 1, cursor });
  assert.deepEqual(
    [...entriesOf(first), ...entriesOf(second)],
    entriesOf(await agent.search("quarterly invoices")),
  );
});

/** Words of two characters among others, with and without what a reader may leave out. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  chinese: ["退款", "客户", "原因"],
  japanese: ["請求", "作成", "送信"],
  korean: ["환불", "고객"],
  russian: ["ёмкие", "ответы", "клиентам", "ОТВЕТЫ", "ИИ", "ии"],
  greek: ["σύντομες", "συντομες", "ΑΠΑΝΤΗΣΕΙΣ", "τη"],
};

for (const [script, queries] of Object.entries(SCRIPTS)) {
  Deno.test(`cases, scripts: a description in ${script} is found by its words and by two characters`, async () => {
    const agent = await connect("scripts");
    for (const query of queries) {
      assert.deepEqual(entriesOf(await agent.search(query)), [`skill skills/${script}/SKILL.md`], query);
    }
  });
}
