import type { ErrorCode } from "../../errors.ts";
import { EXAMPLES, type Example } from "../openapi/examples.ts";
import type { Content, Operation, Parameter, PlacedOperation } from "../openapi/types.ts";
import { TOKEN_SCHEME } from "../routing.ts";
import { aboutOf, typeText } from "./fields.ts";
import { Code, Codes, FieldTable, Prose, Table, TypeName } from "./parts.tsx";

/** Codes by the names of the responses that operations refer to: `409.conflict.ambiguous`. */
const codesOf = ({ responses }: Operation): readonly ErrorCode[] =>
  Object.values(responses).flatMap((response) => {
    const name = typeof response.$ref === "string" ? response.$ref.split("/").at(-1) : undefined;
    return (name?.split(".").slice(1) ?? []) as ErrorCode[];
  });

const Parameters = ({ parameters }: { readonly parameters: readonly Parameter[] }) =>
  parameters.length === 0 ? null : (
    <Table caption="Parameters" columns={["Parameter", "Type", "Meaning"]}>
      {parameters.map(({ name, in: place, required, schema = {}, description = "" }) => (
        <tr>
          <td>
            <code>{name}</code> <span class="soft">{required === true ? place : `${place}, optional`}</span>
          </td>
          <td>
            <TypeName type={typeText(schema)} />
          </td>
          <td>
            <Prose text={aboutOf({ description, default: schema.default })} />
          </td>
        </tr>
      ))}
    </Table>
  );

const Carried = ({ content, title, about = "" }: { content: Content; title: string; about?: string }) => {
  const { schema } = content["application/json"];
  return (
    <>
      <h4>
        {title}: <TypeName type={typeText(schema)} />
      </h4>
      {about === "" ? null : <p>{about}.</p>}
      <FieldTable schema={schema} caption={title} />
    </>
  );
};

/** One operation: what it is for, what it takes, what it answers, how it fails; its anchor is its name. */
export const OperationPart = ({ placed }: { readonly placed: PlacedOperation }) => {
  const { method, path, operation } = placed;
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const scope = security?.[0]?.[TOKEN_SCHEME]?.[0];
  const example = EXAMPLES[operationId];
  const answer = responses[200];
  return (
    <article id={operationId} aria-labelledby={`${operationId}-name`}>
      <h3 id={`${operationId}-name`}>
        <a href={`#${operationId}`}>{summary}</a>
      </h3>
      <p>
        <code>
          <span class={`method ${method}`}>{method}</span> {path}
        </code>{" "}
        <span class="soft">{scope === undefined ? "no token" : `scope ${scope}`}</span>
      </p>
      <p>
        <Prose text={description} />
      </p>
      <Parameters parameters={parameters.filter(({ name }) => name !== undefined)} />
      {requestBody && <Carried content={requestBody.content} title="Request" />}
      <Code text={curlOf(placed, example)} />
      {answer?.content && <Carried content={answer.content} title="Answer" about={answer.description} />}
      {example && (
        <details>
          <summary>Example</summary>
          <Code text={JSON.stringify(example.answer, undefined, 2)} />
        </details>
      )}
      <h4>Errors</h4>
      <Codes codes={codesOf(operation)} />
    </article>
  );
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request of an example, as a shell runs it; server and token come from the environment. */
export function curlOf({ path, method, operation }: PlacedOperation, example: Example | undefined): string {
  const { params = {}, query, body } = example ?? {};
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    (params[name] ?? name).split("/").map(encodeURIComponent).join("/"),
  );
  const address = `"$RECALL_URL${named}${query === undefined ? "" : `?${new URLSearchParams(query)}`}"`;
  const lines = [
    `curl -s${method === "get" || method === "post" ? "" : ` -X ${method.toUpperCase()}`} ${address}`,
    (operation.security ?? []).length === 0 ? "" : '-H "authorization: Bearer $RECALL_TOKEN"',
    body === undefined ? (method === "post" ? "-X POST" : "") : "-H 'content-type: application/json'",
    body === undefined ? "" : `-d ${quoted(JSON.stringify(body))}`,
  ];
  return lines.filter((line) => line !== "").join(" \\\n  ");
}
