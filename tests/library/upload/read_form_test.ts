import assert from "node:assert/strict";
import fc from "fast-check";
import { readUploadForm } from "../../../src/library/mod.ts";
import { BOUNDARY, bytesOf, CONTENT_TYPE, form, type Part } from "./_forms.ts";

function read(parts: readonly Part[], contentType = CONTENT_TYPE) {
  return readUploadForm(form(parts), contentType);
}

function value(parts: readonly Part[]) {
  const found = read(parts);
  assert(found.ok, JSON.stringify(found));
  return found.value;
}

function failureOf(found: ReturnType<typeof read>) {
  assert(!found.ok);
  return found.error;
}

Deno.test("readUploadForm() takes files in their order, one archive, and everything else as fields", () => {
  const found = value([
    { name: "visibility", value: "global" },
    { name: "files", fileName: "a/SKILL.md", value: "one" },
    { name: "files", fileName: "a/b.bin", value: Uint8Array.of(0, 13, 10, 255) },
    { name: "notes", value: "Größer\r\nund besser" },
  ]);
  assert.deepEqual(found.fields, { visibility: "global", notes: "Größer\r\nund besser" });
  assert.deepEqual(found.files.map(({ path }) => path), ["a/SKILL.md", "a/b.bin"]);
  assert.deepEqual([...found.files[1]?.bytes ?? []], [0, 13, 10, 255]);
  assert.equal(found.archive, null);
  const packed = value([{ name: "archive", fileName: "skill.zip", value: "PK" }]);
  assert.deepEqual([packed.files, [...packed.archive ?? []]], [[], [...bytesOf("PK")]]);
});

Deno.test("readUploadForm() reads what any client writes into it", async () => {
  const sent = new FormData();
  sent.append("files", new File(["x"], "SKILL.md"));
  sent.append("files", new File(["y"], 'scripts/"a b".py'));
  sent.append("draft", "1");
  const request = new Request("http://127.0.0.1", { method: "POST", body: sent });
  const found = readUploadForm(await request.bytes(), request.headers.get("content-type"));
  assert(found.ok);
  assert.deepEqual(found.value.files.map(({ path }) => path), ["SKILL.md", 'scripts/"a b".py']);
  assert.deepEqual(found.value.fields, { draft: "1" });
});

Deno.test("readUploadForm() passes over a file that nobody chose", () => {
  const found = value([{ name: "files", fileName: "", value: "" }, {
    name: "archive",
    fileName: "",
    value: "",
  }]);
  assert.deepEqual([found.files, found.archive], [[], null]);
});

Deno.test("readUploadForm() keeps a name as it was sent, and takes no name that forms may not have", () => {
  for (const name of ["../x", "a\\b", "/etc/passwd", "C:x"]) {
    assert.equal(value([{ name: "files", fileName: name, value: "" }]).files[0]?.path, name);
  }
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name=files; filename=a.md; ` +
    `filename*=no-such-charset''%2e%2e%2fx\r\n\r\nx\r\n--${BOUNDARY}--`;
  const found = readUploadForm(bytesOf(part), CONTENT_TYPE);
  assert(found.ok);
  assert.equal(found.value.files[0]?.path, "a.md");
});

Deno.test("readUploadForm() refuses what is no form, and says what would be", () => {
  for (const type of [null, "application/json", "multipart/mixed; boundary=x", "multipart/form-data"]) {
    const failure = failureOf(readUploadForm(form([]), type));
    assert.deepEqual([failure.code, failure.hint], ["request.invalid", "Send a form, as curl does with -F"]);
  }
  const whole = form([{ name: "files", fileName: "SKILL.md", value: "one" }]);
  for (const body of [whole.subarray(0, -8), bytesOf("{}"), bytesOf(`--${BOUNDARY}`)]) {
    assert.equal(failureOf(readUploadForm(body, CONTENT_TYPE)).code, "request.invalid");
  }
});

Deno.test("readUploadForm() refuses a field given twice, too long, of an odd name, or without one", () => {
  const refused: readonly (readonly Part[])[] = [
    [{ name: "draft", value: "1" }, { name: "draft", value: "0" }],
    [{ name: "notes", value: "x".repeat(1024 * 1024 + 1) }],
    [{ name: "__proto__", value: "1" }],
    [{ name: "files", value: "no file name" }],
    [{ name: "archive", fileName: "a.zip", value: "PK" }, {
      name: "archive",
      fileName: "b.zip",
      value: "PK",
    }],
    [..."abcdefghijklmnopq"].map((name) => ({ name, value: "" })),
  ];
  for (const parts of refused) assert.equal(failureOf(read(parts)).code, "request.invalid");
  const nameless = bytesOf(`--${BOUNDARY}\r\ncontent-type: text/plain\r\n\r\nx\r\n--${BOUNDARY}--`);
  assert.equal(failureOf(readUploadForm(nameless, CONTENT_TYPE)).code, "request.invalid");
});

Deno.test("readUploadForm() stops at more parts than a skill has files", () => {
  const parts = Array.from({ length: 600 }, (_, at) => ({ name: "files", fileName: `${at}.md`, value: "" }));
  const failure = failureOf(read(parts));
  assert.deepEqual([failure.code, failure.reason], [
    "publish.too_large",
    "a skill has at most 512 files",
  ]);
});

Deno.test("readUploadForm() gives every file back byte for byte, whatever is in it", () => {
  const files = fc.array(
    fc.record({ path: fc.stringMatching(/^[a-z0-9_.\/-]{1,40}$/), bytes: fc.uint8Array({ maxLength: 300 }) }),
    { maxLength: 8 },
  );
  fc.assert(fc.property(files, (sent) => {
    const found = value(sent.map(({ path, bytes }) => ({ name: "files", fileName: path, value: bytes })));
    assert.deepEqual(found.files, sent.map(({ path, bytes }) => ({ path, bytes: new Uint8Array(bytes) })));
  }));
});

Deno.test("readUploadForm() answers any bytes, and never with anything but a form or a reason", () => {
  const whole = form([{ name: "files", fileName: "SKILL.md", value: "one" }, { name: "draft", value: "1" }]);
  const damaged = fc.tuple(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 12 })).map(([at, bytes]) => {
    const copy = Uint8Array.from(whole);
    copy.set(bytes.subarray(0, whole.length - at), at);
    return copy;
  });
  fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 500 }), damaged), (body) => {
    const found = readUploadForm(body, CONTENT_TYPE);
    if (!found.ok) assert.match(found.error.code, /^(?:request\.invalid|publish\.too_large)$/);
  }));
});
