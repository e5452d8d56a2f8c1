/** The fields of a document, in the order in which ranking numbers them. */
export const FIELDS = ["name", "description", "heading", "path", "body"] as const;

export const NAME = 0;
export const DESCRIPTION = 1;
export const HEADING = 2;
export const PATH = 3;
export const BODY = 4;
