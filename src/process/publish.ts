import { join } from "node:path";
import {
  type CommandResult,
  createChecker,
  failed,
  type PublishArguments,
  publishArguments,
  runPublish,
} from "../cli/mod.ts";
import { readJob } from "../config/mod.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import {
  createLibraryClient,
  endJob,
  exchangeJob,
  type JobEnvironment,
  parseServerUrl,
  type ServerUrl,
} from "../remote/mod.ts";
import { checkedDirectory } from "./_checked_directory.ts";
import { keptKey } from "./_kept_credentials.ts";
import { excludesFile } from "./_local_sources.ts";
import { messageOf } from "./_message_of.ts";
import { readingSettings, type Remote, remoteSettings } from "./_settings.ts";
import { EXIT } from "./exit_code.ts";
import type { Program } from "./program.ts";

/** Publishes the directory of one skill to a server's library, by the key that `login` keeps or the environment shows. */
export async function publish(args: readonly string[], program: Program): Promise<CommandResult> {
  return await publishDirectory(args, program).catch((error) => failed(EXIT.notRead, messageOf(error)));
}

async function publishDirectory(args: readonly string[], program: Program): Promise<CommandResult> {
  const asked = publishArguments(args, program.typed);
  if (!asked.ok) return asked.error;
  const settings = readingSettings(asked.value.directory);
  if (!settings.ok) return settings.error;
  const remote = await remoteSettings(program);
  if (!remote.ok) return remote.error;
  const place = await placeOf({ ...remote.value, job: readJob() }, asked.value, program.typed);
  if (!place.ok) return place.error;

  const { limits, local } = settings.value;
  const [directory = ""] = local?.directories ?? [];
  const excludes = await excludesFile(local, EXIT.notRead);
  if (!excludes.ok) return excludes.error;
  using checked = await checkedDirectory(directory, { ...settings.value, excludesFile: excludes.value });
  await using checker = createChecker(checked.ports, { address: checked.address, limits });
  try {
    return await runPublish({
      look: checker.look,
      readFile: (path) => Deno.readFile(join(directory, path)),
      library: createLibraryClient({ ...place.value, fetch }),
    }, asked.value);
  } finally {
    if (place.value.jobOf !== undefined) await endJob(place.value.server, place.value.key, fetch);
  }
}

interface Place {
  readonly server: ServerUrl;
  readonly key: string;
  /** The account that a job publishes for, where the key is a job's. */
  readonly jobOf?: string;
}

/** The server and its key. A kept key is shown to the server that it was kept for, and to no other. */
async function placeOf(
  { kv, key, job }: Remote & { readonly job: JobEnvironment | null },
  { server: given, account }: Pick<PublishArguments, "server" | "account">,
  typed: string,
): Promise<Result<Place, CommandResult>> {
  const kept = key === null ? await keptKey(kv).read() : null;
  const server = parseServerUrl(given ?? kept?.server ?? "");
  if (given === null && kept === null) {
    return failure(
      failed(
        EXIT.usage,
        key === null
          ? `Cannot publish: name a server with --server, or keep its key by ${typed} login <server> --key`
          : "Cannot publish: SKILLMOUNT_KEY does not say whose key it is; name the server with --server",
      ),
    );
  }
  if (!server.ok) return failure(failed(EXIT.usage, `Cannot publish: ${server.error}`));
  const shown = key ?? (kept?.server === server.value.origin ? kept.key : null);
  if (shown !== null) return success({ server: server.value, key: shown });
  if (job !== null) {
    const exchanged = await exchangeJob({ server: server.value, job, account, fetch });
    return exchanged.ok
      ? success({ server: server.value, key: exchanged.value.token, jobOf: exchanged.value.account })
      : failure(failed(1, `Cannot publish by the job's identity: ${exchanged.error}`));
  }
  const message =
    `Cannot publish: there is no key for ${server.value.host}; keep one by ${typed} login ${server.value.origin} --key, or set SKILLMOUNT_KEY; in a job of GitHub Actions, give it the permission "id-token: write"`;
  return failure(failed(EXIT.usage, message));
}
