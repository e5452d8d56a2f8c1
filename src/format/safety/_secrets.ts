import type { SafetyFinding } from "./_safety_finding.ts";

/** Tokens whose shape names their issuer. The group is what chance made and an example makes up. */
const TOKENS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a skillmount key", /\b(?:[acs]k_live|pt|in)_([A-Za-z0-9]{38})\b/g],
  ["a skillmount token", /\b[or]t_([\w-]{64})(?![\w-])/g],
  ["an AWS access key", /\b(?:AKIA|ASIA)([A-Z2-7]{16})\b/g],
  ["a GitHub token", /\bgh[pousr]_([A-Za-z0-9]{36})\b/g],
  ["a GitHub token", /\bgithub_pat_([A-Za-z0-9]{22}_[A-Za-z0-9]{59})\b/g],
  ["a GitLab token", /\bglpat-([\w-]{20,64})(?![\w-])/g],
  ["a Slack token", /\bxox[abprs]-([\w-]{20,200})/g],
  ["a Slack webhook", /hooks\.slack\.com\/services\/(T\w{8,12}\/B\w{8,12}\/\w{24})\b/g],
  ["an OpenAI key", /\bsk-(?:proj-|svcacct-)?([\w-]{20,80}T3BlbkFJ[\w-]{20,80})(?![\w-])/g],
  ["an Anthropic key", /\bsk-ant-(?:api|admin)\d{2}-([\w-]{80,120})(?![\w-])/g],
  ["a Stripe key", /\b[rs]k_live_([A-Za-z0-9]{24,99})\b/g],
  ["a Google API key", /\bAIza([\w-]{35})(?![\w-])/g],
  ["a Google OAuth secret", /\bGOCSPX-([\w-]{28})(?![\w-])/g],
  ["an npm token", /\bnpm_([A-Za-z0-9]{36})\b/g],
  ["a PyPI token", /\bpypi-AgEIcHlwaS5vcmc([\w-]{50,200})/g],
  ["a Hugging Face token", /\bhf_([A-Za-z]{34})\b/g],
  ["a SendGrid key", /\bSG\.([\w-]{22}\.[\w-]{43})(?![\w-])/g],
  ["a DigitalOcean token", /\bdo[opr]_v1_([a-f0-9]{64})\b/g],
  ["a Telegram bot token", /\b\d{8,10}:(AA[\w-]{33})(?![\w-])/g],
  [
    "a private key",
    /-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----\s{1,8}((?:[A-Za-z0-9+/=]{40,80}\s{1,8}){3})/g,
  ],
];

/** What people write where a secret would stand. */
const PLACEHOLDER =
  /example|sample|dummy|fake|placeholder|redacted|secret|your|token|test|x{4}|\.{3}|_{4}|-{4}|0{5}|1{5}/i;

/** Bits a character; English has fewer than 4, a random token of 36 about 4.7. */
const LEAST_ENTROPY = 3.2;

/** Credentials that look real. The message never repeats any of one. */
export function* secrets(text: string): Generator<SafetyFinding> {
  const places = new Set<number>();
  for (const [what, pattern] of TOKENS) {
    for (const { 1: chance = "", index } of text.matchAll(pattern)) {
      // A prefix that two issuers share names the one whose shape fits closer.
      if (places.has(index)) continue;
      if (PLACEHOLDER.test(chance) || isSequence(chance) || entropy(chance) < LEAST_ENTROPY) continue;
      const message = `This looks like ${what}: if it is one, revoke it, for the history keeps it`;
      places.add(index);
      yield { code: "possible_secret", message, index };
    }
  }
}

/** Whether letters or digits follow each other as they are counted, mixed or not: `abcdef`, `A1B2C3D4E5F6`. */
function isSequence(text: string): boolean {
  return [text, text.replace(/[^a-z]/gi, ""), text.replace(/\D/g, "")].some((part) => {
    let run = 1;
    for (let at = 1; at < part.length; at++) {
      run = part.charCodeAt(at) === part.charCodeAt(at - 1) + 1 ? run + 1 : 1;
      if (run >= 6) return true;
    }
    return false;
  });
}

function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce(
    (sum, count) => sum - count / text.length * Math.log2(count / text.length),
    0,
  );
}
