import { isAtLeast } from "../../library/mod.ts";
import type { Desk, Sent } from "./desk.ts";
import { Check, Choice, Field, Form } from "./_forms.tsx";

const EXAMPLE = `---
name: release-notes
description: Writes release notes from merged changes. Use when somebody asks what is new.
---

# Release notes

Say what changed for the reader, the most useful first.
`;

/** The ways to bring a skill: a folder, an archive, or written here. Each is a form that works without scripts. */
export function UploadForms({ desk, kept }: { readonly desk: Desk; readonly kept: Sent }) {
  return (
    <section aria-labelledby="publish">
      <h2 id="publish">Publish a skill</h2>
      <p>
        A skill is a folder with a{" "}
        <code>SKILL.md</code>. Who publishes under a name that is there makes its next version; what is the
        same changes nothing.
      </p>
      <details class="client" open>
        <summary>Write it here</summary>
        <Form desk={desk} path="/skills/write" label="Write a skill">
          <p class="form-field">
            <label for="text">SKILL.md</label>
            <textarea id="text" name="text" rows={14} required>{kept.text ?? EXAMPLE}</textarea>
          </p>
          <Options desk={desk} id="write" kept={kept} />
        </Form>
      </details>
      <details class="client">
        <summary>A folder</summary>
        <Form desk={desk} path="/skills/upload" files label="Publish a folder">
          <p class="form-field">
            <label for="folder">The folder</label>
            <input id="folder" type="file" name="files" multiple required {...{ webkitdirectory: "" }} />
          </p>
          <Options desk={desk} id="folder" kept={kept} />
        </Form>
      </details>
      <details class="client">
        <summary>An archive, or single files</summary>
        <Form desk={desk} path="/skills/upload" files label="Publish an archive">
          <p class="form-field">
            <label for="archive">Zip, tar or tar.gz</label>
            <input id="archive" type="file" name="archive" accept=".zip,.tar,.tar.gz,.tgz" />
          </p>
          <p class="form-field">
            <label for="files">Or files of one folder</label>
            <input id="files" type="file" name="files" multiple />
          </p>
          <Options desk={desk} id="archive" kept={kept} />
        </Form>
      </details>
    </section>
  );
}

/** What is said beside the files. */
function Options({ desk, id, kept }: { readonly desk: Desk; readonly id: string; readonly kept: Sent }) {
  const mayPublishGlobally = isAtLeast(desk.role, "admin");
  return (
    <>
      <Field
        id={`notes-${id}`}
        value={kept.notes ?? ""}
        name="notes"
        label="What changed"
        maxlength={500}
        hint="For who holds the skill"
      />
      <Choice
        id={`visibility-${id}`}
        name="visibility"
        chosen={kept.visibility ?? "private"}
        label="Who may have it, if it is new"
        options={[
          ["private", "this account alone"],
          ...(mayPublishGlobally ? [["global", "everybody"] as const] : []),
        ]}
      />
      <Check
        id={`acknowledge-${id}`}
        name="acknowledge"
        label="What looks like a secret in it is none"
      />
      <p class="buttons">
        <button type="submit">Publish</button>
        <button type="submit" name="as" value="draft" class="button-quiet">Save as a draft</button>
      </p>
    </>
  );
}
