/**
 * Builds the repositories of `fixtures/hostile`, one a kind of input that breaks readers of skills. The
 * plain files of a kind are its folder; what no checkout holds alike on every machine, and what would be
 * big or ugly to commit, is added here by plumbing: links, submodules, odd names and bytes, other branches.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createGitRepository, type GitRepository } from "./git_repository.ts";

/** What a tree holds at a path: a file's content, a symbolic link's target, or a submodule's commit. */
type Entry = string | Uint8Array | { readonly link: string } | { readonly submodule: string };

type Entries = Readonly<Record<string, Entry>>;

const FIXTURES = fileURLToPath(new URL("../../fixtures/hostile", import.meta.url));

/** How many edges the chain of links has. */
export const CHAIN_EDGES = 9;

/** A whole binary file, and one that prints for its first 1,000 bytes. */
export const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0xff]);
export const PDF = bytesOf("%PDF-1.4\n" + "% a line that prints\n".repeat(60), [0xe2, 0xe3, 0xcf, 0xd3]);

/** Text that holds NUL, and every other byte below a space. */
export const WITH_NUL = String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code)) + "text\n";

/** Lines of so many characters in all, from `first` up to 64 code points on, that hardly compress. */
function noise(characters: number, first: number): string {
  let state = 1;
  let text = "";
  for (let index = 1; index <= characters; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += index % 80 === 0 ? "\n" : String.fromCharCode(first + (state >>> 26));
  }
  return text;
}

/** Files at either side of what one value of the store holds, one of many values, and wide characters. */
export const SIZES: Readonly<Record<string, string>> = {
  "65535.txt": noise(65_535, 0x30),
  "65536.txt": noise(65_536, 0x30),
  "65537.txt": noise(65_537, 0x30),
  "3000000.txt": noise(3_000_000, 0x30),
  "wide.md": noise(40_000, 0x4e00),
};

/** More than a page of context. */
const LONG_BODY = "One step after another.\n".repeat(1500);

/** Names that are easily taken for one another, or for parts of a URL. */
export const ODD_NAMES: readonly string[] = [
  "setup guide.md",
  "setup%20guide.md",
  "caf\u00e9.md",
  "cafe\u0301.md",
  "a#b.md",
  "q?.md",
  "a&b=c;d+e.md",
  "日本.md",
];

/** What plumbing adds to the plain files of a kind. */
const ADDED: Readonly<Record<string, () => Entries | Promise<Entries>>> = {
  async "bom-and-crlf"() {
    const plain = await fixtureText("bom-and-crlf", "skills/line-feed/SKILL.md");
    let line = 0;
    return {
      "skills/carriage-return/SKILL.md": plain.replaceAll("\n", "\r\n"),
      "skills/mark/SKILL.md": `\uFEFF${plain}`,
      "skills/mixed/SKILL.md": plain.replaceAll("\n", () => line++ % 2 === 0 ? "\n" : "\r\n"),
    };
  },
  "lower-case": () => ({
    "skills/lower/skill.md": skillText("lower", "Is named in lower case."),
    "skills/title/Skill.md": skillText("title", "Is named in title case."),
    "skills/right/skill.md": skillText("right", "Stands beside the right one."),
    "skills/right/Skill.md": skillText("right", "Stands beside it too."),
    "area/skillcdn.md": "---\ndescription: No manifest.\nexclude: [.]\n---\n",
  }),
  symlinks: () => ({
    ".claude/skills": { link: "../.agents/skills" },
    ".agents/skills/dangling": { link: "../nowhere" },
    ".agents/skills/three/SKILL.md": { link: "../one/SKILL.md" },
    ".agents/skills/one/secret.md": { link: "/etc/passwd" },
    ".agents/skills/loop": { link: "." },
    "docs": { link: ".agents" },
    "vendor/skills": { submodule: "1".repeat(40) },
  }),
  traversal: () => ({
    "docs/passwd.md": { link: "../../etc/passwd" },
    "skills/safe/passwd": { link: "/etc/passwd" },
    "outside": { link: ".." },
  }),
  "file-names"() {
    const files = ODD_NAMES.flatMap((name) => [
      [`skills/names/${name}`, `Named ${name}\n`],
      [`docs/${name.replace(/\.md$/, "")}/page.md`, `Below ${name}\n`],
    ]);
    return Object.fromEntries(files);
  },
  "pointers-and-export-ignore": () => ({
    ".gitattributes":
      "references/ export-ignore\n*.md export-subst\n*.png filter=lfs diff=lfs merge=lfs -text\n",
  }),
  binary: () => ({
    "skills/bytes/logo.png": PNG,
    "skills/bytes/paper.pdf": PDF,
    "skills/bytes/nul.txt": WITH_NUL,
    "skills/bytes/latin.md": Uint8Array.from([0x23, 0x20, 0x66, 0xe9, 0x0a]),
    "skills/bytes/big.bin": new Uint8Array(5_000_000).fill(0x80),
    "skills/bytes/big.md": "x".repeat(5_000_000),
  }),
  "kv-edges": () =>
    Object.fromEntries(Object.entries(SIZES).map(([name, text]) => [`skills/sizes/${name}`, text])),
  "manifest-fails-closed": () => ({
    "unread/linked/SKILLCDN.md": { link: "../../open.md" },
    "unread/not-utf8/SKILLCDN.md": Uint8Array.from([
      ...bytesOf("---\ndescription: Caf"),
      0xe9,
      0x0a,
      0x2d,
      0x2d,
      0x2d,
    ]),
    "unread/oversized/SKILLCDN.md": `---\ndescription: Too long.\n---\n${"x".repeat(600_000)}`,
  }),
  "sub-path-mounts": () => ({
    "inside/skills/long/SKILL.md": `---\nname: long\ndescription: Goes on for pages.\n---\n${LONG_BODY}`,
  }),
  "link-chain": () =>
    Object.fromEntries(Array.from({ length: CHAIN_EDGES }, (_, index) => [
      `chain/${index + 1}.md`,
      `# Link ${index + 1}\n\n[next](${index + 2}.md)\n`,
    ])),
};

/** What makes more of a kind than one commit of files. */
const FINISHED: Readonly<Record<string, (repository: GitRepository) => Promise<void>>> = {
  async "odd-trees"(repository) {
    const { git, writeTree, commitTree } = repository;
    const inner = await writeTree([{
      name: "SKILL.md",
      mode: "100644",
      content: skillText("inner", "Is not served."),
    }]);
    const tree = await writeTree([
      { name: "..", mode: "040000", content: inner },
      { name: ".git", mode: "040000", content: inner },
      { name: "a\\b.md", mode: "100644", content: "A backslash\n" },
      { name: "line\nLicense: MIT", mode: "040000", content: inner },
      { name: new Uint8Array([0x66, 0xe9]), mode: "040000", content: inner },
      { name: "seen\u202e", mode: "040000", content: inner },
      { name: "skills", mode: "040000", content: await git(["rev-parse", "main:skills"]) },
    ]);
    await git(["update-ref", "refs/heads/main", await commitTree(tree)]);
  },
  /** `feature` and `feature/x` at once, which git itself refuses to make and reads all the same. */
  async "slash-in-a-branch"(repository) {
    const onto = (path: string, text: string) => commitEntries(repository, { [path]: text }, "main");
    const refs = {
      "refs/heads/feature": await onto("x/SKILL.md", skillText("x", "Stands in the folder x of feature.")),
      "refs/heads/feature/x": await onto(
        "skills/y/SKILL.md",
        skillText("y", "Stands on the branch with a slash."),
      ),
      "refs/heads/main": await repository.git(["rev-parse", "main"]),
    };
    const lines = Object.entries(refs).map(([ref, commit]) => `${commit} ${ref}\n`);
    await Deno.remove(join(repository.gitDir, "refs/heads/main"));
    await Deno.writeTextFile(
      join(repository.gitDir, "packed-refs"),
      `# pack-refs with: peeled fully-peeled sorted \n${lines.join("")}`,
    );
  },
  /** A release branch beside the default one, whose tag stands on an earlier commit. */
  async "pinned-release"(repository) {
    const { git } = repository;
    const release = await commitEntries(repository, {
      "skills/release/SKILL.md": skillText("release", "Stands on a release branch."),
    }, "main");
    const later = await commitEntries(repository, {
      "skills/release/SKILL.md": skillText("release", "Stands later on a release branch."),
    }, release);
    await git(["update-ref", "refs/heads/release/1.2", later]);
    await git(["tag", "-a", "-m", "Version 1.2.0", "v1.2.0", release]);
  },
};

/** A plain file of a kind, as the repository holds it. */
export function fixtureText(kind: string, path: string): Promise<string> {
  return Deno.readTextFile(join(FIXTURES, kind, path));
}

/** Repositories by kind, below one temporary directory that disposal removes. */
export interface HostileRepositories extends AsyncDisposable {
  repository(kind: string): GitRepository;
}

/** Builds bare repositories of these kinds: one commit of files on `main`, unless the kind is more. */
export async function hostileRepositories(kinds: readonly string[]): Promise<HostileRepositories> {
  const root = await Deno.makeTempDir({ prefix: "skillmount-hostile-" });
  const built = new Map<string, GitRepository>();
  for (const kind of kinds) built.set(kind, await build(kind, join(root, kind)));
  return {
    repository(kind) {
      const repository = built.get(kind);
      if (repository === undefined) {
        throw new TypeError(`Cannot give the repository "${kind}": it was not asked for`);
      }
      return repository;
    },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

async function build(kind: string, directory: string): Promise<GitRepository> {
  const repository = await createGitRepository({}, { bare: true, directory });
  // Of nothing, there is no commit.
  if (kind === "empty-repository") return repository;
  await repository.git([`--work-tree=${join(FIXTURES, kind)}`, "add", "--all", "--force"]);
  const commit = await commitEntries(repository, await ADDED[kind]?.() ?? {});
  await repository.git(["update-ref", "refs/heads/main", commit]);
  await FINISHED[kind]?.(repository);
  return repository;
}

/** Makes a commit of entries on top of what the index holds, or of the commit `onto`. */
export async function commitEntries(
  { git, commitTree }: GitRepository,
  added: Entries,
  onto?: string,
): Promise<string> {
  if (onto !== undefined) await git(["read-tree", onto]);
  const lines: string[] = [];
  for (const [path, entry] of Object.entries(added)) {
    if (typeof entry === "object" && "submodule" in entry) {
      lines.push(`160000 ${entry.submodule}\t${path}\0`);
      continue;
    }
    const isLink = typeof entry === "object" && "link" in entry;
    const hash = await git(["hash-object", "-w", "--stdin"], isLink ? entry.link : entry);
    lines.push(`${isLink ? "120000" : "100644"} ${hash}\t${path}\0`);
  }
  if (lines.length > 0) await git(["update-index", "-z", "--index-info"], lines.join(""));
  return await commitTree(
    await git(["write-tree"]),
    onto === undefined ? [] : [await git(["rev-parse", onto])],
  );
}

/** The text of a SKILL.md with a body of one line. */
export function skillText(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n`;
}

function bytesOf(text: string, more: readonly number[] = []): Uint8Array {
  return Uint8Array.from([...new TextEncoder().encode(text), ...more]);
}
