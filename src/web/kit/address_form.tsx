import type { Failure } from "../../../contracts/errors.ts";
import { ERRORS } from "../../../contracts/errors.ts";

/** The box that takes what people paste. With an error it keeps what was typed and says what to do. */
export function AddressForm({ typed, error, placeholder }: {
  readonly typed: string;
  readonly error: Failure | null;
  readonly placeholder: string;
}) {
  return (
    <form class="address-form" action="/" method="get" role="search" aria-label="Open a repository">
      <label for="address">Repository or address</label>
      <div class="field">
        <input
          id="address"
          name="address"
          type="text"
          value={typed}
          placeholder={placeholder}
          required
          maxlength={4096}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          {...(error === null ? {} : { "aria-invalid": "true" })}
          aria-describedby={error === null ? "address-hint" : "address-error address-hint"}
        />
        <button type="submit">Open</button>
      </div>
      {error !== null && (
        <p class="field-error" id="address-error" role="alert">
          <strong>{ERRORS[error.code].sentence}</strong>
          {told(error)}
        </p>
      )}
      <p class="field-hint" id="address-hint">
        A link from your browser, a clone URL, <code>owner/repo</code> or a full address.
      </p>
    </form>
  );
}

function told({ reason, hint }: Failure): string {
  return [reason === undefined ? "." : `: ${reason}.`, ...(hint === undefined ? [] : [`${hint}.`])].join(" ");
}
