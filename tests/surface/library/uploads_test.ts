/** Uploads as clients send them, and what of them is refused before anything is published. */
import assert from "node:assert/strict";
import { packTar, type TarEntry } from "modern-tar";
import { zipSync } from "fflate";
import { verifies } from "../../requirements/verifies.ts";
import { type KeyClient, libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const MIB = 1024 * 1024;

async function withAcme(run: (acme: KeyClient) => Promise<void>): Promise<void> {
  await using stage = await libraryServer();
  await run(await (await stage.account("acme")).client());
}

function upload(acme: KeyClient, parts: readonly (readonly [string, string | File])[]) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return acme.send("POST", PATH, form);
}

function archived(acme: KeyClient, bytes: Uint8Array, name = "skill.bin") {
  return upload(acme, [["archive", new File([new Uint8Array(bytes)], name)]]);
}

function zip(files: Files): Uint8Array {
  const bytes = Object.entries(files).map(([path, content]) =>
    [path, typeof content === "string" ? new TextEncoder().encode(content) : content] as const
  );
  return zipSync(Object.fromEntries(bytes));
}

async function tarGz(entries: readonly TarEntry[]): Promise<Uint8Array> {
  const packed = new Blob([await packTar(entries)]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(packed).bytes();
}

function entriesOf(files: Readonly<Record<string, string>>): TarEntry[] {
  return Object.entries(files).map(([name, body]) => ({
    header: { name, size: body.length, type: "file" },
    body,
  }));
}

async function pathsOf(acme: KeyClient, name: string): Promise<readonly string[]> {
  const { body } = await acme.get(`${PATH}?include=files`);
  return body.skills.find((skill: { name: string }) => skill.name === name).files
    .map(({ path }: { path: string }) => path);
}

async function hasNothing(acme: KeyClient): Promise<void> {
  assert.deepEqual((await acme.get(`${PATH}?state=all`)).body.skills, []);
}

Deno.test(
  verifies(["publish.common_top_dir"], "one top directory that all files share is taken off"),
  () =>
    withAcme(async (acme) => {
      const { "SKILL.md": skill = "" } = skillOf("my-skill");
      const made = await acme.publish({ "my-skill/SKILL.md": skill, "my-skill/scripts/a.py": "a" });
      assert.equal(made.status, 201);
      assert.deepEqual(await pathsOf(acme, "my-skill"), ["SKILL.md", "scripts/a.py"]);
    }),
);

Deno.test(
  verifies(["publish.paths_field"], "paths name files whose names have no directories"),
  () =>
    withAcme(async (acme) => {
      const parts = (paths: readonly string[]) =>
        [
          ["files", new File([skillOf("x")["SKILL.md"] ?? ""], "SKILL.md")],
          ["files", new File(["a"], "x.py")],
          ["files", new File(["b"], "x.py")],
          ["paths", JSON.stringify(paths)],
        ] as const;
      for (const paths of [["SKILL.md", "a/x.py"], ["SKILL.md", "a", "b", "c"]]) {
        assert.equal((await upload(acme, parts(paths))).status, 400);
      }
      assert.equal((await upload(acme, parts(["SKILL.md", "a/x.py", "b/x.py"]))).status, 201);
      assert.deepEqual(await pathsOf(acme, "x"), ["SKILL.md", "a/x.py", "b/x.py"]);
      assert.equal((await acme.get(`${PATH}/acme/x/files/b/x.py`)).text, "b");
    }),
);

Deno.test(
  verifies(["publish.basename_clash"], "two parts with one path are refused by it"),
  () =>
    withAcme(async (acme) => {
      const refused = await upload(acme, [
        ["files", new File([skillOf("x")["SKILL.md"] ?? ""], "SKILL.md")],
        ["files", new File(["a"], "x.py")],
        ["files", new File(["b"], "x.py")],
      ]);
      assert.deepEqual([refused.status, refused.body.error.code], [422, "skill.invalid"]);
      assert.deepEqual(refused.body.error.details.problems.map(({ path }: { path: string }) => path), [
        "x.py",
      ]);
      await hasNothing(acme);
    }),
);

Deno.test(
  verifies(["publish.archive"], "the same files in a zip and in a tar.gz are the same version"),
  () =>
    withAcme(async (acme) => {
      const files = skillOf("packed");
      const first = await archived(acme, zip(files), "skill.zip");
      assert.equal(first.status, 201);
      const again = await archived(acme, await tarGz(entriesOf(files)), "skill.tar.gz");
      assert.deepEqual([again.status, again.body.status, again.body.digest], [
        200,
        "unchanged",
        first.body.digest,
      ]);
      const plain = await acme.publish(files);
      assert.deepEqual([plain.body.status, plain.body.digest], ["unchanged", first.body.digest]);
      const folder = zip(
        Object.fromEntries(Object.entries(files).map(([path, text]) => [`packed/${path}`, text])),
      );
      assert.equal((await archived(acme, folder)).body.digest, first.body.digest);
    }),
);

Deno.test(
  verifies(["publish.archive_link"], "an archive with a link is refused, and the link not followed"),
  () =>
    withAcme(async (acme) => {
      for (const type of ["symlink", "link"] as const) {
        const link: TarEntry = {
          header: { name: "references/x", size: 0, type, linkname: "../../etc/passwd" },
        };
        const refused = await archived(acme, await tarGz([...entriesOf(skillOf("linked")), link]));
        assert.deepEqual([refused.status, refused.body.error.code], [422, "skill.invalid"]);
        assert.match(refused.text, /"path":"references\/x","code":"archive_link"/);
        assert(!refused.text.includes("passwd"));
      }
      await hasNothing(acme);
    }),
);

Deno.test(
  verifies(["publish.blocked_type"], "programs are refused by their path, under any name"),
  () =>
    withAcme(async (acme) => {
      for (
        const [path, content] of [["bin/tool.exe", "text"], ["notes.md", "\x7fELF\x02\x01\x01"]] as const
      ) {
        const refused = await acme.publish({ ...skillOf("x"), [path]: content });
        assert.deepEqual([refused.status, refused.body.error.code], [422, "publish.blocked_file"]);
        assert.equal(refused.body.error.details.path, path);
      }
      await hasNothing(acme);
    }),
);

Deno.test("an operator who takes every type of file has programs published too", async () => {
  await using stage = await libraryServer({ environment: { BLOCKED_FILE_TYPES: "none" } });
  const acme = await (await stage.account("acme")).client();
  const made = await acme.publish({ ...skillOf("x"), "bin/tool.exe": "\x7fELF\x02\x01\x01" });
  assert.equal(made.status, 201);
});

Deno.test(
  verifies(["publish.case_clash"], "names that some disks cannot hold together, or at all, are refused"),
  () =>
    withAcme(async (acme) => {
      const alike = await acme.publish({ ...skillOf("x"), "references/A.md": "", "references/a.md": "" });
      assert.equal(alike.status, 422);
      const told = alike.body.error.details.problems.map(({ path }: { path: string }) => path);
      assert.deepEqual(told.toSorted(), ["references/A.md", "references/a.md"]);
      for (const path of ["aux.md", "references/con.txt", "x.", "y "]) {
        const refused = await acme.publish({ ...skillOf("x"), [path]: "" });
        assert.deepEqual([refused.status, refused.body.error.code], [422, "skill.invalid"], path);
      }
      await hasNothing(acme);
    }),
);

Deno.test(
  verifies(["publish.limits"], "what is too large is refused with the limit, before it is read"),
  async () => {
    await using stage = await libraryServer();
    const account = await stage.account("acme");
    const acme = await account.client();
    const large = await acme.publish({ ...skillOf("x"), "big.bin": new Uint8Array(2 * MIB + 1) });
    assert.deepEqual([large.status, large.body.error.code], [413, "publish.too_large"]);
    assert.deepEqual(large.body.error.details, { path: "big.bin", size: 2 * MIB + 1 });
    assert.match(large.body.error.message, /2097152 bytes/);

    const many = Object.fromEntries(Array.from({ length: 510 }, (_, at) => [`f/${at}.txt`, "x"]));
    assert.equal((await acme.publish({ ...skillOf("many"), ...many })).status, 201);
    const more = await acme.publish({ ...skillOf("many"), ...many, "one.txt": "x" });
    assert.deepEqual([more.status, more.body.error.code], [413, "publish.too_large"]);

    const type = { "content-type": "multipart/form-data; boundary=x" };
    const declared = await acme.send("POST", PATH, "x", { ...type, "content-length": String(30 * MIB) });
    assert.deepEqual([declared.status, declared.body.error.code], [413, "publish.too_large"]);
    let sent = 0;
    const chunked = await acme.send(
      "POST",
      PATH,
      new ReadableStream({
        pull(controller) {
          sent += 64 * 1024;
          controller.enqueue(new Uint8Array(64 * 1024));
          if (sent >= 30 * MIB) controller.close();
        },
      }),
      type,
    );
    assert.deepEqual([chunked.status, chunked.body.error.code], [413, "publish.too_large"]);
    assert(sent > 20 * MIB && sent < 21 * MIB, `${sent} bytes were taken`);

    await stage.limit(account, "storedBytes", 100_000);
    const full = await acme.publish({
      ...skillOf("full"),
      "data.bin": crypto.getRandomValues(new Uint8Array(60_000)),
      "b.bin": crypto.getRandomValues(new Uint8Array(60_000)),
    });
    assert.deepEqual([full.status, full.body.error.code], [413, "account.full"]);
    assert.equal((await acme.get(`${PATH}/acme/full?state=all`)).status, 404);
  },
);

Deno.test(
  verifies(["publish.read_only_key"], "a key that only reads is told which scope publishing takes"),
  async () => {
    await using stage = await libraryServer();
    const account = await stage.account("acme");
    const reader = await account.client({ writes: false });
    const refused = await reader.publish(skillOf("x"));
    assert.deepEqual([refused.status, refused.body.error.code], [403, "auth.insufficient_scope"]);
    assert.match(
      refused.headers.get("www-authenticate") ?? "",
      /error="insufficient_scope".*scope="registry:write"/,
    );
    await hasNothing(reader);
    for (const [method, path] of [["PATCH", "/acme/x"], ["DELETE", "/acme/x"], ["POST", "/refs"]] as const) {
      const refused = await reader.json(method, PATH + path, {});
      assert.deepEqual([refused.status, refused.body.error.code], [403, "auth.insufficient_scope"]);
    }
  },
);

Deno.test("an upload that is no form, or whose fields are none of its own, says what it takes", () =>
  withAcme(async (acme) => {
    const json = await acme.json("POST", PATH, {});
    assert.deepEqual([json.status, json.body.error.code], [400, "request.invalid"]);
    assert.match(json.body.error.message, /multipart\/form-data/);
    for (
      const fields of [{ visibility: "public" }, { versoin: "1.0.0" }, { draft: "yes" }, {
        notes: "ü".repeat(1025),
      }]
    ) {
      const refused = await acme.publish(skillOf("x"), fields);
      assert.deepEqual([refused.status, refused.body.error.code], [400, "request.invalid"]);
    }
    await hasNothing(acme);
  }));

Deno.test("what macOS adds to an archive is left out, and told beside what an address would not serve", () =>
  withAcme(async (acme) => {
    const files = { ...skillOf("mac"), ".hidden/notes.md": "hidden" };
    const packed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`mac/${path}`, text]));
    const made = await archived(acme, zip({ ...packed, "__MACOSX/mac/._SKILL.md": "\0\x05\x16\x07" }));
    assert.equal(made.status, 201);
    const ignored = made.body.ignored.map(({ path }: { path: string }) => path);
    assert.deepEqual(ignored.toSorted(), [".hidden/notes.md", "__MACOSX/mac/._SKILL.md"]);
  }));
