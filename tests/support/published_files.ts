import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import type { Installed } from "./installer.ts";

/** What the SDK reads and verifies of every skill that an address publishes over MCP, by the skill's name. */
export async function publishedFiles(address: string): Promise<Map<string, Installed>> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  try {
    const skills = new SkillsClient(client);
    const published = new Map<string, Installed>();
    for (const skill of (await skills.list()).skills) {
      assert(skill.resources !== "dynamic");
      const directory = skill.uri.slice(0, -"SKILL.md".length);
      const files = new Map<string, Uint8Array>();
      for (const { uri } of skill.resources) {
        const { bytes, verified } = await skills.read(skill, uri);
        assert(verified);
        files.set(decodeURIComponent(uri.slice(directory.length)), bytes);
      }
      published.set(skill.frontmatter.name, files);
    }
    return published;
  } finally {
    await client.close();
  }
}
