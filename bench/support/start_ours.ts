import config from "../../deno.json" with { type: "json" };
import { type ServerProcess, startServer } from "./server_process.ts";

const [, ...ARGS] = config.tasks.dev.split(" ");

/** How `deno task dev` and `deno task start` keep the heap small, which any server may. */
export const V8_FLAGS: readonly string[] = ARGS.filter((arg) => arg.startsWith("--v8-flags="));

/** The server on one repository, started as `deno task dev` starts it, with its store at `kvPath`. */
export function startOurs(
  repository: string | readonly string[],
  kvPath: string,
): Promise<ServerProcess> {
  return startServer(
    [...ARGS, ...[repository].flat()],
    { PORT: "0", KV_PATH: kvPath },
    /^(http:\S+\/local\/\S+)\n/m,
  );
}
