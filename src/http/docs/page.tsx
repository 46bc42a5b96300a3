import { BOOKMARK_HEADER, IDEMPOTENCY_HEADER } from "../../contract/headers.ts";
import {
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
} from "../openapi/types.ts";
import { OperationPart } from "./operation.tsx";
import { CodeTable, FieldTable, Prose, schemaAnchor } from "./parts.tsx";
import { STYLES } from "./styles.ts";

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly PlacedOperation[];
}

const groupsOf = (document: OpenApiDocument): readonly Group[] =>
  document.tags.map((tag) => ({
    ...tag,
    operations: operationsOf(document).filter(({ operation }) => operation.tags.includes(tag.name)),
  }));

const Contents = ({ groups }: { readonly groups: readonly Group[] }) => (
  <nav aria-label="Contents">
    {groups.map(({ name, operations }) => (
      <>
        <p>{name}</p>
        <ul>
          {operations.map(({ operation }) => (
            <li>
              <a href={`#${operation.operationId}`}>{operation.summary}</a>
            </li>
          ))}
        </ul>
      </>
    ))}
    <ul>
      <li>
        <a href="#errors">Errors</a>
      </li>
      <li>
        <a href="#schemas">Schemas</a>
      </li>
    </ul>
  </nav>
);

const Beginning = ({ document: { info } }: { readonly document: OpenApiDocument }) => (
  <>
    <h1>{info.title} API</h1>
    {info.description.split("\n\n").map((paragraph) => (
      <p>
        <Prose text={paragraph} />
      </p>
    ))}
    <p>
      Version {info.version}. For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
    </p>
    <p>
      Send a token with every request but those that say otherwise: <code>authorization: Bearer …</code>.{" "}
      <code>recall token create</code> mints one. Every write takes an <code>{IDEMPOTENCY_HEADER}</code>: the
      same token and key are carried out once in 24 hours. Answers carry <code>{BOOKMARK_HEADER}</code>; sent
      back, it makes the next answer one of at least that state.
    </p>
  </>
);

const Schemas = ({ schemas }: { readonly schemas: Readonly<Record<string, JsonObject>> }) => (
  <section aria-labelledby="schemas">
    <h2 id="schemas">Schemas</h2>
    {Object.entries(schemas).map(([name, schema]) => (
      <article id={schemaAnchor(name)} aria-label={name}>
        <h3>{name}</h3>
        <FieldTable schema={schema} caption={name} />
      </article>
    ))}
  </section>
);

/** The reference page of a document, whole: nothing else is loaded, and no script runs. */
export function referencePage(document: OpenApiDocument): string {
  const groups = groupsOf(document);
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{document.info.title} API</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <a class="skip" href="#reference">
          Skip the contents
        </a>
        <Contents groups={groups} />
        <main id="reference">
          <Beginning document={document} />
          {groups.map(({ name, description, operations }) => (
            <section aria-label={name}>
              <h2>{name}</h2>
              <p>{description}.</p>
              {operations.map((placed) => (
                <OperationPart placed={placed} />
              ))}
            </section>
          ))}
          <section aria-labelledby="errors">
            <h2 id="errors">Errors</h2>
            <CodeTable />
          </section>
          <Schemas schemas={document.components.schemas} />
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${String(page)}`;
}
