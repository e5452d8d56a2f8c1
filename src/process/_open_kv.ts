import { dirname } from "node:path";
import { failure, type Result, success } from "../../contracts/result.ts";
import { type CommandResult, failed } from "../cli/mod.ts";
import type { KvConfig } from "../config/mod.ts";
import { type GuardedKv, guardKv, type GuardKvOptions } from "../store/mod.ts";
import { messageOf } from "./_message_of.ts";
import { EXIT } from "./exit_code.ts";

/** Opens the store as configured; fails with what ends the process. */
export async function openKv(kv: KvConfig): Promise<Result<Deno.Kv, CommandResult>> {
  try {
    return success(await open(kv));
  } catch (error) {
    return failure(failed(EXIT.unavailable, `Cannot open the store: ${messageOf(error)}`));
  }
}

/**
 * Opens the store for a server: every operation ends within seconds, whatever becomes of the store. Where it
 * is a file of this machine, writes have an opening of their own, so that reads need not wait for them.
 */
export async function openServerKv(
  kv: KvConfig,
  deps: Pick<GuardKvOptions, "clock" | "log">,
): Promise<Result<GuardedKv & Disposable, CommandResult>> {
  const reading = await openKv(kv);
  if (!reading.ok) return reading;
  const isShared = kv.kind === "file" || kv.kind === "runtime";
  const writing = isShared ? await openKv(kv) : reading;
  if (!writing.ok) return writing;
  const guarded = guardKv({ kv: reading.value, writing: writing.value, ...deps });
  return success({
    ...guarded,
    [Symbol.dispose]() {
      guarded.close();
      for (const opened of new Set([reading.value, writing.value])) opened.close();
    },
  });
}

async function open(kv: KvConfig): Promise<Deno.Kv> {
  switch (kv.kind) {
    case "runtime":
      return await Deno.openKv();
    case "memory":
      return await Deno.openKv(":memory:");
    case "remote":
      return await Deno.openKv(kv.url);
    case "file":
      await Deno.mkdir(dirname(kv.path), { recursive: true });
      return await Deno.openKv(kv.path);
  }
}
