/**
 * Refuses a request before anything is done for it; null lets it through. `connection` is what the server was given
 * beside the request.
 */
export type Guard = (request: Pick<Request, "headers" | "url">, connection: unknown) => Response | null;
