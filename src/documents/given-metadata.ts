import { redactFields } from "../redaction/redact-fields.ts";
import type { UploadDocument } from "./contract.ts";

/** The document with its metadata as they are kept: secrets in them are replaced, as in a memory's. */
export function withoutSecrets<Document extends Pick<UploadDocument, "metadata">>(
  document: Document,
): Document {
  const { metadata } = document;
  if (metadata === undefined) return document;
  return { ...document, metadata: redactFields({ metadata }).fields.metadata };
}

/** Whether metadata are those of the stored JSON, in whatever order their keys come. */
export const isSameMetadata = (metadata: UploadDocument["metadata"] = {}, stored: string): boolean =>
  inOrder(metadata) === inOrder(JSON.parse(stored) as object);

const inOrder = (metadata: object): string =>
  JSON.stringify(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)));
