import { type Content, type ReadFiles, readFiles } from "./_repository.ts";

export type Files = Readonly<Record<string, Content>>;

export const RESERVED = "Copyright 2024 Somebody. All rights reserved.\n";

export const MIT = `MIT License

Copyright (c) 2024 Somebody

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

export function licensed(files: Files): ReadFiles {
  return readFiles(files, { serving: "licensed" });
}

/** Everything that a snapshot stores of a reading, as text. */
export function storedText(read: ReadFiles): string {
  const documents = read.catalog.skills.flatMap(({ path, document }) =>
    document === null ? [] : read.document(path)
  );
  return JSON.stringify([read.catalog, read.searchable, read.documents, documents]);
}
