import { z } from "zod";
import type { HostKey } from "../../contracts/addresses.ts";
import type { OidcIssuer } from "../../contracts/library/publish_jobs.ts";
import { isLoopback } from "../../contracts/loopback.ts";
import { parseHostKey } from "../format/mod.ts";
import type { SignInAppConfig } from "./config.ts";

/** Secrets that open what was sealed, the newest first, separated by commas. */
export function authSecrets(text: string, context: z.RefinementCtx): readonly [string, ...string[]] {
  const [first = "", ...older] = text.split(",");
  if ([first, ...older].every((secret) => secret.length >= 32)) return [first, ...older];
  context.addIssue("a secret is too short");
  return z.NEVER;
}

/** `gh:login` or `gh:organisation/*`, separated by commas. */
export function signInAllowed(text: string | null, context: z.RefinementCtx): readonly string[] {
  const entries = (text ?? "").split(",").map((entry) => entry.trim()).filter((entry) => entry !== "");
  if (entries.every((entry) => /^[a-z][a-z0-9-]*:[A-Za-z0-9._-]+(\/\*)?$/.test(entry))) return entries;
  context.addIssue("not a list of people and organisations");
  return z.NEVER;
}

/** `key=forgejo:client_id`, separated by commas, each key once. */
export function gitHostApps(text: string | null, context: z.RefinementCtx): readonly SignInAppConfig[] {
  const entries = (text ?? "").split(",").filter((entry) => entry !== "");
  const apps = entries.map((entry) => {
    const [, key = "", clientId = ""] = /^([^=]+)=forgejo:([\x21-\x7e]{1,200})$/.exec(entry) ?? [];
    const parsed = parseHostKey(key);
    return parsed.ok && clientId !== "" ? { key: parsed.value, clientId } : null;
  });
  const valid = apps.filter((app) => app !== null);
  if (valid.length === apps.length && new Set(valid.map(({ key }) => key)).size === apps.length) return valid;
  context.addIssue("not a list of apps");
  return z.NEVER;
}

/** `key=issuer` or `key=issuer|keys`, separated by commas; `none`: nobody. */
export function oidcIssuers(text: string | null, context: z.RefinementCtx): readonly OidcIssuer[] {
  const entries = text === null || text === "none" ? [] : text.split(",");
  const issuers = entries.map((entry) => {
    const [, key = "", issuer = "", keys = `${issuer}/.well-known/jwks`] =
      /^([^=]+)=([^|]+)(?:\|(.+))?$/.exec(entry.trim()) ?? [];
    const host = parseHostKey(key);
    return host.ok && isIssuerUrl(issuer) && isIssuerUrl(keys)
      ? { host: host.value, issuer, keysUrl: keys }
      : null;
  });
  const valid = issuers.filter((issuer) => issuer !== null);
  if (valid.length === issuers.length && new Set(valid.map(({ issuer }) => issuer)).size === issuers.length) {
    return valid;
  }
  context.addIssue("not a list of issuers");
  return z.NEVER;
}

/** Keys over an open line are anybody's. */
function isIssuerUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "" && text.length <= 1000 &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
}

/** `key=secret`, separated by commas. */
export function gitHostSecrets(text: string): ReadonlyMap<HostKey, string> {
  const pairs = text.split(",").flatMap((entry): [HostKey, string][] => {
    const [, key = "", secret = ""] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    const parsed = parseHostKey(key);
    return parsed.ok ? [[parsed.value, secret]] : [];
  });
  return new Map(pairs);
}
