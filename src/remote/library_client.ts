import { z } from "zod";
import { failure, type Result, success } from "../../contracts/result.ts";
import type { ServerUrl } from "./server_url.ts";

export interface LibraryClientDeps {
  /** Of its path nothing counts. */
  readonly server: ServerUrl;
  readonly key: string;
  /** The key is a job's of this account: it publishes, and reads nothing. */
  readonly jobOf?: string;
  readonly fetch: typeof fetch;
}

const OWNER = z.object({ slug: z.string() });

const PAGE = z.object({
  skills: z.array(z.object({
    owner: z.string(),
    name: z.string(),
    version: z.string().nullable(),
    files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })).optional(),
  })),
  nextCursor: z.string().nullable(),
});

const PUBLICATION = z.object({
  status: z.string(),
  owner: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  visibility: z.string(),
  findings: z.array(z.object({ path: z.string(), line: z.number().nullish(), message: z.string() })),
  ignored: z.array(z.object({ path: z.string(), reason: z.string() })),
});

const REFUSAL = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    details: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })).optional() })
      .optional(),
  }),
});

/** A library holds fewer pages of skills. */
const MOST_PAGES = 20;
const PATIENCE_MS = 60_000;
const MOST_BYTES = 16 * 1024 * 1024;

/** Asks a server's library over REST, as who has the key. What it refuses is a sentence with the next step. */
export function createLibraryClient(deps: LibraryClientDeps) {
  const { server, key, jobOf } = deps;
  async function ask<Answer>(
    schema: z.ZodType<Answer>,
    path: string,
    init: RequestInit = {},
  ): Promise<Result<Answer, string>> {
    try {
      const response = await deps.fetch(new URL(path, server), {
        ...init,
        headers: { authorization: `Bearer ${key}`, accept: "application/json" },
        redirect: "manual",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await boundedText(response);
      const body: unknown = JSON.parse(text);
      if (response.ok) return success(schema.parse(body));
      return failure(refusalText(response.status, REFUSAL.safeParse(body).data?.error));
    } catch (error) {
      const why = error instanceof SyntaxError || error instanceof z.ZodError
        ? "it is no skillmount with accounts, or another version of it"
        : error instanceof Error
        ? error.message
        : String(error);
      return failure(`Cannot use ${server.host}: ${why}`);
    }
  }

  const pageAt = (cursor: string) =>
    ask(PAGE, `/api/v1/library?include=files${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);

  return {
    async owner(): Promise<Result<string, string>> {
      if (jobOf !== undefined) return success(jobOf);
      const account = await ask(OWNER, "/api/v1/account");
      return account.ok ? success(account.value.slug) : account;
    },

    async currentFiles(owner: string, name: string) {
      if (jobOf !== undefined) return success("unknown" as const);
      let cursor = "";
      for (let page = 0; page < MOST_PAGES; page++) {
        const listed = await pageAt(cursor);
        if (!listed.ok) return listed;
        const found = listed.value.skills.find((skill) => skill.owner === owner && skill.name === name);
        if (found !== undefined) return success(found.version === null ? null : found.files ?? null);
        cursor = listed.value.nextCursor ?? "";
        if (cursor === "") break;
      }
      return success(null);
    },

    async publish(
      files: readonly { readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> }[],
      fields: Readonly<Record<string, string>>,
    ) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      // Some senders shorten a file's name to its last part, so that paths come in a field of their own.
      form.append("paths", JSON.stringify(files.map(({ path }) => path)));
      for (const { path, bytes } of files) form.append("files", new Blob([bytes]), path);
      return await ask(PUBLICATION, "/api/v1/library", { method: "POST", body: form });
    },
  };
}

function refusalText(status: number, error: z.infer<typeof REFUSAL>["error"] | undefined): string {
  if (error === undefined) return `Refused with status ${status}`;
  const problems = (error.details?.problems ?? []).map(({ path, message }) =>
    `- ${oneLine(path)}: ${oneLine(message)}`
  );
  const next = NEXT[error.code] ?? error.hint;
  return [
    ...problems,
    `Refused (${error.code}): ${oneLine(error.message)}${next === undefined ? "" : `; ${oneLine(next)}`}`,
  ].join("\n");
}

const NEXT: Readonly<Record<string, string>> = {
  "auth.invalid_token": "copy the key again, or make another, and keep it with login",
  "auth.required": "login keeps a key, and SKILLMOUNT_KEY shows one",
  "auth.insufficient_scope": "make a key that may write, and keep it with login",
};

/** What a server says goes to a terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{C}+/gu, " ").slice(0, 1000);
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new RangeError("its answer is larger than 16 MiB");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
