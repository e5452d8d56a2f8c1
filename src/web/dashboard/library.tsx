import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import { starsIn } from "../../../contracts/library/ratings.ts";
import { failure, success } from "../../../contracts/result.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { Text } from "../kit/text.tsx";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, done, type Sent, type Show } from "./desk.ts";
import { reportPath } from "./report.tsx";
import { Action, Choice, Confirm, Field, Form } from "./_forms.tsx";

/** What the account's agents can read: its own published skills, and those of others that it added. */
export function libraryPages({ library }: DashboardDeps) {
  const show: Show = async (desk, _context, kept) => {
    const listed = await library.list(desk.author, "library");
    return success({
      title: "Library",
      section: "Library",
      children: (
        <>
          <p>What the agents of this account can read, in the order that they see.</p>
          {listed.length === 0 ? <p>There is nothing yet.</p> : (
            <ul role="list" class="rows">
              {listed.map((skill) => <LibraryRow desk={desk} skill={skill} />)}
            </ul>
          )}
          <section class="panel" aria-labelledby="add">
            <h2 id="add">Add a skill of somebody else's</h2>
            <Form desk={desk} path="/library/add">
              <Field
                id="skill"
                label="Skill"
                value={kept.skill ?? ""}
                required
                maxlength={110}
                placeholder="owner/name"
              />
              <Field
                id="version"
                label="Version"
                maxlength={64}
                hint="Empty: whichever is published. A label: that one, for good"
              />
              <button type="submit">Add</button>
            </Form>
          </section>
        </>
      ),
    });
  };

  return {
    show,
    add: async (desk: Desk, sent: Sent) => {
      const added = await library.add(desk.author, referenceOf(sent), labelOf(sent) ?? undefined);
      return added.ok ? done(`${desk.base}/library`, "added") : added;
    },
    remove: async (desk: Desk, sent: Sent) => {
      const removed = await library.remove(desk.author, referenceOf(sent));
      return removed.ok ? done(`${desk.base}/library`, "removed") : removed;
    },
    pin: async (desk: Desk, sent: Sent) => {
      const label = labelOf(sent);
      const pinned = await library.pin(desk.author, referenceOf(sent), label);
      return pinned.ok ? done(`${desk.base}/library`, label === null ? "unpinned" : "pinned") : pinned;
    },
    rate: async (desk: Desk, sent: Sent) => {
      const { rating = "" } = sent;
      const stars = starsIn(rating);
      if (stars === null && rating !== "") {
        return failure({ code: "request.invalid", reason: "a rating is a number from 1 to 5" } as const);
      }
      const rated = await library.rate(desk.author, referenceOf(sent), stars);
      return rated.ok ? done(`${desk.base}/library`, stars === null ? "unrated" : "rated") : rated;
    },
    confirm: async (desk: Desk, sent: Sent) => {
      const skill = referenceOf(sent);
      const confirmed = await library.confirm(desk.author, skill, skill.owner);
      return confirmed.ok ? done(`${desk.base}/library`, "confirmed") : confirmed;
    },
  };
}

const RATINGS = [
  ["5", "5, it does what it says"],
  ["4", "4"],
  ["3", "3"],
  ["2", "2"],
  ["1", "1, it does not"],
  ["", "No rating of mine"],
] as const;

/** `owner/name`, as it is typed. What is none is the skill of nobody. */
function referenceOf({ skill = "" }: Sent) {
  const [owner = "", name = ""] = skill.trim().split("/");
  return { owner, name };
}

function labelOf({ version = "" }: Sent): string | null {
  return version.trim() === "" ? null : version.trim();
}

function LibraryRow({ desk, skill }: { readonly desk: Desk; readonly skill: ListedSkill }) {
  const id = `${skill.owner}/${skill.name}`;
  return (
    <li class="row row-block">
      <p>
        <strong>{id}</strong>{" "}
        <span class="fine">
          {skill.version ?? "no version"}
          {skill.pinned && " · kept at that version"}
          {skill.isOwn ? " · your own" : skill.addedAt !== null && ` · added ${utcDay(skill.addedAt)}`}
        </span>
      </p>
      <p class="row-description">
        <Text of={skill.description} />
      </p>
      {skill.awaitsOwner && (
        <p>
          The operator gave it to{" "}
          <strong>{skill.owner}</strong>. You keep the version that you had until you confirm the new owner.
        </p>
      )}
      <div class="buttons">
        {skill.awaitsOwner && (
          <Action
            desk={desk}
            path="/library/confirm"
            name="Follow the new owner"
            about={id}
            fields={{ skill: id }}
          />
        )}
        {skill.isOwn && <a class="button button-quiet" href={`${desk.base}/skills/${skill.name}`}>Open it</a>}
        {skill.pinned
          ? (
            <Action
              desk={desk}
              path="/library/pin"
              name="Follow it again"
              about={id}
              fields={{ skill: id }}
            />
          )
          : skill.version !== null && (
            <Action
              desk={desk}
              path="/library/pin"
              name="Keep this version"
              about={id}
              fields={{ skill: id, version: skill.version }}
            />
          )}
        {!skill.isOwn && skill.addedAt !== null && (
          <Confirm name="Rate" about={id}>
            <Form desk={desk} path="/library/rate">
              <input type="hidden" name="skill" value={id} />
              <Choice
                id={`rating-${skill.owner}-${skill.name}`}
                name="rating"
                label="What you make of it"
                options={RATINGS}
                chosen="5"
              />
              <button type="submit">Rate it</button>
            </Form>
          </Confirm>
        )}
        {!skill.isOwn && (
          <a class="button button-quiet" href={desk.base + reportPath(skill.owner, skill.name)}>
            Report<span class="visually-hidden">{` ${id}`}</span>
          </a>
        )}
        {!skill.isOwn && (
          <Confirm name="Remove" about={id}>
            <Form desk={desk} path="/library/remove">
              <input type="hidden" name="skill" value={id} />
              <button type="submit">Yes, remove it</button>
            </Form>
          </Confirm>
        )}
      </div>
    </li>
  );
}
