import { failure, type Result, success } from "../../contracts/result.ts";
import type { ReadBody } from "../http/mod.ts";
import type { OAuthRefusal } from "./_oauth_answer.ts";

const MAX_BYTES = 16 * 1024;

/** The parameters of a request to an OAuth endpoint: a form, in which nothing stands twice. */
export async function readForm(
  request: Request,
  readBody: ReadBody,
): Promise<Result<URLSearchParams, OAuthRefusal>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return invalid("Send the parameters as application/x-www-form-urlencoded");
  }
  const body = await readBody(request, MAX_BYTES);
  if (!body.ok) return invalid(`The body must be text of at most ${MAX_BYTES} bytes`);
  const form = new URLSearchParams(body.value);
  const names = [...form.keys()];
  const doubled = names.find((name, at) => names.indexOf(name) !== at);
  if (doubled !== undefined) return invalid("A parameter was sent more than once");
  return success(form);
}

function invalid(description: string): Result<never, OAuthRefusal> {
  return failure({ error: "invalid_request", description });
}
