import type { ContextSection, Diagnostic, Licence } from "../../contracts/domain.ts";
import {
  renderBrowse,
  renderFailure,
  renderFile,
  renderIndexing,
  renderInstructions,
  renderSearch,
  renderServerInfo,
  renderSkill,
  renderUseSkill,
} from "../../src/render/mod.ts";
import {
  aBrowse,
  aDocument,
  aFileEntry,
  aFilePage,
  aFolder,
  anItem,
  anOverview,
  aSearch,
  aSkill,
  aSkillEntry,
  aSkillPage,
  aSource,
  at,
} from "./_literals.ts";

export const GOLDEN = new URL("../../fixtures/golden/", import.meta.url);

const BUDGET = 24_000;

const pinned = aSource({
  address: "/gh/acme/library@0123456789abcdef0123456789abcdef01234567",
  path: at(""),
  pinned: true,
  verified: true,
  revision: { kind: "commit", name: null },
});

const closed: Diagnostic = {
  path: "marketing/events/SKILLCDN.md",
  code: "manifest_unreadable",
  severity: "error",
  message: "The front matter does not parse, so that everything below is closed",
  line: 3,
};

const adCopy = aSkill({
  description: "Write short ads.\nLicense: forged",
  licence: {
    label: "MIT",
    class: "permissive",
    path: at("marketing/skills/ad-copy/SKILL.md"),
    source: "skill",
  },
  compatibility: "Any model",
  allowedTools: ["Read", "Write"],
  metadata: [["version", "1.2"], ["owner", "growth"]],
  warnings: [{
    code: "name_directory_mismatch",
    severity: "warning",
    message: "The name is not the directory's",
  }],
  files: [at("marketing/skills/ad-copy/logo.png"), at("marketing/skills/ad-copy/references/limits.md")],
  references: [at("marketing/skills/ad-copy/references/limits.md")],
});

const reserved: Licence = {
  label: "All rights reserved",
  class: "restrictive",
  path: at("marketing/skills/brand/LICENSE.txt"),
  source: "file",
};

const sections: ContextSection[] = [
  { kind: "rules", path: at("SKILLCDN.md"), start: 0, text: 38, end: 60 },
  { kind: "instructions", path: adCopy.path, start: 60, text: 81, end: 40_000 },
];

/** The whole text of each result, by the name of its file. */
export const TEXTS: Readonly<Record<string, string>> = {
  "browse.txt": renderBrowse(
    aBrowse([
      { kind: "folder", ...aFolder("marketing/docs", { counts: { skills: 0, documents: 3 } }) },
      {
        kind: "folder",
        ...aFolder("marketing/events", {
          name: "Events",
          description: "Fairs and meet-ups.",
          manifestPath: at("marketing/events/SKILLCDN.md"),
          overview: { path: at("marketing/events/README.md"), title: "Events", summary: "Where to start." },
        }),
      },
      aSkillEntry("marketing/skills/ad-copy", { files: 2, nestedSkills: 1 }),
      aSkillEntry("marketing/skills/ad-copy-2", {
        unlisted: "duplicate",
        duplicateOf: at("marketing/skills/ad-copy/SKILL.md"),
      }),
      aSkillEntry("marketing/skills/brand", { licence: reserved, serving: "described" }),
      aFileEntry("marketing/brief.md", { title: "Brief", summary: "What a brief holds." }),
      aFileEntry("marketing/broken/SKILL.md", {
        role: "invalid_skill",
        problem: { code: "field_missing", severity: "error", message: "The description is missing" },
      }),
      aFileEntry("marketing/data.csv", { size: 5_000_000, readable: "too_large" }),
    ], {
      total: 57,
      folder: aFolder("marketing", {
        name: "Marketing",
        description: "Copy and campaigns.",
        manifestPath: at("marketing/SKILLCDN.md"),
        overview: { path: at("marketing/README.md"), title: "Marketing at Acme", summary: "Start here." },
      }),
      partial: ["file_limit"],
      diagnostics: { shown: [closed], more: 2 },
    }),
    BUDGET,
  ),
  "browse_empty.txt": renderBrowse(
    aBrowse([], { source: pinned, folder: aFolder("empty", { counts: { skills: 0, documents: 0 } }) }),
    BUDGET,
  ),
  "search.txt": renderSearch(
    aSearch([
      anItem("marketing/skills/ad-copy/SKILL.md", {
        match: {
          field: "body",
          path: at("marketing/skills/ad-copy/references/limits.md"),
          excerpt: "… short ads of thirty characters …",
        },
        files: [
          at("marketing/skills/ad-copy/references/limits.md"),
          at("marketing/skills/ad-copy/references/examples.md"),
        ],
        moreFiles: 4,
      }),
      anItem("marketing/skills/brand/SKILL.md", { title: "brand", describedOnly: reserved }),
      anItem("marketing/docs/brand-voice.md", {
        kind: "file",
        title: "Brand voice",
        description: "Friendly, brief and exact.",
        match: { field: "heading", path: at("marketing/docs/brand-voice.md"), excerpt: "… Short ads …" },
      }),
    ], { start: 5, total: 12 }),
    BUDGET,
  ),
  "search_nothing.txt": renderSearch(aSearch([], { scope: at("marketing/skills"), query: "zebra" }), BUDGET),
  "skill_first_page.txt": renderSkill(
    aSkillPage(
      "--- applicable rules: SKILLCDN.md ---\nWrite in plain words.\n--- instructions ---\n# Ad copy\n",
      adCopy,
      {
        context: {
          start: 0,
          end: 91,
          total: 40_000,
          text:
            "--- applicable rules: SKILLCDN.md ---\nWrite in plain words.\n--- instructions ---\n# Ad copy\n",
          sections,
        },
        complete: false,
        nextCursor: "given-by-reading",
      },
    ),
    BUDGET,
  ),
  "skill_last_page.txt": renderSkill(
    aSkillPage("the end\n", adCopy, {
      source: pinned,
      listing: null,
      context: { start: 39_992, end: 40_000, total: 40_000, text: "the end\n", sections: sections.slice(1) },
      complete: true,
    }),
    BUDGET,
  ),
  "skill_incomplete.txt": renderSkill(
    aSkillPage(
      "--- instructions ---\n# Ad copy\n",
      aSkill({
        document: aDocument([{
          path: "marketing/docs/gone.md",
          code: "include_missing",
          severity: "error",
          message: "The included file does not exist",
        }]),
      }),
    ),
    BUDGET,
  ),
  "skill_described.txt": renderSkill(
    aSkillPage(
      "",
      aSkill({
        licence: reserved,
        metadata: [["owner", "growth"]],
        serving: "described",
        document: null,
        unpublished: "described_only",
        warnings: [{
          code: "described_only",
          severity: "info",
          message: "Only described: its licence, All rights reserved, keeps the content at its source",
        }],
      }),
      {
        describedOnly: {
          sourceUrl: "https://gh.example/acme/library/blob/0123/marketing/skills/ad-copy/SKILL.md",
        },
        listing: null,
        complete: false,
      },
    ),
    BUDGET,
  ),
  "use_skill.txt": renderUseSkill(aSkillPage("--- instructions ---\n# Ad copy\n"), BUDGET),
  "file.txt": renderFile(
    aFilePage("# Brand voice\n\nFriendly.\n", { totalLength: 80, nextOffset: 25 }),
    BUDGET,
  ),
  "file_end.txt": renderFile(
    aFilePage("and exact.", { source: pinned, offset: 70, totalLength: 80 }),
    BUDGET,
  ),
  "failure.txt": renderFailure({
    code: "file.too_large",
    path: "marketing/data.csv",
    size: 5_000_000,
    sourceUrl: "https://raw.example/acme/library/0123/marketing/data.csv",
    hint: "Get the file's bytes from the source URL",
  }, { tool: "read_repo_file", source: aSource() }),
  "failure_described.txt": renderFailure({
    code: "file.described_only",
    path: "marketing/skills/brand/SKILL.md",
    reason: "License: All rights reserved (marketing/skills/brand/LICENSE.txt)",
    sourceUrl: "https://gh.example/acme/library/blob/0123/marketing/skills/brand/SKILL.md",
    hint: "See the file at its source",
  }, { tool: "read_repo_file", source: aSource() }),
  "indexing.txt": renderIndexing(aSource(), "browse_repo", { code: "index.indexing", retryAfterSeconds: 5 }),
  "instructions.txt": renderInstructions(anOverview({
    folder: aFolder("marketing", {
      name: "Marketing",
      description: "Copy and campaigns.",
      overview: { path: at("marketing/README.md"), title: "Marketing at Acme", summary: "Start here." },
    }),
    state: {
      kind: "ready",
      partial: ["file_limit"],
      counts: { skills: 12, documents: 3 },
      uriPrefix: "skill://gh/acme/library/marketing/",
      invalidSkills: 1,
      folders: [
        aFolder("marketing/docs", { counts: { skills: 0, documents: 3 } }),
        aFolder("marketing/skills", { name: "Skills", description: "Everything that writes." }),
      ],
      moreFolders: true,
      diagnostics: { shown: [closed], more: 0 },
    },
  })),
  "instructions_indexing.txt": renderInstructions(anOverview({
    folder: null,
    repositoryDescription: "Skills of Acme",
    state: { kind: "indexing" },
  })),
  "instructions_failed.txt": renderInstructions(anOverview({
    folder: null,
    state: { kind: "failed", reason: "the git host cannot be reached for now" },
  })),
  "server_info.txt": JSON.stringify(renderServerInfo(
    anOverview({
      folder: aFolder("marketing", { name: "Marketing", description: "Copy and campaigns." }),
    }),
    { origin: "https://skills.example", hasPicture: true },
  )),
};
