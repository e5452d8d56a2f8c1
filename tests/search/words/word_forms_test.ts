import assert from "node:assert/strict";
import fc from "fast-check";
import { formSearches } from "../../../src/search/words/mod.ts";

/** The kinds of form that a search for `word` takes `term` for, in the way that an index is searched. */
function kinds(word: string, term: string): readonly string[] {
  return formSearches(word).flatMap(({ beginning, longest, kindOf }) => {
    const kind = term.length <= longest && term.startsWith(beginning) ? kindOf(term) : null;
    return kind === null ? [] : [kind];
  });
}

for (
  const [kind, word, ...terms] of [
    ["inflected", "deploy", "deploys", "deployed", "deploying"],
    ["inflected", "optimise", "optimize", "optimizing", "optimised"],
    ["inflected", "policies", "policy"],
    ["inflected", "bug", "bugs"],
    ["inflected", "run", "runs", "running", "ran"],
    ["inflected", "broke", "break", "breaks", "breaking", "broken"],
    ["inflected", "wrote", "write", "writing", "written"],
    ["inflected", "indices", "index", "indexes", "indexing"],
    ["inflected", "children", "child"],
    ["derived", "deploy", "deployment", "deployments", "deployable"],
    ["derived", "accessible", "accessibility"],
    ["derived", "optimize", "optimisations", "optimizer"],
    ["derived", "maintenance", "maintain", "maintaining", "maintained"],
    ["derived", "configuration", "configure", "configuring"],
    // Spanish, Portuguese, Italian, French
    ["foreign", "configurar", "configuracion", "configuraciones"],
    ["foreign", "otimizar", "otimizacao"],
    ["foreign", "configurare", "configurazione"],
    ["foreign", "migrer", "migration", "migrations"],
    ["foreign", "deployer", "deploiement"],
    // German, Dutch, Polish, Czech
    ["foreign", "konfigurieren", "konfiguration", "konfigurationen"],
    ["foreign", "bereitstellen", "bereitstellung"],
    ["foreign", "configureren", "configuratie"],
    ["foreign", "konfigurowac", "konfiguracja"],
    ["foreign", "konfigurovat", "konfigurace"],
    // Russian, Ukrainian
    ["derived", "оптимизировать", "оптимизация", "оптимизации"],
    ["derived", "документация", "документировать"],
    ["derived", "конфігурувати", "конфігурація"],
    ["inflected", "базами", "база", "базу"],
    ["inflected", "проверить", "проверка"],
  ] as const
) {
  Deno.test(`formSearches() of "${word}" finds ${kind} ${terms.join(", ")}`, () => {
    for (const term of terms) {
      assert(kinds(word, term).includes(kind), term);
      assert(kinds(term, word).includes(kind), `${word} by ${term}`);
    }
  });
}

for (
  const [word, term] of [
    ["server", "serve"],
    ["test", "text"],
    ["data", "database"],
    ["form", "format"],
    ["code", "codec"],
    ["app", "apple"],
    ["bug", "bugle"],
  ] as const
) {
  Deno.test(`formSearches() of "${word}" takes "${term}" for no English form`, () => {
    for (const kind of [...kinds(word, term), ...kinds(term, word)]) assert.equal(kind, "foreign");
  });
}

for (const word of ["", "ab", "数据库", "데이터베이스", "2024", "🚀", "البيانات"]) {
  Deno.test(`formSearches() of "${word}" has none`, () => assert.deepEqual(formSearches(word), []));
}

Deno.test("formSearches() finds the same forms from either side, and never the word itself", () => {
  const begin = fc.oneof(
    fc.stringMatching(/^[a-z]{4,9}$/),
    fc.constantFrom("break", "broke", "writ", "build"),
  );
  const ending = fc.constantFrom(
    ..."|s|ed|ing|e|er|ation|ations|ise|izing|isation|able|ability|ment|ity|ness|ive|ly|ally|ieren|acion|ung|y|ies|ify|ification"
      .split("|"),
  );
  fc.assert(
    fc.property(begin, ending, ending, (begin, one, other) => {
      const [a, b] = [begin + one, begin + other];
      assert.deepEqual(kinds(a, a), []);
      assert.deepEqual(kinds(a, b), kinds(b, a), `${a} ${b}`);
    }),
    { numRuns: 2000, examples: [["aaaaa", "ment", "mentability"], ["aaaaament", "", "ability"]] },
  );
});
