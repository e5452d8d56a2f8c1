/** The dashboard over real stores in memory, and people whose browsers are signed in. */
import assert from "node:assert/strict";
import { Hono } from "hono";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import { createAccountKeys, createInstallLinks, createSealer, digestOf } from "../../../src/auth/mod.ts";
import { failure, success } from "../../../contracts/result.ts";
import {
  createBodyReader,
  createMetrics,
  createSendAnswer,
  requestScope,
  type RequestVariables,
  type SendAnswer,
} from "../../../src/http/mod.ts";
import { createSessionForms } from "../../../src/oauth/mod.ts";
import { createConnections, createSets, createStandingOf, readUploadForm } from "../../../src/library/mod.ts";
import { dashboardRoutes } from "../../../src/web/mod.ts";
import { accountsOn } from "../../support/library/accounts.ts";
import { libraryOn, type LibraryStage } from "../../support/library/library.ts";
import { ANY_PLACE } from "../../support/library/connections.ts";

export const ISSUER = "https://account.example";

export interface Visitor {
  readonly person: PersonId;
  /** The slug of their own account. */
  readonly slug: string;
  get(path: string): Promise<Page>;
  /** Sends a form as the page at `from` has it: with its token, and over it `fields`. */
  send(from: string, action: string, fields?: Readonly<Record<string, string | File[]>>): Promise<Page>;
  /** A POST of exactly this. */
  post(path: string, form: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<Page>;
}

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What a person reads: no tags, spaces as one. */
  readonly text: string;
}

export interface DashboardStage extends Disposable {
  readonly library: LibraryStage;
  visitor(login: string): Promise<Visitor>;
  readonly nobody: Pick<Visitor, "get" | "post">;
  account(slug: string): Promise<Account>;
}

export async function dashboard(options: { readonly send?: SendAnswer } = {}): Promise<DashboardStage> {
  const kv = await Deno.openKv(":memory:");
  const library = libraryOn(kv);
  const clock = { now: library.clock.now, sleep: () => Promise.resolve() };
  const { store } = library;
  const { accounts, members } = accountsOn(kv, clock);
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const keys = createAccountKeys({
    keys: store.accountKeys,
    standingOf: createStandingOf(store),
    clock,
    randomBytes,
  });
  const sealer = createSealer({
    secrets: ["a secret of 32 characters or more"],
    purpose: "consent",
    randomBytes,
  });
  const app = new Hono<{ Variables: RequestVariables }>();
  app.use(requestScope({
    clock,
    newId: () => crypto.randomUUID(),
    log: () => {},
    metrics: createMetrics(),
    issuer: ISSUER,
    authenticate: ({ session }) =>
      Promise.resolve(success(
        session === null
          ? { kind: "nobody" }
          : { kind: "person", person: session as PersonId, session: digestOf(session) },
      )),
  }));
  app.route(
    "/",
    dashboardRoutes({
      library: library.library,
      connections: createConnections({
        ...store,
        repositories: ANY_PLACE,
        clock,
        newId: () => crypto.randomUUID(),
      }),
      send: options.send ?? createSendAnswer({ clock, metrics: createMetrics() }),
      sets: createSets({
        ...store,
        audienceOf: () => null,
        access: { callerOf: () => Promise.reject(new Error("Cannot ask for a set here")) },
        catalog: { source: () => Promise.resolve(failure({ code: "skill.not_found" })) },
        library: library.library,
        openAddress: () => Promise.resolve(failure({ code: "index.indexing" })),
        parseAddress: (text) => success(text),
        clock,
      }),
      accounts,
      members,
      keys,
      audit: store.audit,
      people: store.people,
      usedToday: () => Promise.resolve([{ name: "sk_live_…1a2b", used: 12, limit: 500 }]),
      exportOf: () => Promise.resolve(success(new Blob(["zip"]).stream())),
      forms: createSessionForms(sealer, ISSUER),
      readBody: createBodyReader(clock),
      receiveForm: async (request, _owner, use) =>
        await use(readUploadForm(await request.bytes(), request.headers.get("content-type"))),
      blockedTypes: new Set(["exe"]),
      signInHosts: [{ key: "gh", label: "GitHub" }],
      issuer: ISSUER,
      publicUrl: ISSUER,
      links: createInstallLinks({
        links: store.installLinks,
        keys: store.accountKeys,
        standingOf: createStandingOf(store),
        clock,
        randomBytes,
      }),
      mcpUrl: `${ISSUER}/api/mcp`,
      version: "0",
    }),
  );

  async function pageOf(answer: Promise<Response> | Response): Promise<Page> {
    const response = await answer;
    const html = await response.text();
    return { status: response.status, headers: response.headers, html, text: textOf(html) };
  }

  function asking(session: string | null): Pick<Visitor, "get" | "post"> {
    const cookie: Record<string, string> = session === null
      ? {}
      : { cookie: `__Host-skillmount_session=${session}` };
    return {
      get: (path) => pageOf(app.fetch(new Request(ISSUER + path, { headers: cookie }))),
      post: (path, form, headers = { origin: ISSUER }) =>
        pageOf(app.fetch(
          new Request(ISSUER + path, {
            method: "POST",
            body: new URLSearchParams(form),
            headers: { ...cookie, ...headers },
          }),
        )),
    };
  }

  return {
    library,
    nobody: asking(null),
    async account(slug) {
      const found = await accounts.find(slug);
      assert(found !== null);
      return found.account;
    },
    async visitor(login) {
      const person = await accounts.signedIn({ id: `gh:${login}` as PersonId, host: "gh" as HostKey, login });
      const [own] = person.accounts;
      assert(own !== undefined);
      const slug = (await accounts.account(own))?.slug ?? "";
      const { get, post } = asking(person.id);
      return {
        person: person.id,
        slug,
        get,
        post,
        async send(from, action, fields = {}) {
          const csrf = /name="csrf" value="([^"]+)"/.exec((await get(from)).html)?.[1] ?? "";
          const files = Object.values(fields).some((value) => typeof value !== "string");
          if (!files) {
            const plain = Object.entries(fields).map(([name, value]) => [name, String(value)]);
            return await post(action, { csrf, ...Object.fromEntries(plain) });
          }
          const form = new FormData();
          form.set("csrf", csrf);
          for (const [name, value] of Object.entries(fields)) {
            if (typeof value === "string") form.set(name, value);
            else for (const file of value) form.append(name, file);
          }
          return await pageOf(app.fetch(
            new Request(ISSUER + action, {
              method: "POST",
              body: form,
              headers: { cookie: `__Host-skillmount_session=${person.id}`, origin: ISSUER },
            }),
          ));
        },
      };
    },
    [Symbol.dispose]: () => kv.close(),
  };
}

function textOf(html: string): string {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? html;
  return main.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ").replaceAll("&quot;", '"').replaceAll(
    "&#39;",
    "'",
  );
}
