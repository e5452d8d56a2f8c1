import type { Passage } from "./_licence_reading.ts";

/*
 * Terms that take back what an open licence gives. They are looked for only in words that the licence
 * itself does not have, so that they may be broad: what they find wrongly is described only, never given away.
 */

const RESTRICTIONS: readonly RegExp[] = [
  /\bnon-?\s?commercial/i,
  /\bcommercial(?:ly)?\b(?!\s+licen[cs])/i,
  /\b(?:sell|sold|selling|resell|resold|resale|monetiz\w*)\b/i,
  /\b(?:may|must|shall|can|could|should|will|do|does|are|is)(?:\s+not|n['’]t|not)\s(?:[\w,]+\s+){0,6}?(?:us|cop|reproduc|(?:re)?distribut|shar|publish|modif|alter|adapt|chang|host|sublicen|train|deploy|provid|offer|remov|permit|allow|grant|licen)/i,
  /\bno\s+(?:\w+\s+)?(?:redistribution|distribution|derivative|modification|permission|reproduction|copying|licen[cs]e\s+is|right\s+is)/i,
  /\bnot\s+(?:open[- ]source|free\s+software|licen[cs]ed|covered|included|permitted|allowed|authori[sz]ed)/i,
  /\b(?:prohibit|forbid|forbidden|disallow)/i,
  /\brestrict(?:ed\s+to|ions?\s+(?:on|appl)|s?\s+use|ive\b)/i,
  /\b(?:without|requires?|required|obtain\w*|seek|unless|subject\s+to)\s+(?:[\w,]+\s+){0,5}?(?:permission|consent|authori[sz]ation|approval|agreement)\b/i,
  /\b(?:solely|exclusively|only)\s+(?:for|by)\b|\b(?:may|can|must)\s+only\b|\bonly\s+be\s+used\b/i,
  /\bfor\s+(?:[\w,]+\s+){0,4}?(?:purposes?|use)\s+only\b/i,
  /\b(?:personal|internal|private|educational|academic|evaluation|research|teaching)\s+(?:and\s+\w+\s+)?(?:use|purposes?)\b/i,
  /\b(?:proprietary|confidential|trade\s+secret)/i,
  /\b(?:fees?|payment|purchase|subscription)\b/i,
  /\b(?:commons\s+clause|fair\s+source|source[- ]available)\b/i,
  /\b(?:additional|further|following|supplement\w*)\s+(?:restrictions?|limitations?|terms|conditions)\s+(?:appl|are|shall)/i,
  /\b(?:compet(?:e|es|ing|itive|itors?)|hosted\s+service|managed\s+service|as\s+a\s+service)\b/i,
  /\b(?:machine\s+learning|artificial\s+intelligence|language\s+models?|generative|ai)\b|\btrain\w*\s+(?:\w+\s+){0,3}models?\b/i,
  /\brevenue\b/i,
  /\b(?:military|weapons?|surveillance|unethical)\b/i,
  // The same in other languages, and terms in a script that nothing here reads.
  /\b(?:prohibid\w*|proibid\w*|interdit\w*|vietat\w*|verboten\w*|comercial\w*|commerciale\w*|kommerziell\w*)\b/i,
  /[^\P{L}\p{Script=Latin}\p{Script=Greek}]{4}/u,
  /\b(?:governed|bound)\s+by\s+(?:the\s+|your\s+|our\s+)?(?:[\w.]+\s+){0,4}?(?:agreement|terms)\b/i,
];

/** A sentence that keeps a name or logo takes nothing back. */
const KEEPS_NAME =
  /\b(?:trade\s?marks?|trade\s?names?|service\s+marks?|logos?|brand\w*|endorse\w*|advertising|names?\s+of)\b/i;

/** Nor do words that say that nothing stands in the way. */
const CONCEDES =
  /\bno\s+(?:fee|charge|royalt)|\bwithout\s+(?:any\s+)?(?:fee|charge|payment)|\bcommercial\s+(?:and|or|&)\s+(?:non-?\s?commercial|personal|private)|\b(?:including|even|both|personal|private|non-?\s?commercial)\s+(?:for\s+|and\s+|or\s+)*commercial/i;

/** Words set into a sentence of the licence can turn it round. */
const TURN = /\b(?:not|no|never|only|cannot|non)\b/i;

/** Share of a sentence from which on it is not the licence's any more, but another with words of it. */
const OWN_SENTENCE = 1 / 3;

const SENTENCE =
  /(?:[^.;!?\n]|(?<=\b(?:Inc|Ltd|Corp|Co|e\.g|i\.e|v))\.|[.;!?](?!\s|$)|\n(?![ \t\r]{0,200}\n))+/gi;

/** UTF-16 code units of a sentence that are looked at. */
const LONGEST = 2000;

/** Whether one of the passages takes back some of what the rest of `text` gives. */
export function takesBack(text: string, passages: readonly Passage[]): boolean {
  let next = 0;
  for (const { 0: { length }, index } of text.matchAll(SENTENCE)) {
    const sentence = { start: index, end: index + length };
    while ((passages[next]?.end ?? Infinity) <= sentence.start) next++;
    for (let at = next; (passages[at]?.start ?? Infinity) < sentence.end; at++) {
      const passage = passages[at];
      if (passage !== undefined && isSuspect(text, sentence, passage)) return true;
    }
  }
  return false;
}

function isSuspect(text: string, sentence: Passage, passage: Passage): boolean {
  const whole = plain(text.slice(sentence.start, sentence.end));
  const part = plain(
    text.slice(Math.max(passage.start, sentence.start), Math.min(passage.end, sentence.end)),
  );
  const isOwn = part.length >= OWN_SENTENCE * whole.length;
  const said = isOwn ? whole : part;
  const turns = !isOwn && TURN.test(part);
  if (!turns && !RESTRICTIONS.some((pattern) => pattern.test(said))) return false;
  return !KEEPS_NAME.test(whole) && !CONCEDES.test(said);
}

function plain(text: string): string {
  return text.slice(0, LONGEST).replace(/[\s*_>#/]+/g, " ").trim();
}
