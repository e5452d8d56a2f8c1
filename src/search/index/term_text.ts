import type { TermUnits } from "./term_scanner.ts";

/** A term that is a string, as code units. */
export class TermText implements TermUnits {
  units = new Uint16Array(64);
  length = 0;

  set(term: string): this {
    if (term.length > this.units.length) this.units = new Uint16Array(term.length * 2);
    for (let at = 0; at < term.length; at++) this.units[at] = term.charCodeAt(at);
    this.length = term.length;
    return this;
  }
}
