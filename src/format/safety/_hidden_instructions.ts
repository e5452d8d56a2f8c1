import { linesOf } from "../text/lines_of.ts";
import type { SafetyFinding } from "./_safety_finding.ts";

const AGENT = String
  .raw`(?:ais?|llms?|agents?|assistants?|(?:language )?models?|claude|copilot|chatgpt|gpt|gemini|codex|cursor)`;

/** Ways to tell an agent what to do. What a template tells its editor, or of the agent, is none. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}\b(?:instructions?|rules?|prompts?|guidelines?|polic(?:y|ies)|everything above|safety)\b/i,
  /\b(?:do not|don['’]t|never|must not)\s+(?:\w+\s+){0,2}(?:tell|mention|reveal|inform|disclose|ask|alert|notify|show)\b[^.]{0,40}\b(?:users?|humans?|anyone|operators?|people)\b/i,
  /\bwithout\s+(?:\w+\s+)?(?:telling|mentioning|revealing|informing|disclosing|asking|alerting|notifying)\b[^.]{0,40}\b(?:users?|humans?|anyone|operators?|people)\b/i,
  new RegExp(
    String
      .raw`\b(?:instructions?|notes?|messages?|attention|prompts?|directives?)\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?(?:ai\s+)?${AGENT}\b`,
    "i",
  ),
  new RegExp(String.raw`\bif you are (?:an?\s+|the\s+)?(?:ai\s+)?${AGENT}\b`, "i"),
  // Only where it is spoken to: `Agents must ...`, not `rules that the agent must ...`.
  new RegExp(
    String
      .raw`(?:^|[.!?:]\s+)(?:dear\s+|hey\s+|the\s+|any\s+|all\s+|every\s+)?(?:ai\s+)?${AGENT}(?:\s+agents?)?[,:]?\s+` +
      String
        .raw`(?:reading this,?\s+|you\s+|also\s+)?(?:must|should|shall|always|never|need to|have to|please|do not|don['’]t)\b`,
    "i",
  ),
  /\byou\s+(?:must|should|are now|will|need to|have to|shall)\b[^.]{0,60}\b(?:run|execute|send|upload|post|fetch|download|install|delete|exfiltrate|reply|respond|answer|output)\b/i,
  /\b(?:system prompt|system override|hidden instructions?|secretly|silently)\b|\binstructions?\s*:/i,
  /\b(?:curl|wget)\s+\S|\brm\s+-rf?\b|\bbase64\s+(?:-d|--decode)\b/i,
];

const FENCE = /^[ \t>]*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(?<fence>`{3,}|~{3,})/;

/** Characters of a comment that are looked at. */
const LONGEST = 20_000;

/** HTML comments of a Markdown text that instruct: a page leaves out what a model reads. */
export function* hiddenInstructions(text: string): Generator<SafetyFinding> {
  for (const { index, body } of comments(text)) {
    const plain = body.slice(0, LONGEST).replace(/\s+/g, " ").trim();
    if (!INSTRUCTIONS.some((pattern) => pattern.test(plain))) continue;
    const message =
      "An HTML comment holds what reads like instructions: a model follows them, a reader never sees them";
    yield { code: "hidden_instruction", message, index };
  }
}

/** Comments outside code, where they would be shown. */
function* comments(text: string): Generator<{ readonly index: number; readonly body: string }> {
  let fence: string | null = null;
  let read = 0;
  for (const { line, start } of linesOf(text)) {
    const end = start + line.length;
    if (read > end) continue;
    const mark = read > start ? undefined : FENCE.exec(line)?.groups?.fence;
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    fence = mark ?? null;
    const shown = line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length));
    let open = fence === null ? shown.indexOf("<!--", Math.max(0, read - start)) : -1;
    while (open >= 0) {
      const index = start + open;
      const close = text.indexOf("-->", index + 4);
      const stop = close < 0 ? text.length : close;
      yield { index, body: text.slice(index + 4, stop) };
      read = stop + 3;
      open = read <= end ? shown.indexOf("<!--", read - start) : -1;
    }
  }
}
