import fc from "fast-check";
import { equal } from "node:assert/strict";
import { countCodePoints, exceedsCodePoints, takeCodePoints } from "../../../src/format/text/code_points.ts";

Deno.test("code points are counted and cut as the language iterates them", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.nat(12), (text, count) => {
    const points = [...text];
    equal(countCodePoints(text), points.length);
    equal(exceedsCodePoints(text, count), points.length > count);
    equal(takeCodePoints(text, count), points.slice(0, count).join(""));
  }));
});
