import type { Child } from "hono/jsx";
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from "./open_api_document.ts";
import { typeText } from "./_type_text.ts";

/** The document for people, from its first heading on. Everything in it is this server's own. */
export function ApiReference({ document }: { readonly document: OpenApiDocument }) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation }))
  );
  return (
    <>
      <h1>REST API</h1>
      <p>
        <Words text={document.info.description} />
      </p>
      <p>
        The same for programs: <a href="/api/v1/openapi.json">OpenAPI {document.openapi}</a>
      </p>
      <nav aria-label="Operations">
        <ul>
          {operations.map(({ path, method, operation }) => (
            <li>
              <a href={`#${operation.operationId}`}>
                <code>{method} {path}</code>
              </a>: {operation.summary}
            </li>
          ))}
        </ul>
      </nav>
      {operations.map(operationSection)}
      <h2 id="schemas">Schemas</h2>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <>
          <h3 id={`schema-${name}`}>{name}</h3>
          <pre><code>{typeText(schema)}</code></pre>
        </>
      ))}
    </>
  );
}

interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

function operationSection({ path, method, operation }: PlacedOperation) {
  const { operationId, summary, description, parameters, responses } = operation;
  return (
    <>
      <h2 id={operationId}>{summary}</h2>
      <pre><code>{method} {path}</code></pre>
      <p>
        <Words text={description} />
      </p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      <Table caption="Answers" columns={["Status", "When", "Body"]}>
        {Object.entries(responses).map(([status, response]) => (
          <Answer
            status={status}
            response={response}
          />
        ))}
      </Table>
    </>
  );
}

/** Rows under a caption. A wide one scrolls by itself and can be reached with the keyboard. */
function Table({ caption, columns, children }: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly children?: Child;
}) {
  return (
    <div class="table" role="group" aria-label={caption} tabindex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => <th scope="col">{column}</th>)}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly OpenApiParameter[] }) {
  return (
    <Table caption="Parameters" columns={["Name", "In", "Type", "What it is"]}>
      {parameters.map((parameter) => (
        <tr>
          <th scope="row">
            <code>{parameter.name}</code>
          </th>
          <td>{parameter.in}{parameter.required && ", required"}</td>
          <td>
            <code>{typeText(parameter.schema)}</code>
          </td>
          <td>
            <Words text={parameter.description} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Answer({ status, response }: { readonly status: string; readonly response: OpenApiResponse }) {
  return (
    <tr>
      <th scope="row">{status}</th>
      <td>
        {response.description.split("\n").map((line) => (
          <div>
            <Words text={line} />
          </div>
        ))}
      </td>
      <td>
        {Object.entries(response.content ?? {}).map(([mediaType, { schema }]) => (
          <div>
            <code>{mediaType}</code> {schema !== undefined && <SchemaLink name={typeText(schema)} />}
          </div>
        ))}
      </td>
    </tr>
  );
}

function SchemaLink({ name }: { readonly name: string }) {
  return (
    <a href={`#schema-${name}`}>
      <code>{name}</code>
    </a>
  );
}

/** Text with its `code` marked as such. */
function Words({ text }: { readonly text: string }) {
  return <>{text.split("`").map(word)}</>;
}

function word(text: string, index: number) {
  return index % 2 === 1 ? <code>{text}</code> : text;
}
