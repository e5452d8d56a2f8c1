import parseExpression from "spdx-expression-parse";
import type { LicenceFinding } from "../../../contracts/licences.ts";
import { licenceNamed } from "./_licence_names.ts";

/** Behind a licence that may be meant in later versions too; the words are no operator there. */
const LATER =
  /\s*\(?\bor\s+(?:\(?at your option\)?,?\s+)?(?:any\s+)?(?:later|newer|greater)(?:\s+versions?)?\)?/gi;

const OPERATOR = /\s+(and|or|with)\s+|\s*([()/|&,])\s*/i;

const SIGNS: Readonly<Record<string, string>> = { "/": "OR", "|": "OR", "&": "AND", ",": "AND" };

/**
 * Reads licences joined as an SPDX expression (specification, annex D) joins them, each in any usual
 * spelling: `MIT License or Apache 2.0`. Null when it is none, or names a licence that is not known.
 */
export function licenceExpression(text: string): LicenceFinding | null {
  const findings: LicenceFinding[] = [];
  const parts = text.replace(LATER, "+").split(OPERATOR).filter((part) => part !== undefined && part !== "");
  const written = parts.map((part, index) => {
    const operator = SIGNS[part] ?? part.toUpperCase();
    if (/^(?:AND|OR|WITH|[()])$/.test(operator)) return operator;
    if (parts[index - 1]?.toUpperCase() === "WITH") return part;
    const finding = licenceNamed(part) ?? closedLicence(part);
    if (finding !== null) findings.push(finding);
    // The grammar knows identifiers alone; what is meant is kept beside it.
    return finding === null ? "?" : `LicenseRef-${findings.length - 1}`;
  });
  const expression = parsed(written.join(" "));
  return expression === null ? null : evaluate(expression, findings);
}

/** The other choice beside an open licence, or a licence that an expression gives a name of its own. */
function closedLicence(part: string): LicenceFinding | null {
  const isClosed = /^(?:(?:a\s)?(?:proprietary|commercial|unlicensed)(?:\slicen[cs]e)?|LicenseRef-[\w.-]+)$/i
    .test(part);
  return isClosed ? { label: part, class: "restrictive" } : null;
}

type Expression =
  | { readonly license: string; readonly exception?: string }
  | { readonly conjunction: "and" | "or"; readonly left: Expression; readonly right: Expression };

function parsed(text: string): Expression | null {
  try {
    return parseExpression(text);
  } catch {
    return null;
  }
}

/** A choice is as open as its most open part, a sum as closed as its most closed. */
function evaluate(expression: Expression, findings: readonly LicenceFinding[]): LicenceFinding | null {
  if ("license" in expression) {
    const finding = findings[Number(expression.license.slice("LicenseRef-".length))];
    if (finding === undefined) return null;
    const exception = expression.exception === undefined ? "" : ` WITH ${expression.exception}`;
    return { ...finding, label: finding.label + exception };
  }
  const left = evaluate(expression.left, findings);
  const right = evaluate(expression.right, findings);
  if (left === null || right === null) return null;
  const { conjunction } = expression;
  const decisive = conjunction === "or" ? "permissive" : "restrictive";
  const isDecided = left.class === decisive || right.class === decisive;
  const part = ({ label }: LicenceFinding, side: Expression) =>
    conjunction === "and" && "conjunction" in side && side.conjunction === "or" ? `(${label})` : label;
  return {
    label: `${part(left, expression.left)} ${conjunction.toUpperCase()} ${part(right, expression.right)}`,
    class: isDecided ? decisive : left.class,
  };
}
