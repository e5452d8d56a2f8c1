import type { SkillDetails } from "../../../contracts/library/library.ts";
import type { Version } from "../../../contracts/library/versions.ts";
import { success } from "../../../contracts/result.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, type DeskContext, done, mustType, refused, type Sent, type Show } from "./desk.ts";
import { SkillActions } from "./_skill_actions.tsx";
import { Findings, Preview, VersionList } from "./_skill_parts.tsx";
import { explained, leadOn, optionsOf } from "./skills.tsx";

/** One of the account's own skills: what an agent gets, what was found, its versions, and what can be done with it. */
export function skillPages({ library, connections }: DashboardDeps) {
  const reference = (desk: Desk, context: DeskContext) => ({
    owner: desk.account.slug,
    name: context.req.param("skill") ?? "",
  });

  const show: Show = async (desk, context) => {
    const asked = reference(desk, context);
    const skill = await library.skill(desk.author, asked, "own");
    if (!skill.ok) return skill;
    const versions = await library.versions(desk.author, asked, "own");
    const content = await library.content(desk.author, asked, "own");
    const problem = await connections.problemOf(desk.account.id, skill.value.name);
    const text = content.ok ? new TextDecoder().decode(content.value.bytes) : null;
    return success({
      title: skill.value.name,
      section: "Skills",
      children: (
        <>
          {problem !== null && (
            <p class="told told-wrong">
              What its repository has now was not published: {problem.message} (<code>{problem.path}</code>).
            </p>
          )}
          <SkillPage
            desk={desk}
            skill={skill.value}
            versions={versions.ok ? versions.value : []}
            text={text}
          />
        </>
      ),
    });
  };

  const pathOf = (desk: Desk, context: DeskContext) =>
    `${desk.base}/skills/${encodeURIComponent(reference(desk, context).name)}`;

  return {
    show,

    publishDraft: async (desk: Desk, sent: Sent, context: DeskContext) => {
      const outcome = await library.publishDraft(desk.author, reference(desk, context).name, optionsOf(sent));
      return outcome.ok ? leadOn(desk, outcome.value) : explained(outcome.error);
    },

    discardDraft: async (desk: Desk, _sent: Sent, context: DeskContext) => {
      const discarded = await library.discardDraft(desk.author, reference(desk, context).name);
      if (!discarded.ok) return discarded;
      // A skill that was nothing but a draft is gone with it.
      const left = await library.skill(desk.author, reference(desk, context), "own");
      return done(left.ok ? pathOf(desk, context) : `${desk.base}/skills`, "discarded");
    },

    setVisibility: async (desk: Desk, sent: Sent, context: DeskContext) => {
      const visibility = sent.visibility === "global" ? "global" : "private";
      const acknowledged = sent.acknowledge === "1" ? ["possible_secret"] : [];
      const { name } = reference(desk, context);
      const changed = await library.change(desk.author, name, { visibility }, { acknowledged });
      return changed.ok ? done(pathOf(desk, context), visibility) : explained(changed.error);
    },

    setState: async (desk: Desk, sent: Sent, context: DeskContext) => {
      const state = sent.state === "archived" ? "archived" : "published";
      const changed = await library.change(desk.author, reference(desk, context).name, { state }, {});
      if (!changed.ok) return changed;
      return done(pathOf(desk, context), state === "archived" ? "archived" : "unarchived");
    },

    makeCurrent: async (desk: Desk, sent: Sent, context: DeskContext) => {
      const current = sent.label === undefined || sent.label === "" ? null : sent.label;
      const changed = await library.change(desk.author, reference(desk, context).name, { current }, {});
      return changed.ok ? done(pathOf(desk, context), "current") : changed;
    },

    yank: async (desk: Desk, sent: Sent, context: DeskContext) => {
      const reason = (sent.reason ?? "").trim();
      const yanked = sent.yanked === "0" ? null : { reason: reason === "" ? null : reason };
      const { name } = reference(desk, context);
      const changed = await library.yank(desk.author, name, sent.label ?? "", yanked);
      return changed.ok ? done(pathOf(desk, context), yanked === null ? "unyanked" : "yanked") : changed;
    },

    delete: async (desk: Desk, sent: Sent, context: DeskContext) => {
      const { name } = reference(desk, context);
      const problem = mustType(sent, name);
      if (problem !== null) return refused(problem);
      const deleted = await library.delete(desk.author, name);
      return deleted.ok ? done(`${desk.base}/skills`, "deleted") : deleted;
    },
  };
}

function SkillPage({ desk, skill, versions, text }: {
  readonly desk: Desk;
  readonly skill: SkillDetails;
  readonly versions: readonly Version[];
  readonly text: string | null;
}) {
  return (
    <>
      <p class="lead">{skill.description}</p>
      <dl class="facts">
        <dt>Version</dt>
        <dd>{skill.version ?? "none"}</dd>
        <dt>Who may have it</dt>
        <dd>{skill.visibility === "global" ? "everybody" : "this account"}</dd>
        <dt>State</dt>
        <dd>{skill.state}{skill.reason === null ? "" : `: ${skill.reason}`}</dd>
        <dt>Licence</dt>
        <dd>{skill.license ?? "none"}</dd>
        <dt>Grade</dt>
        <dd>{skill.grade ?? "not looked at"}</dd>
        <dt>Installs</dt>
        <dd>{skill.stats.installs.toLocaleString("en")}</dd>
      </dl>
      <SkillActions desk={desk} skill={skill} />
      <Findings findings={skill.findings} />
      <VersionList desk={desk} skill={skill} versions={versions} />
      {text !== null && <Preview text={text} files={skill.files} />}
    </>
  );
}
