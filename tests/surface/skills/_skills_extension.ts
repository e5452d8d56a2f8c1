import type { TestServer } from "../../support/test_server.ts";
import { type Era, message } from "../mcp.ts";
import { SKILLS } from "../skills_repository.ts";

export const URL_ = "http://127.0.0.1/local/acme/skills";
export const PREFIX = "skill://local/acme/skills/";

export const FILES = Object.fromEntries(
  Object.entries(SKILLS).map(([path, content]) => [`acme/skills/${path}`, content]),
);

export async function answer(server: TestServer, era: Era, method: string, params = {}, url = URL_) {
  const response = await server.fetch(message(era, url, { method, params }));
  return await response.json();
}
