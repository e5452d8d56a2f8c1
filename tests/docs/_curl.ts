/** Reads the examples of a page of documentation: what curl would send for a line. */
import assert from "node:assert/strict";

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | FormData | null;
}

/** Options that say how an answer is printed, not what is asked for. */
const OF_OUTPUT = new Set(["-sS", "--fail-with-body", "-i"]);

/** What `curl` asks for, given what the shell knows. Options that no page uses are refused. */
export async function curlRequest(
  line: string,
  variables: Readonly<Record<string, string>>,
  readFile: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<CurlRequest> {
  const [program, ...words] = wordsOf(line, variables);
  assert.equal(program, "curl");
  const headers = new Headers();
  const form = new FormData();
  let method: string | null = null;
  let url: string | null = null;
  let data: string | null = null;
  while (words.length > 0) {
    const word = words.shift() ?? "";
    const value = () => words.shift() ?? "";
    if (word === "-X") method = value();
    else if (word === "-d") data = value();
    else if (word === "-o") value();
    else if (word === "-H") {
      const [name = "", ...rest] = value().split(": ");
      headers.set(name, rest.join(": "));
    } else if (word === "-F") await addPart(form, value(), readFile);
    else if (!OF_OUTPUT.has(word)) {
      assert(!word.startsWith("-") && url === null, `an option that is not known: ${word}`);
      url = word;
    }
  }
  assert(url !== null, line);
  const body = data ?? ([...form].length > 0 ? form : null);
  return { method: method ?? (body === null ? "GET" : "POST"), url, headers, body };
}

async function addPart(
  form: FormData,
  part: string,
  readFile: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const [, name = "", path, fileName, value] = /^(\w+)=(?:@([^;]+)(?:;filename=(.+))?|(.*))$/s.exec(part) ??
    [];
  assert.notEqual(name, "", part);
  if (path === undefined) form.append(name, value ?? "");
  else form.append(name, new File([await readFile(path)], fileName ?? path.replace(/^.*\//, "")));
}

/** Words as a shell makes them of plain text, quotes and `$name`. */
function wordsOf(line: string, variables: Readonly<Record<string, string>>): string[] {
  const known = (text: string) =>
    text.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const value = variables[name];
      assert(value !== undefined, `the page does not say what $${name} is`);
      return value;
    });
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) =>
    single ?? known(double ?? plain ?? "")
  );
}
