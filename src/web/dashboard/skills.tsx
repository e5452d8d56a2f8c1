import type { Failure } from "../../../contracts/errors.ts";
import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import type { PublishOptions, PublishOutcome } from "../../../contracts/library/publishing.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { Text } from "../kit/text.tsx";
import { type JudgedTree, judgeTree, readUpload, type UploadForm } from "../../library/mod.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, type Done, done, type Sent, type Show } from "./desk.ts";
import type { Notice } from "./_notices.ts";
import { UploadForms } from "./_upload_forms.tsx";

const STATES = ["published", "draft", "held", "archived", "flagged"] as const;

/** The account's own skills, and the ways to publish another. */
export function skillsPages({ library, blockedTypes }: DashboardDeps) {
  const show: Show = async (desk, context, kept) => {
    const query = (context.req.query("q") ?? "").trim().toLowerCase().slice(0, 100);
    const state = STATES.find((one) => one === context.req.query("state")) ?? null;
    const own = (await library.list(desk.author, "own")).filter(({ isOwn }) => isOwn);
    const wanted = own.filter((skill) =>
      (state === null || skill.state === state) &&
      (query === "" || skill.name.includes(query) || skill.description.toLowerCase().includes(query))
    );
    return success({
      title: "Skills",
      section: "Skills",
      children: (
        <>
          {own.length > 0 && (
            <form method="get" action={`${desk.base}/skills`} class="filter">
              <p class="form-field">
                <label for="q">Name or description</label>
                <input id="q" name="q" value={query} maxlength={100} />
              </p>
              <p class="form-field">
                <label for="state">State</label>
                <select id="state" name="state">
                  <option value="">any</option>
                  {STATES.map((one) => <option value={one} selected={one === state}>{one}</option>)}
                </select>
              </p>
              <button type="submit" class="button-quiet">Filter</button>
            </form>
          )}
          <SkillRows desk={desk} skills={wanted} none={own.length === 0 ? NONE : "No skill is so."} />
          <UploadForms desk={desk} kept={kept} />
        </>
      ),
    });
  };

  return {
    show,
    upload: async (desk: Desk, sent: UploadForm) =>
      await published(desk, await readUpload(sent, blockedTypes), sent.fields),

    write: async (desk: Desk, sent: Sent) => {
      // Forms send the line ends of HTTP, whatever was typed.
      const text = (sent.text ?? "").replaceAll("\r\n", "\n");
      const file = { path: "SKILL.md", bytes: new TextEncoder().encode(text) };
      return await published(desk, judgeTree([file], blockedTypes), sent);
    },
  };

  async function published(
    desk: Desk,
    tree: Result<JudgedTree, Failure>,
    fields: Sent,
  ): Promise<Result<Done, Failure>> {
    if (!tree.ok) return explained(tree.error);
    const { files } = tree.value;
    const asDraft = fields.as === "draft";
    const options = optionsOf(fields);
    const outcome = asDraft
      ? await library.saveDraft(desk.author, files, options)
      : await library.publish(desk.author, files, options);
    return outcome.ok ? leadOn(desk, outcome.value) : explained(outcome.error);
  }
}

const NONE = "There are none yet.";

/** The page of the skill that was published. */
export function leadOn({ base }: Desk, { name, status }: PublishOutcome): Result<Done, Failure> {
  return done(`${base}/skills/${name}`, NOTICE_OF[status]);
}

const NOTICE_OF: Readonly<Record<PublishOutcome["status"], Notice>> = {
  created: "published",
  released: "published",
  held: "held",
  unchanged: "unchanged",
  restored: "restored",
  drafted: "drafted",
  checked: "unchanged",
};

export function optionsOf(fields: Sent): PublishOptions {
  const notes = (fields.notes ?? "").trim();
  return {
    ...(fields.visibility === "global" && { visibility: "global" }),
    ...(notes !== "" && { notes }),
    ...(fields.acknowledge === "1" && { acknowledged: ["possible_secret"] }),
  };
}

/** With each place that is wrong, up to a screenful. */
export function explained(problem: Failure): Result<never, Failure> {
  const places = (problem.problems ?? []).slice(0, 10).map(({ path, message }) => `${path}: ${message}`);
  const parts = [problem.path, problem.reason, ...places].filter((part) => part !== undefined);
  if (parts.length === 0) return failure(problem);
  const reason = parts.join("; ");
  return failure({ ...problem, reason });
}

export function SkillRows({ desk, skills, none }: {
  readonly desk: Desk;
  readonly skills: readonly ListedSkill[];
  readonly none: string;
}) {
  if (skills.length === 0) return <p>{none}</p>;
  return (
    <ul role="list" class="rows">
      {skills.map(({ name, description, state, visibility, version }) => (
        <li class="row row-block">
          <p>
            <a href={`${desk.base}/skills/${name}`}>
              <strong>{name}</strong>
            </a>{" "}
            <span class="fine">
              {version ?? "no version"} · {visibility}
              {state === "published" ? "" : ` · ${state}`}
            </span>
          </p>
          <p class="row-description">
            <Text of={description} />
          </p>
        </li>
      ))}
    </ul>
  );
}
