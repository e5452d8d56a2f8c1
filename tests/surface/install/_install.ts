import type { TestServer } from "../../support/test_server.ts";
import { SKILLS } from "../skills_repository.ts";

export const ORIGIN = "http://127.0.0.1";
export const ADDRESS = `${ORIGIN}/local/acme/skills`;

export const FILES = Object.fromEntries(
  Object.entries(SKILLS).map(([path, text]) => [`acme/skills/${path}`, text]),
);

export const skill = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`;

export const get = (server: TestServer, path: string, init: RequestInit = {}) =>
  server.fetch(new Request(ORIGIN + path, init));

export async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).error.code];
}
