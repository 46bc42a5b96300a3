import { shortHash } from "../../../../src/text/hash.ts";

/** The first record of an export. */
export const exportHeader = (changes: Readonly<Record<string, unknown>> = {}) => ({
  format: "edge-recall-export",
  formatVersion: 1,
  workspace: "default",
  workspaceVersion: 7,
  chunker: 1,
  identity: "m|cls|4|1",
  withVectors: false,
  exportedAt: "2026-01-01T00:00:00.000Z",
  ...changes,
});

/** The record of a document with this text. */
export const exportedDocument = async (text: string) => ({
  type: "document",
  root: "notes",
  path: "a.md",
  hash: await shortHash(text),
  mtime: 1,
  text,
});
