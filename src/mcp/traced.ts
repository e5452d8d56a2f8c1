import { type Attributes, SpanStatusCode, trace } from "@opentelemetry/api";

/**
 * Runs `work` in a span of its own. Costs next to nothing until the runtime exports spans (Deno's
 * `OTEL_DENO=true`). Attributes follow the rules of the log: no query, no content, no address.
 */
export function traced<Value>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Value>,
): Promise<Value> {
  return trace.getTracer("skillmount").startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
