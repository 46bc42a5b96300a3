import { CHUNKER_VERSION, PLAN_LIMITS, type Plan } from "../config.ts";
import type { Session } from "../database/session.ts";
import { type StoredDocument, storedDocuments } from "../documents/sql/stored-documents.ts";
import { asUpload, rebuild } from "../documents/stored-document.ts";
import { AppError } from "../errors.ts";
import { ownTypes } from "../memories/memory-types.ts";
import { PROFILES } from "../search/contract/constants.ts";
import { ProfileSettings } from "../search/contract/profile-settings.ts";
import { exportVector } from "../text/exported-vector.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { documentCursor, sectionCursor } from "../workspaces/cursor.ts";
import { findWorkspace, type WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import { parseSettings, rootDescriptionsOf, SWITCHES } from "../workspaces/workspace-settings.ts";
import { readOrigins, readVectors } from "./backup-store.ts";
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportAnswer, type ExportRecord } from "./contract.ts";
import {
  contradictionStep,
  entityStep,
  memoryRecord,
  observationStep,
  supersededStep,
  voteStep,
} from "./records.ts";
import { sourceItemStep, sourceStep } from "./source-records.ts";

/** Vectors one step reads: half a megabyte, and on the free plan what 10 ms of CPU can write. */
const VECTORS_A_STEP: Readonly<Record<Plan, number>> = { paid: 500, free: 50 };
/** Documents one step reads, at most; their bytes are bounded too. */
const DOCUMENTS_A_STEP = 200;
/** Steps that one page makes: each has at most three queries. */
const STEPS_A_PAGE = 4;

interface ExportParts {
  readonly session: Session;
  readonly workspace: number;
  readonly row: WorkspaceRow;
  readonly maxBytes: number;
  readonly vectors: number;
}

interface Step {
  readonly records: readonly ExportRecord[];
  readonly damaged?: readonly { readonly root: string; readonly path: string }[];
  /** Where the next step begins; undefined: the section is complete. */
  readonly next: string | undefined;
}

interface Section {
  readonly name: ExportRecord["type"];
  readonly onlyWithVectors?: true;
  readonly step: (parts: ExportParts, after: string) => Promise<Step>;
}

/** What an export holds, in the order that an import needs it. */
const SECTIONS: readonly Section[] = [
  { name: "profile", step: settingsStep },
  { name: "root", step: rootStep },
  { name: "embedding", onlyWithVectors: true, step: embeddingStep },
  { name: "entity", step: entityStep },
  { name: "document", step: documentStep },
  { name: "memory", step: supersededStep },
  { name: "observation", step: observationStep },
  { name: "contradiction", step: contradictionStep },
  { name: "vote", step: voteStep },
  { name: "source", step: sourceStep },
  { name: "sourceItem", step: sourceItemStep },
];

/** What the workspace's own row holds. */
async function settingsStep({ row }: ExportParts): Promise<Step> {
  const records = [
    ...profileRecords(row),
    ...typeRecords(row),
    ...switchRecords(row),
    ...descriptionRecords(row),
  ];
  return { records, next: undefined };
}

function profileRecords({ settings }: WorkspaceRow): readonly ExportRecord[] {
  const { profiles = {} } = parseSettings(settings);
  return PROFILES.flatMap((profile) => {
    const { success, data } = ProfileSettings.safeParse(profiles[profile]);
    return success ? [{ type: "profile" as const, profile, settings: data }] : [];
  });
}

function typeRecords({ settings }: WorkspaceRow): readonly ExportRecord[] {
  const own = [...ownTypes(settings)];
  return own.length === 0 ? [] : [{ type: "memoryTypes", own }];
}

function switchRecords({ settings }: WorkspaceRow): readonly ExportRecord[] {
  const stored = parseSettings(settings);
  const parts = SWITCHES.filter((part) => stored[part] === "off");
  const { unnamedRoots = [] } = stored;
  if (parts.length === 0 && unnamedRoots.length === 0) return [];
  return [
    { type: "switchedOff", parts, ...(unnamedRoots.length > 0 && { unnamedRoots: [...unnamedRoots] }) },
  ];
}

function descriptionRecords(row: WorkspaceRow): readonly ExportRecord[] {
  const descriptions = Object.entries(rootDescriptionsOf(row));
  return descriptions.map(([root, description]) => ({ type: "rootDescription", root, description }));
}

async function rootStep({ session, workspace }: ExportParts): Promise<Step> {
  const origins = await readOrigins(session, workspace);
  return { records: origins.map((origin) => ({ type: "root", ...origin })), next: undefined };
}

async function embeddingStep(
  { session, workspace, vectors: limit }: ExportParts,
  after: string,
): Promise<Step> {
  const vectors = await readVectors(session, { workspace, after, limit });
  const next = vectors.length < limit ? undefined : vectors.at(-1)?.hash;
  return {
    records: vectors.map(({ hash, vector }) => ({ type: "embedding", hash, vector: exportVector(vector) })),
    next,
  };
}

async function documentStep({ session, workspace, maxBytes }: ExportParts, after: string): Promise<Step> {
  const choice = { after: documentCursor(after), limit: DOCUMENTS_A_STEP };
  const { documents, unreadable, next } = await storedDocuments(session, { workspace, choice, maxBytes });
  const records: ExportRecord[] = [];
  const damaged = unreadable.map(({ root, path }) => ({ root, path }));
  for (const document of documents) {
    const record = await documentRecord(document);
    if (record === undefined) damaged.push({ root: document.root, path: document.path });
    else records.push(record);
  }
  return { records, damaged, next: next && JSON.stringify(next) };
}

async function documentRecord(document: StoredDocument): Promise<ExportRecord | undefined> {
  const rebuilt = await rebuild(document);
  if (rebuilt === undefined) return undefined;
  if (document.memory) return memoryRecord(document, document.memory, rebuilt.text);
  const { text, ...upload } = asUpload(document, rebuilt);
  return { type: "document", root: document.root, ...upload, text };
}

export interface ExportQuery {
  readonly vectors: boolean;
  readonly cursor?: string | undefined;
}

/**
 * One page of an export, all of one workspace version, which the header tells: pages of different versions do not belong
 * together. Throws `conflict` when the workspace changed while the page was read, `invalid_input` for a wrong cursor.
 */
export async function exportWorkspace(
  context: Pick<WorkspaceContext, "session" | "nowMs"> & { readonly row: WorkspaceRow },
  plan: Plan,
  { vectors, cursor }: ExportQuery,
): Promise<ExportAnswer> {
  const session = context.session.toPrimary();
  const row = (await findWorkspace(session, context.row.slug)) ?? context.row;
  const limits = { maxBytes: PLAN_LIMITS[plan].maxBatchBytes, vectors: VECTORS_A_STEP[plan] };
  const parts: ExportParts = { session, workspace: row.num, row, ...limits };
  const records: ExportRecord[] = [];
  const damaged: { root: string; path: string }[] = [];
  let { at, after } = sectionCursor(SECTIONS, cursor);
  for (let step = 0; step < STEPS_A_PAGE && at < SECTIONS.length; step++) {
    const section = SECTIONS[at];
    const isWanted = section !== undefined && (vectors || section.onlyWithVectors === undefined);
    const made = isWanted ? await section.step(parts, after) : { records: [], next: undefined };
    records.push(...made.records);
    damaged.push(...(made.damaged ?? []));
    if (made.next === undefined) at++;
    after = made.next ?? "";
  }
  const section = SECTIONS[at];
  const now = await findWorkspace(session, row.slug);
  if (now?.version !== row.version)
    throw new AppError("conflict", "The workspace changed while it was exported: run it again");
  return {
    header: {
      format: EXPORT_FORMAT,
      formatVersion: EXPORT_VERSION,
      workspace: row.slug,
      workspaceVersion: row.version,
      chunker: CHUNKER_VERSION,
      identity: row.identity,
      withVectors: vectors,
      exportedAt: new Date(context.nowMs).toISOString(),
    },
    records,
    damaged,
    nextCursor: section === undefined ? null : `${section.name} ${after}`,
  };
}
