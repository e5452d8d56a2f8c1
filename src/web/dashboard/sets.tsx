import {
  SET_LIMITS,
  type SetMember,
  type SkillSet,
  type WantedMember,
} from "../../../contracts/library/sets.ts";
import { success } from "../../../contracts/result.ts";
import { isAtLeast } from "../../library/mod.ts";
import { Copyable } from "../kit/client_steps.tsx";
import { counted } from "../kit/text.tsx";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, done, type Sent, type Show } from "./desk.ts";
import { Confirm, Field, Form } from "./_forms.tsx";

/** Sets of the account: several repositories and skills as one MCP server. */
export function setsPages({ sets, publicUrl }: DashboardDeps) {
  const show: Show = async (desk, context, kept) => {
    const all = await sets.list(desk.account.id);
    const edited = all.find(({ name }) => name === context.req.query("set"));
    return success({
      title: "Sets",
      section: "Sets",
      children: (
        <>
          <p>
            A set is one MCP server over up to {SET_LIMITS.members}{" "}
            repositories and skills, each in a folder of its own.
          </p>
          {all.length > 0 && (
            <ul role="list" class="rows">
              {all.map((set) => (
                <SetRow desk={desk} set={set} url={`${publicUrl}/sets/${desk.account.slug}/${set.name}`} />
              ))}
            </ul>
          )}
          {isAtLeast(desk.role, "admin")
            ? <SetForm desk={desk} kept={kept} edited={edited ?? null} />
            : all.length === 0 && <p>There are none. Owners and admins of the account make them.</p>}
        </>
      ),
    });
  };

  return {
    show,
    put: async (desk: Desk, sent: Sent) => {
      const description = (sent.description ?? "").trim().slice(0, SET_LIMITS.description);
      const members = (sent.members ?? "").split(/\r?\n/).map((line) => line.trim()).filter((line) =>
        line !== ""
      );
      const made = await sets.put(desk.author, desk.account.id, sent.name ?? "", {
        description: description === "" ? null : description,
        members: members.map(memberIn),
      });
      return made.ok ? done(`${desk.base}/sets`, "set") : made;
    },
    remove: async (desk: Desk, sent: Sent) => {
      const made = await sets.remove(desk.author, desk.account.id, sent.set ?? "");
      return made.ok ? done(`${desk.base}/sets`, "unset") : made;
    },
  };
}

/** A line of the form: `alias = member`, or the member alone. Two parts are a skill, more are an address. */
function memberIn(line: string): WantedMember {
  const [, alias, named = ""] = /^(?:([^=\s]+)\s*=\s*)?(\S.*)$/.exec(line) ?? [];
  const text = named.replace(/^\/skills\//, "");
  const isSkill = !text.startsWith("/") && text.split("@")[0]?.split("/").length === 2;
  return { ...(alias !== undefined && { alias }), ...(isSkill ? { skill: text } : { address: text }) };
}

function lineOf(member: SetMember): string {
  const named = member.kind === "address"
    ? member.address
    : `${member.owner}/${member.name}${member.label === null ? "" : `@${member.label}`}`;
  return `${member.alias} = ${named}`;
}

function SetRow({ desk, set, url }: { readonly desk: Desk; readonly set: SkillSet; readonly url: string }) {
  return (
    <li class="row row-block">
      <p>
        <a href={url}>
          <strong>{set.name}</strong>
        </a>{" "}
        {counted(set.members.length, "member")}: {set.members.map(({ alias }) => alias).join(", ")}
      </p>
      <Copyable text={url} label="the URL" />
      {isAtLeast(desk.role, "admin") && (
        <>
          <p>
            <a href={`${desk.base}/sets?set=${set.name}#make`}>Change it</a>
          </p>
          <Confirm name="Remove" about={set.name}>
            <Form desk={desk} path="/sets/remove">
              <input type="hidden" name="set" value={set.name} />
              <p>Who is connected to it reads nothing there any more. What is in it stays as it is.</p>
              <button type="submit">Yes, remove it</button>
            </Form>
          </Confirm>
        </>
      )}
    </li>
  );
}

function SetForm({ desk, kept, edited }: {
  readonly desk: Desk;
  readonly kept: Sent;
  readonly edited: SkillSet | null;
}) {
  const members = kept.members ?? edited?.members.map(lineOf).join("\n") ?? "";
  return (
    <section class="panel" aria-labelledby="make">
      <h2 id="make">{edited === null ? "Make a set" : `Change ${edited.name}`}</h2>
      <Form desk={desk} path="/sets/put">
        <Field id="name" label="Its name" required maxlength={64} value={kept.name ?? edited?.name ?? ""} />
        <Field
          id="description"
          label="What it is for"
          maxlength={SET_LIMITS.description}
          value={kept.description ?? edited?.description ?? ""}
        />
        <p class="form-field">
          <label for="members">Its members</label>
          <textarea id="members" name="members" rows={8} required aria-describedby="members-hint">
            {members}
          </textarea>
          <span class="fine" id="members-hint">
            One a line: the address of a public repository such as /gh/acme/library@v2/marketing, or a
            published skill such as acme/release-notes or acme/release-notes@1.2.0. Before it, a folder's name
            of your own: notes = acme/release-notes
          </span>
        </p>
        <button type="submit">Save</button>
      </Form>
    </section>
  );
}
