import { z } from "zod";
import { isLoopback } from "../../contracts/loopback.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import type { ServerUrl } from "./server_url.ts";

/** Where a build system gives a job its identity token, and what asks for it there. */
export interface JobEnvironment {
  readonly url: string;
  readonly token: string;
}

export interface ExchangeDeps {
  readonly server: ServerUrl;
  readonly job: JobEnvironment;
  /** A slug, where several accounts are connected to the workflow; null: there is one. */
  readonly account: string | null;
  readonly fetch: typeof fetch;
}

const AUDIENCE = z.object({ audience: z.string().min(1).max(1000) });
const IDENTITY = z.object({ value: z.string().min(1).max(8192) });
const PUBLISH_TOKEN = z.object({ token: z.string().startsWith("pt_"), account: z.string() });
const REFUSAL = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const PATIENCE_MS = 30_000;
const PATH = "/api/v1/publish/token";

/** Buys what a job publishes with, by the identity that its build system vouches for. What is refused is a sentence. */
export async function exchangeJob(
  { server, job, account, fetch: ask }: ExchangeDeps,
): Promise<Result<{ readonly token: string; readonly account: string }, string>> {
  async function answer<Answer>(schema: z.ZodType<Answer>, url: URL, init: RequestInit): Promise<Answer> {
    const response = await ask(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return schema.parse(body);
    const said = REFUSAL.safeParse(body).data?.error;
    throw new Refused(
      said === undefined ? `${url.host} answers ${response.status}` : `${said.code}: ${said.message}`,
    );
  }
  try {
    const { audience } = await answer(AUDIENCE, new URL(PATH, server), {});
    const asked = new URL(job.url);
    // The token that asks is shown to the build system and to nobody on the way.
    if (asked.protocol !== "https:" && !isLoopback(asked.hostname)) {
      return failure("the job's URL for identity tokens is not https");
    }
    asked.searchParams.set("audience", audience);
    const { value } = await answer(IDENTITY, asked, { headers: { authorization: `Bearer ${job.token}` } });
    return success(
      await answer(PUBLISH_TOKEN, new URL(PATH, server), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token: value, ...(account !== null && { account }) }),
      }),
    );
  } catch (error) {
    if (error instanceof z.ZodError) {
      return failure("it is no skillmount that jobs publish to, or another version of it");
    }
    return failure(
      error instanceof Error ? error.message.replaceAll(/\p{C}+/gu, " ").slice(0, 1000) : String(error),
    );
  }
}

/** Ends the token when the job has no more use of it; it ends by itself soon where that cannot be said. */
export async function endJob(server: ServerUrl, token: string, ask: typeof fetch): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const ended = await ask(new URL(PATH, server), { method: "DELETE", headers, signal }).catch(() => null);
  await ended?.body?.cancel();
}

class Refused extends Error {
  override readonly name = "Refused";
}
