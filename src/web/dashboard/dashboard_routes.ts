import { Hono } from "hono";
import type { RequestVariables } from "../../http/mod.ts";
import { auditPages } from "./audit.tsx";
import { changesPages } from "./changes.tsx";
import { connectPages } from "./connect.tsx";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { createDesks } from "./create_desks.tsx";
import { DASHBOARD } from "./desk.ts";
import { installLinkPages } from "./install_links.tsx";
import { libraryPages } from "./library.tsx";
import { membersPages } from "./members.tsx";
import { overviewPages } from "./overview.tsx";
import { reportPages, reportPath } from "./report.tsx";
import { repositoriesPages } from "./repositories.tsx";
import { repositoryPages } from "./repository.tsx";
import { setsPages } from "./sets.tsx";
import { settingsPages } from "./settings.tsx";
import { skillPages } from "./skill.tsx";
import { skillsPages } from "./skills.tsx";
import { usagePages } from "./usage.tsx";
import { workflowForms } from "./workflow.tsx";
import { versionDiffPages } from "./version_diff.tsx";

/** What people do with their accounts in a browser (docs/design/dashboard.md): forms that work without scripts. */
export function dashboardRoutes(deps: DashboardDeps): Hono<{ Variables: RequestVariables }> {
  const { start, page, form, upload } = createDesks(deps);
  const routes = new Hono<{ Variables: RequestVariables }>().basePath(DASHBOARD);
  routes.get("/", start());

  const overview = overviewPages(deps);
  routes.get("/:account", page("member", overview.show));
  routes.post("/:account/invitations/accept", form("member", overview.show, overview.accept));
  routes.post("/:account/accounts", form("member", overview.show, overview.open));

  const skills = skillsPages(deps);
  routes.get("/:account/skills", page("member", skills.show));
  routes.post("/:account/skills/upload", upload("member", skills.show, skills.upload));
  routes.post("/:account/skills/write", form("member", skills.show, skills.write));

  const skill = skillPages(deps);
  routes.get("/:account/skills/:skill", page("member", skill.show));
  routes.get("/:account/skills/:skill/diff", page("member", versionDiffPages(deps).show));
  routes.post("/:account/skills/:skill/publish", form("member", skill.show, skill.publishDraft));
  routes.post("/:account/skills/:skill/discard", form("member", skill.show, skill.discardDraft));
  routes.post("/:account/skills/:skill/visibility", form("admin", skill.show, skill.setVisibility));
  routes.post("/:account/skills/:skill/state", form("member", skill.show, skill.setState));
  routes.post("/:account/skills/:skill/current", form("member", skill.show, skill.makeCurrent));
  routes.post("/:account/skills/:skill/yank", form("member", skill.show, skill.yank));
  routes.post("/:account/skills/:skill/delete", form("member", skill.show, skill.delete));

  const library = libraryPages(deps);
  routes.get("/:account/library", page("member", library.show));
  routes.post("/:account/library/add", form("member", library.show, library.add));
  routes.post("/:account/library/remove", form("member", library.show, library.remove));
  routes.post("/:account/library/confirm", form("member", library.show, library.confirm));
  routes.post("/:account/library/pin", form("member", library.show, library.pin));
  routes.post("/:account/library/rate", form("member", library.show, library.rate));

  routes.get("/:account/changes", page("member", changesPages(deps).show));

  const repositories = repositoriesPages(deps);
  routes.get("/:account/repositories", page("member", repositories.show));
  routes.post("/:account/repositories/connect", form("admin", repositories.show, repositories.connect));

  const repository = repositoryPages(deps);
  const one = "/:account/repositories/:connection";
  routes.get(one, page("member", repository.show));
  routes.post(`${one}/look`, form("admin", repository.show, repository.look));
  routes.post(`${one}/confirm`, form("admin", repository.show, repository.confirm));
  routes.post(`${one}/visibility`, form("admin", repository.show, repository.setVisibility));
  const workflow = workflowForms(deps);
  routes.post(`${one}/workflow`, form("admin", repository.show, workflow.save));
  routes.post(`${one}/workflow/remove`, form("admin", repository.show, workflow.remove));
  routes.post(`${one}/disconnect`, form("admin", repository.show, repository.disconnect));

  const sets = setsPages(deps);
  routes.get("/:account/sets", page("member", sets.show));
  routes.post("/:account/sets/put", form("admin", sets.show, sets.put));
  routes.post("/:account/sets/remove", form("admin", sets.show, sets.remove));

  const connect = connectPages(deps);
  routes.get("/:account/connect", page("member", connect.show));
  routes.post("/:account/connect/keys", form("member", connect.show, connect.make));
  routes.post("/:account/connect/revoke", form("member", connect.show, connect.revoke));

  const links = installLinkPages(deps);
  routes.get("/:account/connect/links", page("member", links.show));
  routes.post("/:account/connect/links/make", form("member", links.show, links.make));
  routes.post("/:account/connect/links/revoke", form("member", links.show, links.revoke));

  const members = membersPages(deps);
  routes.get("/:account/members", page("member", members.show));
  routes.post("/:account/members/invite", form("admin", members.show, members.invite));
  routes.post("/:account/members/withdraw", form("admin", members.show, members.withdraw));
  routes.post("/:account/members/role", form("admin", members.show, members.changeRole));
  routes.post("/:account/members/remove", form("member", members.show, members.remove));

  routes.get("/:account/usage", page("member", usagePages(deps).show));
  routes.get("/:account/audit", page("admin", auditPages(deps).show));

  const settings = settingsPages(deps);
  routes.get("/:account/settings", page("member", settings.show));
  routes.post("/:account/settings/rename", form("owner", settings.show, settings.rename));
  routes.post("/:account/settings/end", form("owner", settings.show, settings.end));
  routes.post("/:account/settings/keep", form("owner", settings.show, settings.keep));
  routes.post("/:account/settings/export", form("admin", settings.show, settings.export));

  const report = reportPages(deps);
  routes.get("/:account/report/:owner/:name", page("member", report.show));
  routes.post("/:account/report/:owner/:name", form("member", report.show, report.send));
  // Last: no page of an account that is called so is taken for it.
  routes.get(
    "/report/:owner/:name",
    start(({ req }) => reportPath(req.param("owner") ?? "", req.param("name") ?? "")),
  );
  return routes;
}
