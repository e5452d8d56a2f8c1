import type { HostKey } from "../../../contracts/addresses.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { type Member, type Role, ROLES } from "../../../contracts/library/members.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { isAtLeast } from "../../library/mod.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { DASHBOARD, type Desk, done, refused, type Sent, type Show } from "./desk.ts";
import { Action, Check, Choice, Confirm, Field, Form } from "./_forms.tsx";

/** Who belongs to the account, as what, and who is invited. */
export function membersPages({ members, signInHosts }: DashboardDeps) {
  const show: Show = async (desk, _context, kept) => {
    const listed = await members.list(desk.author, desk.account.id);
    if (!listed.ok) return listed;
    const mayDecide = isAtLeast(desk.role, "admin");
    return success({
      title: "Members",
      section: "Members",
      children: (
        <>
          <ul role="list" class="rows">
            {listed.value.members.map((member) => (
              <li class="row row-block">
                <p>
                  <strong>{member.login}</strong>
                  {member.host === null ? "" : ` at ${member.host}`}, {member.role} since{" "}
                  {utcDay(member.since)}
                </p>
                {mayDecide && member.person !== desk.person.id && <RoleForm desk={desk} member={member} />}
                {(mayDecide || member.person === desk.person.id) && (
                  <RemovalForm desk={desk} member={member} isSelf={member.person === desk.person.id} />
                )}
              </li>
            ))}
          </ul>
          {listed.value.invitations.length > 0 && (
            <>
              <h2>Invited</h2>
              <ul role="list" class="rows">
                {listed.value.invitations.map(({ host, login, role, expiresAt }) => (
                  <li class="row">
                    <span>
                      <strong>{login}</strong> at {host}, as {role}, until {utcDay(expiresAt)}
                    </span>
                    {mayDecide && (
                      <Action
                        desk={desk}
                        path="/members/withdraw"
                        name="Withdraw"
                        about={login}
                        fields={{ host, login }}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
          {mayDecide && <Invitations desk={desk} hosts={signInHosts} login={kept.login ?? ""} />}
        </>
      ),
    });
  };

  return {
    show,
    invite: async (desk: Desk, sent: Sent) => {
      const role = roleOf(sent);
      if (!role.ok) return role;
      const { host = "", login = "" } = sent;
      const invited = await members.invite(desk.author, desk.account.id, { host, login, role: role.value });
      return invited.ok ? done(`${desk.base}/members`, "invited") : invited;
    },
    withdraw: async (desk: Desk, sent: Sent) => {
      const { account, author, base } = desk;
      const listed = await members.list(author, account.id);
      if (!listed.ok) return listed;
      const wanted = listed.value.invitations.find(({ host, login }) =>
        host === sent.host && login === sent.login
      );
      if (wanted === undefined) return refused({ code: "request.invalid", reason: "nobody is invited so" });
      const host: HostKey = wanted.host;
      const withdrawn = await members.withdraw(author, account.id, host, wanted.login);
      return withdrawn.ok ? done(`${base}/members`, "withdrawn") : withdrawn;
    },
    changeRole: async (desk: Desk, sent: Sent) => {
      const role = roleOf(sent);
      const person = await memberOf(desk, sent);
      if (!role.ok) return role;
      if (!person.ok) return person;
      const changed = await members.changeRole(desk.author, desk.account.id, person.value, role.value);
      return changed.ok ? done(`${desk.base}/members`, "role") : changed;
    },
    remove: async (desk: Desk, sent: Sent) => {
      const person = await memberOf(desk, sent);
      if (!person.ok) return person;
      const keepsKeys = sent.keepsKeys === "1";
      const removed = await members.remove(desk.author, desk.account.id, person.value, keepsKeys);
      if (!removed.ok) return removed;
      return done(person.value === desk.person.id ? DASHBOARD : `${desk.base}/members`, "left");
    },
  };

  /** Of the account's members, the one that a form names. */
  async function memberOf(desk: Desk, sent: Sent): Promise<Result<PersonId, Failure>> {
    const listed = await members.list(desk.author, desk.account.id);
    if (!listed.ok) return listed;
    const member = listed.value.members.find(({ person }) => person === sent.person);
    return member === undefined
      ? failure({ code: "request.invalid", reason: "they do not belong to the account" })
      : success(member.person);
  }
}

function roleOf(sent: Sent): Result<Role, Failure> {
  const role = ROLES.find((one) => one === sent.role);
  return role === undefined
    ? failure({ code: "request.invalid", reason: `a role is one of ${ROLES.join(", ")}` })
    : success(role);
}

const ROLE_OPTIONS = [
  ["member", "member: reads everything, publishes private skills"],
  ["admin", "admin: everything but owners, the name and the account's end"],
  ["owner", "owner: everything"],
] as const;

function RoleForm({ desk, member }: { readonly desk: Desk; readonly member: Member }) {
  return (
    <Confirm name="Change the role" about={`of ${member.login}`}>
      <Form desk={desk} path="/members/role">
        <input type="hidden" name="person" value={member.person} />
        <Choice
          id={`role-${member.person}`}
          name="role"
          label="Role"
          options={ROLE_OPTIONS}
          chosen={member.role}
        />
        <button type="submit" class="button-quiet">Change</button>
      </Form>
    </Confirm>
  );
}

function RemovalForm({ desk, member, isSelf }: {
  readonly desk: Desk;
  readonly member: Member;
  readonly isSelf: boolean;
}) {
  return (
    <Confirm name={isSelf ? "Leave" : "Remove"} about={isSelf ? "the account" : member.login}>
      <Form desk={desk} path="/members/remove">
        <input type="hidden" name="person" value={member.person} />
        <p>What apps read for {isSelf ? "you" : "them"} in this account ends at once.</p>
        {isAtLeast(desk.role, "admin") && (
          <Check id={`keeps-${member.person}`} name="keepsKeys" label="The keys that they made stay good" />
        )}
        <button type="submit">{isSelf ? "Yes, leave" : "Yes, remove them"}</button>
      </Form>
    </Confirm>
  );
}

function Invitations({ desk, hosts, login }: {
  readonly desk: Desk;
  readonly hosts: DashboardDeps["signInHosts"];
  /** As it was sent and could not be taken. */
  readonly login: string;
}) {
  if (desk.account.kind === "personal") {
    return <p class="fine">A personal account is one person's. Make an organisation to share skills.</p>;
  }
  if (hosts.length === 0) {
    return (
      <p class="fine">
        Nobody can be invited by name: no git host signs people in here. The operator makes a sign-in link.
      </p>
    );
  }
  return (
    <section class="panel" aria-labelledby="invite">
      <h2 id="invite">Invite somebody</h2>
      <Form desk={desk} path="/members/invite">
        <Choice id="host" label="Known at" options={hosts.map(({ key, label }) => [key, label] as const)} />
        <Field
          id="login"
          label="As"
          value={login}
          required
          maxlength={100}
          placeholder="their-login"
          autocomplete="off"
        />
        <Choice id="role" label="Role" options={ROLE_OPTIONS} chosen="member" />
        <button type="submit">Invite</button>
      </Form>
    </section>
  );
}
