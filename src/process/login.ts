import { type CommandResult, done, failed, misunderstood } from "../cli/mod.ts";
import { createLibraryClient, parseServerUrl, type ServerUrl, signIn } from "../remote/mod.ts";
import { clock } from "./build/mod.ts";
import { keptKey, keptSignIn } from "./_kept_credentials.ts";
import { messageOf } from "./_message_of.ts";
import { remoteSettings } from "./_settings.ts";
import { showPage } from "./_show_page.ts";
import { EXIT } from "./exit_code.ts";
import type { Program } from "./program.ts";

/** Longer than any key. */
const MOST_CHARACTERS = 1024;

/**
 * `login <address>` signs in at an address ahead of a client that is going to start the bridge to it;
 * `login <server> --key` keeps the key that publishes there, read from stdin and tried first.
 */
export async function login(args: readonly string[], program: Program): Promise<CommandResult> {
  const { typed } = program;
  const usage =
    `Usage: ${typed} login <address>        signs in by the browser, for stdio with that address\n` +
    `       ${typed} login <server> --key   keeps a key for publish, which it reads from stdin`;
  if (args.some((argument) => argument === "--help" || argument === "-h")) return done(usage);
  const [given, ...more] = args.filter((argument) => argument !== "--key");
  if (given === undefined || more.length > 0 || given.startsWith("-")) {
    const forms = ["<address>", "<server> --key"];
    return misunderstood({ command: `${typed} login`, args, forms, usage, code: EXIT.usage });
  }
  const url = parseServerUrl(given);
  if (!url.ok) return failed(EXIT.usage, `Cannot connect to the URL: ${url.error}`);
  return args.includes("--key") ? await keepKey(url.value, program) : await signInAt(url.value, program);
}

/** `logout`: forgets the key, and with an address what signing in there left. */
export async function logout(args: readonly string[], program: Program): Promise<CommandResult> {
  const [given, ...more] = args;
  const command = `${program.typed} logout`;
  const usage = `Usage: ${command} [<address>]   forgets the key, or what signing in there left`;
  if (args.some((argument) => argument === "--help" || argument === "-h")) return done(usage);
  if (more.length > 0 || given?.startsWith("-")) {
    return misunderstood({ command, args, forms: ["[<address>]"], usage, code: EXIT.usage });
  }
  const url = given === undefined ? null : parseServerUrl(given);
  if (url !== null && !url.ok) return failed(EXIT.usage, `Cannot forget "${given}": ${url.error}`);
  const settings = await remoteSettings(program);
  if (!settings.ok) return settings.error;
  const { kv } = settings.value;
  const nothing = () => Promise.resolve({ keep: null, answer: null });
  if (url === null) await keptKey(kv).change(nothing);
  else await keptSignIn(kv, url.value).change(nothing);
  return done(url === null ? "The key is forgotten" : `Signed out of ${url.value.href}`);
}

async function signInAt(url: ServerUrl, program: Program): Promise<CommandResult> {
  const settings = await remoteSettings(program);
  if (!settings.ok) return settings.error;
  const deps = { clock, fetch, show: (page: URL) => showPage(page, url) };
  try {
    await keptSignIn(settings.value.kv, url).change(async () => ({
      keep: await signIn(url, null, deps),
      answer: null,
    }));
    return done(`Signed in to ${url.href}`);
  } catch (error) {
    return failed(1, `Cannot sign in to ${url.host}: ${messageOf(error)}`);
  }
}

async function keepKey(server: ServerUrl, program: Program): Promise<CommandResult> {
  const settings = await remoteSettings(program);
  if (!settings.ok) return settings.error;
  const key = await readSecretLine(`Key for ${server.host}: `);
  if (key === "") return failed(EXIT.usage, "Cannot keep a key: nothing was given on stdin");
  const owner = await createLibraryClient({ server, key, fetch }).owner();
  if (!owner.ok) return failed(1, owner.error);
  const kept = { server: server.origin, key };
  await keptKey(settings.value.kv).change(() => Promise.resolve({ keep: kept, answer: null }));
  return done(`Kept a key of ${owner.value} for ${server.host}`);
}

/** A line from stdin, which a terminal does not show. Empty where nothing comes. */
async function readSecretLine(prompt: string): Promise<string> {
  const isTerminal = Deno.stdin.isTerminal();
  if (isTerminal) {
    Deno.stderr.writeSync(new TextEncoder().encode(prompt));
    Deno.stdin.setRaw(true, { cbreak: true });
  }
  try {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of Deno.stdin.readable) {
      text += decoder.decode(chunk, { stream: true });
      if (/[\r\n]/.test(text) || text.length > MOST_CHARACTERS) break;
    }
    return text.split(/[\r\n]/)[0]?.trim() ?? "";
  } finally {
    if (isTerminal) {
      Deno.stdin.setRaw(false);
      Deno.stderr.writeSync(new TextEncoder().encode("\n"));
    }
  }
}
