import assert from "node:assert/strict";
import { connectLines } from "../../src/web/mod.ts";

Deno.test("connectLines() gives commands that can be pasted as they are", () => {
  assert.deepEqual(connectLines("http://127.0.0.1:8000/local/examples/library"), {
    claudeCode: "claude mcp add --transport http library http://127.0.0.1:8000/local/examples/library",
    vsCode:
      `code --add-mcp '{"name":"library","type":"http","url":"http://127.0.0.1:8000/local/examples/library"}'`,
  });
});

Deno.test("connectLines() quotes what a shell would read, and names the client's entry plainly", () => {
  const { claudeCode, vsCode } = connectLines("https://skills.example/gh/acme/library@a'b;$(x)/%E8%AA%9E");
  assert.equal(
    claudeCode,
    `claude mcp add --transport http skills 'https://skills.example/gh/acme/library@a'\\''b;$(x)/%E8%AA%9E'`,
  );
  assert(vsCode.startsWith("code --add-mcp '") && vsCode.endsWith("'"));
});
