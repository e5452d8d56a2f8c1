/** Longer than any key. */
const MOST_CHARACTERS = 1024;

/** A line from stdin, which a terminal does not show. Empty where nothing comes. */
export async function readSecretLine(prompt: string): Promise<string> {
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
