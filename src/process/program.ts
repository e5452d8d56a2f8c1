/** What a command is called by: a clone's are tasks, a package has a program of its own. */
export interface Program {
  /** What a person types before the name of a command. */
  readonly typed: string;
  /** The words by which another program starts it, before the name of a command. */
  readonly started: readonly string[];
}
