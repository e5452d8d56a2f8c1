import type { Failure } from "../../../contracts/errors.ts";
import type { Caller } from "../../../contracts/library/access.ts";
import type { Library, SkillReference } from "../../../contracts/library/library.ts";
import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import { DIAGNOSTICS_META_KEY } from "../../../contracts/mcp/skill_tools.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { EntryPage, ListedResource } from "../../../contracts/mcp/skills_extension.ts";
import type { Source } from "../../../contracts/source.ts";
import { answerFrom, getSkill, listResources, readDirectory, readResource } from "../../reading/mod.ts";
import { contents, listed } from "../extension_results.ts";
import { type Answer, errorOf, type Form, FORMS, method, type NamedMethod } from "../protocol/mod.ts";
import { type KeyedServer, UNKEPT } from "../keyed/keyed_server.ts";
import { cursorBehind, readCursor } from "./library_cursor.ts";
import { LIBRARY_URI, parseSkillUri, skillUri } from "./skill_uri.ts";

interface ResourceParams {
  readonly uri?: string;
  readonly cursor?: string | undefined;
}

const DIRECTORY_MEDIA_TYPE = "inode/directory";

const NO_SKILL: Failure = { code: "skill.not_found", reason: "no skill of the library has this URI" };
const NO_FILE: Failure = { code: "file.not_found", reason: "no file of the library has this URI" };
const NO_FOLDER: Failure = { code: "folder.not_found", reason: "no directory of the library has this URI" };

/**
 * The skills of a library as the skills extension says: files as they were published, each skill under
 * `skill://library/<owner>/<name>/`. A skill whose content is kept from the account is not among them.
 */
export function skillMethods(library: Library): readonly NamedMethod<KeyedServer>[] {
  return [
    asking("skills/list", FORMS.list, async ({ cursor }, caller) => {
      const page = await pageOf(
        caller,
        "skills/list",
        cursor,
        MCP_LIMITS.entries.skills,
        (skill, source) => getSkill(source, { uri: skillUri(skill) }),
      );
      return page.ok ? success(told("skills", page.value)) : page;
    }),
    asking("resources/list", FORMS.list, async ({ cursor }, caller) => {
      const { resources } = MCP_LIMITS.entries;
      const page = await pageOf(caller, "resources/list", cursor, resources, async (_skill, source) => {
        const found = await listResources(source, {});
        if (!found.ok) return found;
        const [entry] = found.value.entries;
        return entry === undefined ? failure(NO_SKILL) : success(entry);
      });
      return page.ok ? success(told("resources", page.value)) : page;
    }),
    asking("skills/get", FORMS.resource, async ({ uri }, caller) => {
      const found = await within(caller, uri, NO_SKILL, (source) => getSkill(source, { uri }));
      return found.ok ? success({ result: { skill: found.value } }) : found;
    }),
    asking("resources/read", FORMS.resource, async ({ uri }, caller) => {
      const found = await within(caller, uri, NO_FILE, (source) => readResource(source, { uri }));
      return found.ok ? success({ result: { contents: [contents(found.value)] } }) : found;
    }),
    asking("resources/directory/read", FORMS.directory, async (params, caller) => {
      const found = await directoryOf(params, caller);
      return found.ok ? success({ result: listed("resources", found.value) }) : found;
    }),
    method(
      "resources/templates/list",
      FORMS.shortList,
      () => success({ result: { resourceTemplates: [] }, cache: UNKEPT }),
    ),
  ];

  /** In the order of their URIs, of which the part behind the library's is the name to go on behind. */
  async function skillsOf(caller: Caller): Promise<readonly ListedSkill[]> {
    const all = (await library.list(caller, "library")).filter(({ version }) => version !== null);
    return all.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
  }

  async function pageOf<Entry>(
    caller: Caller,
    name: string,
    cursor: string | undefined,
    size: number,
    describe: (skill: ListedSkill, source: Source) => Promise<Result<Entry, Failure>>,
  ): Promise<Result<LibraryPage<Entry>, Failure>> {
    const behind = readCursor(cursor, caller.account, name);
    if (!behind.ok) return behind;
    const rest = (await skillsOf(caller)).filter((skill) => compare(nameOf(skill), behind.value) > 0);
    const page = rest.slice(0, size);
    const last = page.at(-1);
    const entries = await Promise.all(
      page.map((skill) => open(caller, skill, (source) => describe(skill, source))),
    );
    // What is gone since it was listed, or kept with its owner, is left out.
    const isBroken = entries.find((entry) => !entry.ok && entry.error.code === "index.indexing");
    if (isBroken !== undefined && !isBroken.ok) return isBroken;
    return success({
      entries: entries.flatMap((entry) => entry.ok ? [entry.value] : []),
      unread: page.filter((_skill, index) => isUnread(entries[index])),
      nextCursor: last === undefined || rest.length <= size
        ? null
        : cursorBehind(nameOf(last), caller.account, name),
    });
  }

  async function open<Found>(
    caller: Caller,
    skill: SkillReference,
    read: (source: Source) => Promise<Result<Found, Failure>>,
  ): Promise<Result<Found, Failure>> {
    const source = await library.source(caller, skill, { raw: true });
    return source.ok ? await answerFrom(source.value, read) : source;
  }

  /** What a URI inside a skill names; `missing` where there is no such skill, or it is kept from the account. */
  async function within<Found>(
    caller: Caller,
    uri: string,
    missing: Failure,
    read: (source: Source) => Promise<Result<Found, Failure>>,
  ): Promise<Result<Found, Failure>> {
    const parsed = parseSkillUri(uri);
    if (parsed === null) return failure(missing);
    const found = await open(caller, parsed, read);
    return found.ok || !MISSING.has(found.error.code) ? found : failure(missing);
  }

  /** The directories above the skills are the owners', and the library itself. */
  async function directoryOf(
    { uri, cursor }: { readonly uri: string; readonly cursor?: string | undefined },
    caller: Caller,
  ): Promise<Result<EntryPage<ListedResource>, Failure>> {
    const path = uri.startsWith(LIBRARY_URI) ? uri.slice(LIBRARY_URI.length).replace(/\/$/, "") : null;
    if (path === null || path.split("/").length > 2) {
      return await within(caller, uri, NO_FOLDER, (source) => readDirectory(source, { uri, cursor }));
    }
    const skills = await skillsOf(caller);
    const owner = path.slice(1);
    const names = owner === ""
      ? [...new Set(skills.map((skill) => skill.owner))]
      : skills.filter((skill) => skill.owner === owner).map(({ name }) => name);
    if (names.length === 0 && owner !== "") return failure(NO_FOLDER);
    const place = `resources/directory/read ${path}`;
    const behind = readCursor(cursor, caller.account, place);
    if (!behind.ok) return behind;
    const rest = names.filter((name) => compare(name, behind.value) > 0);
    const page = rest.slice(0, MCP_LIMITS.entries.directory);
    const last = page.at(-1);
    return success({
      entries: page.map((name) => ({
        uri: `${LIBRARY_URI}${path}/${name}`,
        name,
        mimeType: DIRECTORY_MEDIA_TYPE,
      })),
      nextCursor: last === undefined || page.length === rest.length
        ? null
        : cursorBehind(last, caller.account, place),
    });
  }
}

/** A page of what a library has, and the skills of it that should be there and cannot be read. */
interface LibraryPage<Entry> extends EntryPage<Entry> {
  readonly unread: readonly ListedSkill[];
}

function isUnread(entry: Result<unknown, Failure> | undefined): boolean {
  return entry !== undefined && !entry.ok && !MISSING.has(entry.error.code);
}

/** A list that lacks a skill says so: nobody would look for what was never named. */
function told(key: "skills" | "resources", page: LibraryPage<unknown>): Told {
  const found = listed(key, page);
  if (page.unread.length === 0) return { result: found };
  const diagnostics = page.unread.map((skill) => ({
    code: "internal",
    severity: "error",
    path: skillUri(skill),
    message: `Cannot read the skill "${nameOf(skill)}": repeat the request later, or publish it again`,
  }));
  return { result: found, meta: { [DIAGNOSTICS_META_KEY]: diagnostics } };
}

/** What a skill fails with that has nothing for this account. */
const MISSING: ReadonlySet<Failure["code"]> = new Set([
  "skill.not_found",
  "version.not_found",
  "version.removed",
  "file.described_only",
  "request.invalid",
]);

type Told = Pick<Answer, "result" | "meta">;

function asking<Params extends ResourceParams>(
  name: string,
  form: Form<Params>,
  ask: (params: Params, caller: Caller) => Promise<Result<Told, Failure>>,
): NamedMethod<KeyedServer> {
  return method(name, form, async (params, { caller }) => {
    const found = caller.ok ? await ask(params, caller.value) : caller;
    if (found.ok) return success({ ...found.value, cache: UNKEPT });
    return failure(errorOf(found.error, params.uri === undefined ? {} : { uri: params.uri }));
  });
}

function nameOf({ owner, name }: Pick<ListedSkill, "owner" | "name">): string {
  return `${owner}/${name}`;
}

/** By code units, whatever the language of the machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
