/**
 * Loaded before the tests of `deno task test`: property tests draw the same values in every run, so that
 * a change is judged by what it changes. `deno task test:random` draws new ones.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: 20_261_201 });
