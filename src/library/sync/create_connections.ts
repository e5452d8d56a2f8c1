import type { Clock, NewId } from "../../../contracts/ambient.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Acting, AuditAction } from "../../../contracts/library/audit.ts";
import {
  type ConnectedWorkflow,
  type Connection,
  type ConnectionId,
  type ConnectionStore,
  SYNC_LIMITS,
} from "../../../contracts/library/connections.ts";
import type { MemberStore } from "../../../contracts/library/members.ts";
import type {
  Connections,
  NumbersOf,
  SyncedRepositories,
  WantedWorkflow,
} from "../../../contracts/library/repository_sync.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { mayAct } from "../members/role.ts";
import { dueNow, type Sync } from "./create_sync.ts";

export interface ConnectionsDeps {
  readonly connections: ConnectionStore;
  readonly members: Pick<MemberStore, "roleOf">;
  readonly repositories: Pick<SyncedRepositories, "parse">;
  /** Left out where no host is asked. */
  readonly numbersOf?: NumbersOf;
  /** Begins a look; left out where none runs beside this. */
  readonly begin?: Sync["begin"];
  readonly clock: Pick<Clock, "now">;
  readonly newId: NewId;
}

const NO_CONNECTION: Result<never, Failure> = failure({
  code: "connection.not_found",
  hint: "List the connections to see their ids",
});

/** Connections of accounts to repositories: one for all surfaces, which say who acts. */
export function createConnections(deps: ConnectionsDeps): Connections {
  const { connections, members, repositories, clock } = deps;

  async function find(account: AccountId, id: ConnectionId): Promise<Result<Connection, Failure>> {
    const connection = await connections.find(account, id);
    return connection === null ? NO_CONNECTION : success(connection);
  }

  /** A change by who may make one; the row that tells of it is of the same commit. */
  async function changed(
    acting: Acting,
    account: AccountId,
    id: ConnectionId,
    told: { readonly action: AuditAction; readonly after: string },
    make: (before: Connection) => Connection,
  ): Promise<Result<Connection, Failure>> {
    const before = await mayChange(acting, account, id);
    if (!before.ok) return before;
    const { actor, request } = acting;
    const note = { actor, request, ...told, target: before.value.address, before: null };
    const after = await connections.change(account, id, make, note);
    return after === null ? NO_CONNECTION : success(after);
  }

  async function mayChange(
    acting: Acting,
    account: AccountId,
    id: ConnectionId,
  ): Promise<Result<Connection, Failure>> {
    const role = await mayAct(members, acting, account, "admin");
    return role.ok ? await find(account, id) : role;
  }

  /** A workflow with the numbers of the repository, as its host says them now where they are not given. */
  async function workflowOf(
    { actor }: Acting,
    { address }: Connection,
    { numbers, ...workflow }: WantedWorkflow,
  ): Promise<Result<ConnectedWorkflow, Failure>> {
    const place = repositories.parse(address);
    const person = actor.kind === "person" ? actor.person : actor.kind === "key" ? actor.maker : null;
    const known = numbers ?? (place.ok ? await deps.numbersOf?.(person, place.value) ?? null : null);
    return known === null
      ? failure({
        code: "request.invalid",
        reason: "its host does not say the numbers of the repository and its owner",
        hint: "Give repositoryId and ownerId, as repository_id and repository_owner_id of a job's token",
      })
      : success({ ...workflow, ...known });
  }

  return {
    async list(account) {
      const all = await connections.ofAccount(account);
      return all.toSorted((one, other) => one.createdAt - other.createdAt);
    },

    find,

    async connect(acting, account, { address: text, visibility, syncs = true }) {
      const role = await mayAct(members, acting, account, "admin");
      if (!role.ok) return role;
      const place = repositories.parse(text);
      if (!place.ok) return place;
      const all = await connections.ofAccount(account);
      if (all.some((other) => other.address === place.value.address)) {
        return failure({ code: "connection.exists" });
      }
      const { actor, request } = acting;
      const now = clock.now();
      const connection: Connection = {
        // Safe in a URL.
        id: deps.newId() as ConnectionId,
        account,
        address: place.value.address,
        branch: place.value.branch,
        syncs,
        visibility,
        person: actor.kind === "person" ? actor.person : actor.kind === "key" ? actor.maker : null,
        vouched: actor.kind === "operator" ? { at: now, owner: null } : null,
        repository: null,
        proven: null,
        workflow: null,
        missing: null,
        lease: null,
        dueAt: now,
        trigger: "hand",
        looked: null,
        mayOpenPrivate: false,
        confirmed: null,
        runs: 0,
        createdAt: now,
      };
      const note = {
        actor,
        request,
        action: "connection.add",
        target: place.value.address,
        before: null,
        after: visibility,
      } as const;
      if (!await connections.add(connection, note)) {
        return failure({
          code: "account.full",
          reason: `an account has at most ${SYNC_LIMITS.connections} connections`,
          hint: "Remove one that is not needed",
        });
      }
      deps.begin?.();
      return success(connection);
    },

    async change(acting, account, id, { workflow: wanted, ...patch }) {
      const before = await mayChange(acting, account, id);
      if (!before.ok) return before;
      const workflow = wanted === undefined || wanted === null
        ? success(wanted)
        : await workflowOf(acting, before.value, wanted);
      if (!workflow.ok) return workflow;
      const told = [
        patch.visibility,
        patch.syncs === undefined ? undefined : patch.syncs ? "syncs" : "syncs not",
      ]
        .concat(workflow.value === undefined ? [] : [workflow.value?.file ?? "no workflow"]);
      const after = told.filter((part) => part !== undefined).join(", ");
      const made = await changed(acting, account, id, { action: "connection.change", after }, (now) => ({
        ...dueNow(now, "hand", clock.now()),
        ...patch,
        ...(workflow.value !== undefined && { workflow: workflow.value }),
        // Who changes for whom it is published says so of the repository as it is then.
        ...(patch.visibility !== undefined && { mayOpenPrivate: false }),
      }));
      if (made.ok) deps.begin?.();
      return made;
    },

    async remove(acting, account, id) {
      const before = await mayChange(acting, account, id);
      if (!before.ok) return before;
      const { actor, request } = acting;
      const { address: target } = before.value;
      const note = {
        actor,
        request,
        action: "connection.remove",
        target,
        before: null,
        after: null,
      } as const;
      return await connections.remove(account, id, note) ? success(null) : NO_CONNECTION;
    },

    async look(acting, account, id) {
      const before = await mayChange(acting, account, id);
      if (!before.ok) return before;
      const after = await connections.change(account, id, (now) => dueNow(now, "hand", clock.now()));
      deps.begin?.();
      return after === null ? NO_CONNECTION : success(after);
    },

    async confirm(acting, account, id) {
      const before = await mayChange(acting, account, id);
      if (!before.ok) return before;
      const asked = before.value.looked;
      if (asked?.state !== "waiting" || asked.asks === null) {
        return failure({ code: "precondition.failed", reason: "nothing waits to be confirmed" });
      }
      const told = {
        action: "connection.confirm",
        after: asked.asks === "removal" ? "archive the skills that are gone" : "publish what is private",
      } as const;
      const made = await changed(acting, account, id, told, (now) => ({
        ...dueNow(now, "hand", clock.now()),
        ...(asked.asks === "removal" ? { confirmed: asked.commit } : { mayOpenPrivate: true }),
      }));
      if (made.ok) deps.begin?.();
      return made;
    },

    async vouch(acting, account, id, isVouched) {
      const told = { action: "connection.vouch", after: isVouched ? "vouched" : "not vouched" } as const;
      return await changed(acting, account, id, told, (before) => ({
        ...dueNow(before, "hand", clock.now()),
        vouched: isVouched ? { at: clock.now(), owner: before.repository?.owner ?? null } : null,
      }));
    },

    async problemOf(account, name) {
      for (const { id } of await connections.ofAccount(account)) {
        const [last] = await connections.runs(id, 1);
        const found = last?.skills.find((skill) => skill.name === name && skill.outcome === "skipped");
        if (found?.problem) return found.problem;
      }
      return null;
    },

    async runs(account, id, most) {
      const found = await find(account, id);
      return found.ok ? success(await connections.runs(id, most)) : found;
    },
  };
}
