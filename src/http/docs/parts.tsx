import type { Child } from "hono/jsx";
import { ERRORS, type ErrorCode } from "../../errors.ts";
import { ERROR_MEANINGS } from "../openapi/error-codes.ts";
import type { JsonObject } from "../openapi/types.ts";
import { type Field, fieldsOf, type TypeText } from "./fields.ts";

/** Text with its code in backticks. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split("`").map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
);

/** Lines are broken, never cut: nothing here has to be scrolled by itself. */
export const Code = ({ text }: { readonly text: string }) => (
  <pre>
    <code>{text}</code>
  </pre>
);

export const schemaAnchor = (name: string): string => `schema-${name}`;

export const TypeName = ({ type: { text, schema } }: { readonly type: TypeText }) =>
  schema === undefined ? (
    <code>{text}</code>
  ) : (
    <a href={`#${schemaAnchor(schema)}`}>
      <code>{text}</code>
    </a>
  );

interface TableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly children?: Child;
}

/** A table that says to a screen reader what it is of. */
export const Table = ({ caption, columns, children }: TableProps) => (
  <table aria-label={caption}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th scope="col">{column}</th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

const FieldRow = ({ field }: { readonly field: Field }) => (
  <tr>
    <td>
      <code>{field.name}</code>
      {field.isRequired ? "" : <span class="soft"> optional</span>}
    </td>
    <td>
      <TypeName type={field.type} />
    </td>
    <td>
      <Prose text={field.about} />
    </td>
  </tr>
);

/** The fields of a schema, or nothing where it has none. */
export const FieldTable = ({
  schema,
  caption,
}: {
  readonly schema: JsonObject;
  readonly caption: string;
}) => {
  const fields = fieldsOf(schema);
  return fields.length === 0 ? null : (
    <Table caption={caption} columns={["Field", "Type", "Meaning"]}>
      {fields.map((field) => (
        <FieldRow field={field} />
      ))}
    </Table>
  );
};

const codeAnchor = (code: ErrorCode): string => `error-${code}`;

/** Every code with its status and meaning. */
export const CodeTable = () => (
  <Table caption="Errors" columns={["Code", "Status", "Meaning"]}>
    {(Object.keys(ERRORS) as ErrorCode[]).map((code) => (
      <tr id={codeAnchor(code)}>
        <td>
          <code>{code}</code>
        </td>
        <td>{ERRORS[code]}</td>
        <td>
          <Prose text={ERROR_MEANINGS[code]} />
        </td>
      </tr>
    ))}
  </Table>
);

/** Codes on one line, each leading to what it means. */
export const Codes = ({ codes }: { readonly codes: readonly ErrorCode[] }) => (
  <p>
    {codes.map((code, at) => (
      <>
        {at === 0 ? "" : ", "}
        <a href={`#${codeAnchor(code)}`}>
          <code>{code}</code>
        </a>{" "}
        <span class="soft">{ERRORS[code]}</span>
      </>
    ))}
  </p>
);
