import type { InstallLinks, ListedInstallLink } from "../../../contracts/library/install_links.ts";
import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import { success } from "../../../contracts/result.ts";
import { utcMinute } from "../../../contracts/utc_time.ts";
import { isAtLeast } from "../../library/mod.ts";
import { Copyable } from "../kit/client_steps.tsx";
import { shellQuoted } from "../kit/connect_lines.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, done, refused, type Sent, type Show } from "./desk.ts";
import { Choice, Form, Revoke } from "./_forms.tsx";

/** Links for installers that send no headers: made, told once, and revoked. */
export function installLinkPages({ library, links, publicUrl }: DashboardDeps) {
  const view = async (desk: Desk, made: InstallLinks, url?: string) => ({
    title: "Install links",
    section: "Connect" as const,
    children: (
      <LinksPage
        desk={desk}
        links={await made.list(desk.account.id)}
        skills={await library.list(desk.author, "library")}
        {...(url !== undefined && { url })}
      />
    ),
  });

  const show: Show = async (desk) => links === null ? refused(NONE) : success(await view(desk, links));

  return {
    show,
    make: async (desk: Desk, sent: Sent) => {
      if (links === null) return refused(NONE);
      const { skill = "", hours = "" } = sent;
      const chosen = (await library.list(desk.author, "library")).find((one) => idOf(one) === skill);
      if (chosen === undefined && skill !== "") {
        return refused({ code: "skill.not_found", reason: "it is not in the library" });
      }
      const made = await links.make(desk.author, {
        account: desk.account.id,
        maker: desk.person.id,
        key: null,
        skills: chosen === undefined ? null : [`${chosen.account}/${chosen.name}`],
        hours: Number(hours),
      });
      if (!made.ok) return made;
      const url = `${publicUrl}/install/${made.value.token}`;
      return success({
        view: await view(desk, links, url),
        told: "The link is there. It is shown this once.",
      });
    },
    revoke: async (desk: Desk, sent: Sent) => {
      if (links === null) return refused(NONE);
      const held = (await links.list(desk.account.id)).find(({ digest }) => digest === sent.link);
      if (held === undefined) {
        return refused({ code: "request.invalid", reason: "the account has no such link" });
      }
      if (held.maker !== desk.person.id && !isAtLeast(desk.role, "admin")) {
        return refused({ code: "account.forbidden", reason: "another made the link" });
      }
      await links.revoke(desk.author, desk.account.id, held.digest);
      return done(`${desk.base}/connect/links`, "unlinked");
    },
  };
}

const NONE = { code: "route.not_found", reason: "there are no install links here" } as const;

const HOURS = [["1", "an hour"], ["24", "a day"], ["168", "a week"]] as const;

function LinksPage({ desk, links, skills, url }: {
  readonly desk: Desk;
  readonly links: readonly ListedInstallLink[];
  readonly skills: readonly ListedSkill[];
  readonly url?: string;
}) {
  const choices = [
    ["", "the whole library"],
    ...skills.map((one) => [idOf(one), idOf(one)] as const),
  ] as const;
  return (
    <>
      <p>
        An installer that sends no key takes a link instead. Whoever has the link installs what it opens,
        private skills too, until it is over: give it to nobody else.
      </p>
      {url !== undefined && (
        <section class="panel" aria-labelledby="made">
          <h2 id="made">Copy it now</h2>
          <Copyable text={`npx skills add ${shellQuoted(url)}`} label="the command" />
        </section>
      )}
      <section aria-labelledby="links">
        <h2 id="links">Links</h2>
        {links.length === 0 ? <p>There are none.</p> : (
          <ul role="list" class="rows">
            {links.map((link) => (
              <li class="row row-block">
                <p>
                  <code>{`in_…${link.lastFour}`}</code> {openedBy(link)}, until {utcMinute(link.expiresAt)}
                </p>
                <Revoke
                  desk={desk}
                  path="/connect/links/revoke"
                  about={`the link that ends in ${link.lastFour}`}
                  name="link"
                  value={link.digest}
                  consequence="Nothing is installed from it any more."
                />
              </li>
            ))}
          </ul>
        )}
        <section class="panel" aria-labelledby="make">
          <h2 id="make">Make a link</h2>
          <Form desk={desk} path="/connect/links/make">
            <Choice id="skill" label="It opens" options={choices} />
            <Choice id="hours" label="For" options={HOURS} chosen="1" />
            <button type="submit">Make a link</button>
          </Form>
        </section>
      </section>
    </>
  );
}

function openedBy({ skills }: ListedInstallLink): string {
  if (skills === null) return "opens the whole library";
  return skills.length === 1 ? `opens ${skills[0]?.split("/").at(-1)}` : `opens ${skills.length} skills`;
}

function idOf({ owner, name }: Pick<ListedSkill, "owner" | "name">): string {
  return `${owner}/${name}`;
}
