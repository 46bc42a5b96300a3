import type { InputLimit } from "../../contract/input-limits.ts";

/** A part of the document that nobody here looks into. */
export type JsonObject = { readonly [name: string]: unknown };

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonObject;
  readonly example?: unknown;
}

export interface Content {
  readonly "application/json": { readonly schema: JsonObject; readonly example?: unknown };
}

export interface Response extends JsonObject {
  readonly description: string;
  readonly headers?: JsonObject;
  readonly content?: Content;
}

interface RequestBody {
  readonly required?: boolean;
  readonly content: Content;
  readonly description?: string;
  /** What it may be before anybody asks what it means. */
  readonly "x-limits"?: InputLimit;
}

/** An operation as far as the document's parts and its readers look at it. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** The scheme with the scope needed; undefined: no token. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
type Method = (typeof METHODS)[number];

type PathItem = Readonly<Partial<Record<Method, Operation>>>;

/** An OpenAPI 3.1 document, as this server makes it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonObject>>;
    readonly responses: Readonly<Record<string, JsonObject>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, JsonObject>>;
    readonly securitySchemes: JsonObject;
  };
}

/** Every operation of a document, in its order. */
export const operationsOf = ({ paths }: Pick<OpenApiDocument, "paths">): readonly PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );

export interface PlacedOperation {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
}
