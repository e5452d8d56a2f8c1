/** What a form did, told on the page that the browser is sent on to. The URL names one of these and no text of its own. */
const NOTICES = {
  accepted: "You belong to the account now.",
  added: "The skill is in the library.",
  archived: "The skill is archived. Who holds it keeps the version they have.",
  confirmed: "The library follows the skill's new owner.",
  connected: "The repository is connected, and looked at now.",
  current: "That version is current now.",
  deleted: "The skill is gone.",
  discarded: "The draft is gone.",
  disconnected: "Nothing more is published from the repository.",
  drafted: "The draft is saved. Nobody but your account sees it.",
  ending: "The account ends in seven days. Until then you can keep it.",
  global: "Whoever likes can add the skill now.",
  held: "The version waits for the operator, who looks at what was found in it.",
  invited: "Whoever is called so there can accept within 14 days.",
  kept: "The account stays.",
  left: "They belong to the account no more.",
  looking: "The repository is looked at now. Load the page again in a moment.",
  opened: "The account is there.",
  pinned: "The library keeps that version.",
  private: "The skill is your account's alone again.",
  published: "The version is published.",
  rated: "Your rating is counted. It shows once three people have given theirs.",
  removed: "The skill is out of the library.",
  renamed: "The account has its new name. The old one leads here.",
  reported: "The operator has your report.",
  restored: "That content was published before, and is current again.",
  revoked: "The key opens nothing any more.",
  role: "Their role is changed.",
  set: "The set is there.",
  unset: "The set is gone.",
  unarchived: "The skill is published again.",
  unchanged: "Nothing changed: this is what is published already.",
  unlinked: "The link opens nothing any more.",
  unpinned: "The library follows the skill again.",
  unrated: "Your rating is taken back.",
  unyanked: "The version can be current again.",
  withdrawn: "The invitation is withdrawn.",
  workflow: "Jobs of that workflow may publish now.",
  noworkflow: "No job of the repository publishes any more.",
  yanked: "The version is never current again. Who asks for it by its label still reads it.",
} as const;

export type Notice = keyof typeof NOTICES;

const TEXTS: ReadonlyMap<string, string> = new Map(Object.entries(NOTICES));

/** Null for what is no notice of ours. */
export function noticeText(name: string | null): string | null {
  return TEXTS.get(name ?? "") ?? null;
}
