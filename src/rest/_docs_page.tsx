import { ApiReference } from "./_api_reference.tsx";
import type { OpenApiDocument } from "./_open_api.ts";

/** The page at `/api/docs`. */
export function DocsPage({ document }: { readonly document: OpenApiDocument }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>REST API · {document.info.title}</title>
        <meta name="description" content="Every request that the REST API answers, and what it answers." />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <main id="main">
          <ApiReference document={document} />
        </main>
      </body>
    </html>
  );
}
