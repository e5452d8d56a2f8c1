import type { HostTable } from "../../contracts/addresses.ts";

/** A host that ignores letter case, one that does not, and one with nested owners. */
export const HOSTS: HostTable = new Map([
  ["gh", {
    ignoresCase: true,
    nestedOwners: false,
    owner: /^[a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?$/,
    repo: /^[a-z0-9._-]{1,100}$/,
  }],
  ["local", {
    ignoresCase: false,
    nestedOwners: false,
    owner: /^[A-Za-z0-9._-]{1,100}$/,
    repo: /^[A-Za-z0-9._-]{1,100}$/,
  }],
  ["gl", {
    ignoresCase: false,
    nestedOwners: true,
    owner: /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/,
    repo: /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/,
  }],
]);
