import { Buffer } from "node:buffer";
import { packTar, type TarEntry } from "modern-tar";
import { zipSync } from "fflate";

export interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly value: string | Uint8Array;
}

export const BOUNDARY = "x-boundary-of-the-test";
export const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form as curl writes it, with every name as it is given. */
export function form(parts: readonly Part[]): Uint8Array {
  return Buffer.concat([
    ...parts.flatMap(({ name, fileName, value }) => [
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"` +
          (fileName === undefined ? "" : `; filename="${fileName}"`) + "\r\n\r\n",
      ),
      Buffer.from(value),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytesOf(text)])));
}

export async function tarOf(entries: readonly TarEntry[]): Promise<Uint8Array> {
  return await packTar(entries);
}

export async function tarOfFiles(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  return await tarOf(
    Object.entries(files).map(([name, body]) => ({
      header: { name, size: bytesOf(body).length, type: "file" },
      body,
    })),
  );
}

export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(packed).bytes();
}
