import type { RunState, RunTrigger, SkillRunOutcome } from "../../../contracts/library/connections.ts";

export function stateText(state: RunState): string {
  switch (state) {
    case "done":
      return "Up to date";
    case "waiting":
      return "Waits to be confirmed";
    case "unproven":
      return "Not published: nothing proves that the account may";
    case "refused":
      return "Refused";
    case "missing":
      return "Not found";
    case "later":
      return "Could not be read, and is tried again";
    case "failed":
      return "Cannot be published";
  }
}

export function triggerText(trigger: RunTrigger): string {
  switch (trigger) {
    case "push":
      return "after a push";
    case "schedule":
      return "as every hour";
    case "hand":
      return "because somebody asked";
  }
}

export function outcomeText(outcome: SkillRunOutcome): string {
  switch (outcome) {
    case "created":
      return "published for the first time";
    case "released":
      return "published";
    case "restored":
      return "published again";
    case "held":
      return "held for the operator";
    case "unchanged":
      return "unchanged";
    case "archived":
      return "archived";
    case "skipped":
      return "not published";
  }
}
