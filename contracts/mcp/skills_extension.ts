// What reading answers to the methods of the MCP skills extension (docs/design/mcp.md "The skills extension").

/** A page of what the skills extension lists. */
export interface EntryPage<Entry> {
  readonly entries: readonly Entry[];
  readonly nextCursor: string | null;
}

/** Front matter as data. */
export type FrontMatterData = string | number | boolean | null | readonly FrontMatterData[] | {
  readonly [key: string]: FrontMatterData;
};

/** A skill as the skills extension lists it. */
export interface SkillEntry {
  /** Of its SKILL.md. */
  readonly uri: string;
  /** The served document's, as data. */
  readonly frontmatter: { readonly [key: string]: FrontMatterData };
  /** Every stored file below the skill's directory, nested skills included, in path order. */
  readonly resources: readonly {
    readonly uri: string;
    /** `sha256:` and 64 hex digits over the bytes that a read of `uri` gives. */
    readonly digest: string;
    /** Those bytes. */
    readonly size: number;
  }[];
}

/** A file or directory that is named without its content. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** The SKILL.md of a listed skill, named without its content. */
export interface ListedSkill extends ListedResource {
  readonly description: string;
  /** Bytes. */
  readonly size: number;
}

/** What a URI names: its exact text, or its bytes where they are not UTF-8 text. */
export type ResourceContent =
  & {
    readonly uri: string;
    readonly mimeType: string;
    /** Of the SKILL.md of a skill: its path. */
    readonly skill: string | null;
  }
  & ({ readonly text: string } | { readonly bytes: Uint8Array });
