import { SpanStatusCode, trace } from "@opentelemetry/api";
import type { ToolText } from "./method.ts";

const tracer = trace.getTracer("skillmount");

/**
 * A tool call in a span of its own, which costs next to nothing until the runtime exports spans (Deno's
 * `OTEL_DENO=true`). It tells what the log tells: no query, no content, no address.
 */
export async function traced(tool: string, call: () => Promise<ToolText>): Promise<ToolText> {
  const span = tracer.startSpan("skillmount.tool");
  span.setAttribute("skillmount.tool", tool);
  try {
    const result = await call();
    span.setAttribute("skillmount.outcome", result.isError ? "error" : "ok");
    return result;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
