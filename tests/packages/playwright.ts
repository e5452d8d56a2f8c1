/**
 * Packages of this folder are large, and only tests take them: they are in no import map, so that who starts the server in a clone
 * does not fetch them (`tests/e2e/light_clone.ts`). `tests/deno.lock` pins what they are.
 */
export {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from "npm:playwright-core@1.65.1";
