import type { SkillDetails } from "../../../contracts/library/library.ts";
import { isAtLeast } from "../../library/mod.ts";
import type { Desk } from "./desk.ts";
import { Action, Check, Confirm, Field, Form, TypedName } from "./_forms.tsx";

/** What can be done with a skill as a whole. What others would notice stands behind a second button. */
export function SkillActions({ desk, skill }: { readonly desk: Desk; readonly skill: SkillDetails }) {
  const path = `/skills/${skill.name}`;
  const mayChange = isAtLeast(desk.role, "admin") || skill.visibility === "private";
  if (!mayChange) return <p class="fine">A skill that everybody may have is changed by owners and admins.</p>;
  return (
    <section class="actions" aria-label="What can be done with it">
      {skill.hasDraft && (
        <section class="panel" aria-labelledby="draft">
          <h2 id="draft">A draft waits</h2>
          <Form desk={desk} path={`${path}/publish`}>
            <Field id="notes" label="What changed" maxlength={500} />
            <Check id="acknowledge" label="What looks like a secret in it is none" />
            <button type="submit">Publish the draft</button>
          </Form>
          <Action desk={desk} path={`${path}/discard`} name="Discard it" />
        </section>
      )}
      {skill.visibility === "private"
        ? (
          isAtLeast(desk.role, "admin") && (
            <Confirm name="Let everybody have it">
              <Form desk={desk} path={`${path}/visibility`}>
                <p>
                  Its current version can be read by everybody, for good under its label. Older ones stay at
                  home.
                </p>
                <input type="hidden" name="visibility" value="global" />
                <Check
                  id="acknowledge-global"
                  name="acknowledge"
                  label="What looks like a secret in it is none"
                />
                <button type="submit">Yes, for everybody</button>
              </Form>
            </Confirm>
          )
        )
        : (
          <Confirm name="Make it private">
            <Form desk={desk} path={`${path}/visibility`}>
              <p>Nobody new can add it. Who holds it keeps the version that they have.</p>
              <input type="hidden" name="visibility" value="private" />
              <button type="submit">Yes, make it private</button>
            </Form>
          </Confirm>
        )}
      {skill.state === "archived"
        ? (
          <Action
            desk={desk}
            path={`${path}/state`}
            name="Publish it again"
            fields={{ state: "published" }}
          />
        )
        : skill.version !== null && (
          <Confirm name="Archive it">
            <Form desk={desk} path={`${path}/state`}>
              <p>It takes no uploads and nobody new can add it. It can be published again.</p>
              <input type="hidden" name="state" value="archived" />
              <button type="submit">Yes, archive it</button>
            </Form>
          </Confirm>
        )}
      <Confirm name="Delete it">
        <Form desk={desk} path={`${path}/delete`}>
          <p>That is possible where nobody else holds it, or in its first 72 hours. Its labels stay used.</p>
          <TypedName id="typed-delete" of={skill.name} />
          <button type="submit">Delete it for good</button>
        </Form>
      </Confirm>
    </section>
  );
}
