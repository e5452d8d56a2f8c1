import type { Connection, ConnectionId } from "../../../contracts/library/connections.ts";
import { success } from "../../../contracts/result.ts";
import { utcMinute } from "../../../contracts/utc_time.ts";
import { isAtLeast, PROOF_FILE } from "../../library/mod.ts";
import { Copyable } from "../kit/client_steps.tsx";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, done, type Sent, type Show } from "./desk.ts";
import { Choice, Field, Form } from "./_forms.tsx";
import { stateText } from "./_run_texts.ts";

/** Repositories that publish to the account, and how to connect one. */
export function repositoriesPages({ connections, publicUrl }: DashboardDeps) {
  const show: Show = async (desk, _context, kept) => {
    const all = await connections.list(desk.account.id);
    const mayChange = isAtLeast(desk.role, "admin");
    return success({
      title: "Repositories",
      section: "Repositories",
      children: (
        <>
          <p>
            What is pushed to a connected repository is published here: each of its skills becomes a version
            when its files change, and is archived when it goes.
          </p>
          {all.length > 0 && (
            <ul role="list" class="rows">
              {all.map((connection) => <Row base={desk.base} connection={connection} />)}
            </ul>
          )}
          {mayChange
            ? <Connect desk={desk} kept={kept} line={`${publicUrl} ${desk.account.slug}`} />
            : all.length === 0 && <p>There are none. Owners and admins of the account connect them.</p>}
        </>
      ),
    });
  };

  return {
    show,
    connect: async (desk: Desk, sent: Sent) => {
      const made = await connections.connect(desk.author, desk.account.id, {
        address: addressIn(sent.address ?? ""),
        visibility: sent.visibility === "global" ? "global" : "private",
      });
      return made.ok ? done(repositoryPath(desk, made.value.id), "connected") : made;
    },
  };
}

export function repositoryPath({ base }: Pick<Desk, "base">, id: ConnectionId): string {
  return `${base}/repositories/${id}`;
}

function Row({ base, connection }: { readonly base: string; readonly connection: Connection }) {
  const { id, address, looked, visibility } = connection;
  return (
    <li class="row row-block">
      <p>
        <a href={repositoryPath({ base }, id)}>
          <code>{address}</code>
        </a>{" "}
        {visibility === "global" ? "for everybody" : "for the account"}
      </p>
      <p class="fine">
        {looked === null
          ? "It is looked at for the first time."
          : `${stateText(looked.state)}, ${utcMinute(looked.at)}`}
      </p>
    </li>
  );
}

function Connect({ desk, kept, line }: { readonly desk: Desk; readonly kept: Sent; readonly line: string }) {
  return (
    <section class="panel" aria-labelledby="connect">
      <h2 id="connect">Connect a repository</h2>
      <Form desk={desk} path="/repositories/connect">
        <Field
          id="address"
          label="Its address"
          required
          maxlength={2048}
          value={kept.address ?? ""}
          placeholder="gh/acme/library@main/skills"
          hint="Host, owner and repository, with a branch and a directory where they count"
        />
        <Choice
          id="visibility"
          label="Its new skills are"
          options={[["private", "for the account"], ["global", "for everybody"]]}
          chosen={kept.visibility ?? "private"}
        />
        <button type="submit">Connect</button>
      </Form>
      <h3>Proof that the account may publish it</h3>
      <p>
        You may push to it where you signed in, and that is enough for as long as you may. Anywhere else,
        commit this line as <code>{PROOF_FILE}</code> to its default branch:
      </p>
      <Copyable text={line} label="the line" />
    </section>
  );
}

/** What people paste is often the page of the repository with its slash left out. */
function addressIn(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith("/") ? trimmed : `/${trimmed}`;
}
