import type { Child } from "hono/jsx";
import { CSRF } from "../../../contracts/auth/session_forms.ts";
import type { Desk } from "./desk.ts";

type FormProps = {
  readonly desk: Desk;
  /** Below the account's dashboard, with its `/`. */
  readonly path: string;
  readonly children?: Child;
  readonly files?: boolean;
  /** What it is for, to who hears the page. */
  readonly label?: string;
};

/** A form of this page. It works without scripts. */
export function Form({ desk, path, children, files = false, label }: FormProps) {
  return (
    <form
      method="post"
      action={desk.base + path}
      enctype={files ? "multipart/form-data" : undefined}
      aria-label={label}
    >
      <input type="hidden" name={CSRF} value={desk.csrf} />
      {children}
    </form>
  );
}

/** A button that does one thing, with what it is about in hidden fields. */
export function Action({ desk, path, name, about, fields = {}, quiet = true }: {
  readonly desk: Desk;
  readonly path: string;
  readonly name: string;
  /** What it is about, to who hears a page with several. */
  readonly about?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly quiet?: boolean;
}) {
  return (
    <Form desk={desk} path={path}>
      {Object.entries(fields).map(([field, value]) => <input type="hidden" name={field} value={value} />)}
      <button type="submit" class={quiet ? "button-quiet" : undefined}>
        {name}
        {about !== undefined && <span class="visually-hidden">{` ${about}`}</span>}
      </button>
    </Form>
  );
}

/** What is not done with one click: a second button stands behind the first. */
export function Confirm({ name, about, children }: {
  readonly name: string;
  readonly about?: string;
  readonly children: Child;
}) {
  return (
    <details class="confirm">
      <summary>
        {name}
        {about !== undefined && <span class="visually-hidden">{` ${about}`}</span>}
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** Ends a key or a link, behind a second button. */
export function Revoke({ desk, path, about, name, value, consequence }: {
  readonly desk: Desk;
  readonly path: string;
  readonly about: string;
  /** The field that says which it is. */
  readonly name: string;
  readonly value: string;
  readonly consequence: string;
}) {
  return (
    <Confirm name="Revoke" about={about}>
      <Form desk={desk} path={path}>
        <input type="hidden" name={name} value={value} />
        <p>{consequence}</p>
        <button type="submit">Yes, revoke it</button>
      </Form>
    </Confirm>
  );
}

/** A line of text with its label. */
export function Field({ id, label, name = id, hint, ...input }: {
  readonly id: string;
  readonly label: string;
  readonly name?: string;
  readonly hint?: string;
  readonly value?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly autocomplete?: string;
  readonly min?: string;
  readonly max?: string;
  readonly maxlength?: number;
}) {
  const described = hint === undefined ? undefined : `${id}-hint`;
  return (
    <p class="form-field">
      <label for={id}>{label}</label>
      <input id={id} name={name} aria-describedby={described} {...input} />
      {hint !== undefined && <span class="fine" id={described}>{hint}</span>}
    </p>
  );
}

/** The name of what is about to go, typed. */
export function TypedName({ id, of }: { readonly id: string; readonly of: string }) {
  return <Field id={id} name="typed" label={`Type ${of} to go on`} required autocomplete="off" />;
}

export function Choice({ id, label, name = id, options, chosen }: {
  readonly id: string;
  readonly label: string;
  readonly name?: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen?: string;
}) {
  return (
    <p class="form-field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(([value, text]) => <option value={value} selected={value === chosen}>{text}</option>)}
      </select>
    </p>
  );
}

export function Check({ id, label, name = id, checked = false }: {
  readonly id: string;
  readonly label: string;
  readonly name?: string;
  readonly checked?: boolean;
}) {
  return (
    <p class="form-check">
      <input type="checkbox" id={id} name={name} value="1" checked={checked} />{" "}
      <label for={id}>{label}</label>
    </p>
  );
}
