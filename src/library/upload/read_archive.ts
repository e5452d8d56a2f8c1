import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result } from "../../../contracts/result.ts";
import type { SentFile } from "./sent_file.ts";
import { isTar, readTar, readTarInGzip } from "./_tar.ts";
import { readZip } from "./_zip.ts";

type ReadArchive = (archive: Uint8Array) => Promise<Result<readonly SentFile[], Failure>>;

/**
 * The files of an archive: zip, tar, or tar in gzip, whatever it is called. Nothing but plain files is taken, and
 * what comes out is bounded before it does. Names are as the archive has them, without a leading `./`.
 */
export function readArchive(archive: Uint8Array): ReturnType<ReadArchive> {
  const read = readerOf(archive);
  if (read !== null) return read(archive);
  return Promise.resolve(failure({
    code: "skill.invalid",
    reason: "the archive is no zip, tar or tar.gz",
    hint: "Send a zip or tar.gz of the skill's directory",
  }));
}

function readerOf(bytes: Uint8Array): ReadArchive | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return readTarInGzip;
  return isTar(bytes) ? readTar : null;
}
