/** A client for the REST APIs of forges. */
export { createRest, type Rest, type RestOptions, type RestReply, type RestRequest } from "./rest.ts";
