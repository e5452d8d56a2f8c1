import accountMcp from "../../../docs/account-mcp.md" with { type: "text" };
import authorization from "../../../docs/authorization.md" with { type: "text" };
import catalog from "../../../docs/catalog.md" with { type: "text" };
import check from "../../../docs/check.md" with { type: "text" };
import ci from "../../../docs/ci.md" with { type: "text" };
import compare from "../../../docs/compare.md" with { type: "text" };
import connect from "../../../docs/connect.md" with { type: "text" };
import deploy from "../../../docs/deploy.md" with { type: "text" };
import doors from "../../../docs/doors.md" with { type: "text" };
import errors from "../../../docs/errors.md" with { type: "text" };
import firstSkill from "../../../docs/first-skill.md" with { type: "text" };
import format from "../../../docs/format.md" with { type: "text" };
import install from "../../../docs/install.md" with { type: "text" };
import library from "../../../docs/library.md" with { type: "text" };
import metrics from "../../../docs/metrics.md" with { type: "text" };
import operate from "../../../docs/operate.md" with { type: "text" };
import rest from "../../../docs/rest.md" with { type: "text" };
import safetyFindings from "../../../docs/safety-findings.md" with { type: "text" };
import security from "../../../docs/security.md" with { type: "text" };
import sets from "../../../docs/sets.md" with { type: "text" };
import tools from "../../../docs/tools.md" with { type: "text" };
import trust from "../../../docs/trust.md" with { type: "text" };
import write from "../../../docs/write.md" with { type: "text" };

export interface Doc {
  /** Its URL is `/docs/<name>`, its file `docs/<name>.md`. */
  readonly name: string;
  readonly title: string;
  /** Markdown, its title first. */
  readonly text: string;
}

interface DocGroup {
  readonly title: string;
  readonly docs: readonly Doc[];
}

/** The documentation in the order of its readers: who uses skills, who writes them, who runs a server. */
export const DOCS: readonly DocGroup[] = [
  {
    title: "Use skills",
    docs: [
      doc("doors", doors),
      doc("connect", connect),
      doc("tools", tools),
      doc("install", install),
      doc("sets", sets),
      doc("rest", rest),
      doc("account-mcp", accountMcp),
      doc("catalog", catalog),
      doc("authorization", authorization),
      doc("security", security),
      doc("errors", errors),
      doc("compare", compare),
    ],
  },
  {
    title: "Write skills",
    docs: [
      doc("first-skill", firstSkill),
      doc("write", write),
      doc("format", format),
      doc("check", check),
      doc("ci", ci),
      doc("safety-findings", safetyFindings),
      doc("library", library),
    ],
  },
  {
    title: "Run a server",
    docs: [doc("deploy", deploy), doc("operate", operate), doc("metrics", metrics), doc("trust", trust)],
  },
];

function doc(name: string, text: string): Doc {
  return { name, title: /^# (.*)$/m.exec(text)?.[1] ?? name, text };
}
