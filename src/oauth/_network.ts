import type { Context } from "hono";
import type { RequestVariables } from "../http/mod.ts";

/** The network that a request came over, for limits; one for all that come over none. */
export async function networkOf(context: Context<{ Variables: RequestVariables }>): Promise<string> {
  const asker = await context.get("identify")("bearer");
  return asker.client?.() ?? "";
}
