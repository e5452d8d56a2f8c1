import { success } from "../../../contracts/result.ts";
import { counted } from "../kit/text.tsx";
import { ChangedFile } from "../kit/changed_file.tsx";
import { versionChanges } from "../kit/version_changes.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import type { Show } from "./desk.ts";

/** What one version of a skill changed in another. */
export function versionDiffPages({ library }: DashboardDeps) {
  const show: Show = async (desk, context) => {
    const skill = { owner: desk.account.slug, name: context.req.param("skill") ?? "" };
    const [from = "", to = ""] = [context.req.query("from"), context.req.query("to")];
    const before = await library.files(desk.author, skill, "own", from);
    if (!before.ok) return before;
    const after = await library.files(desk.author, skill, "own", to);
    if (!after.ok) return after;
    const changes = await versionChanges(before.value, after.value);
    return success({
      title: `${skill.name}: ${before.value.version} to ${after.value.version}`,
      section: "Skills",
      children: (
        <>
          <p>
            <a href={`${desk.base}/skills/${after.value.name}`}>{after.value.name}</a>:{" "}
            {counted(changes.length, "file")} changed.
          </p>
          {changes.map((change) => <ChangedFile change={change} />)}
        </>
      ),
    });
  };
  return { show };
}
