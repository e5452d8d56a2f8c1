import type { Diagnostic, Problem } from "../../contracts/domain.ts";
import type { DiagnosticList } from "../../contracts/reading.ts";

/** A problem as an author or a person is told it. */
export function problemAnswer({ code, severity, message, line, column }: Problem) {
  return {
    code,
    severity,
    message,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

export function diagnosticAnswer(diagnostic: Diagnostic) {
  return { path: diagnostic.path, ...problemAnswer(diagnostic) };
}

export function diagnosticAnswers({ shown, more }: DiagnosticList) {
  return { diagnostics: shown.map(diagnosticAnswer), moreDiagnostics: more };
}
