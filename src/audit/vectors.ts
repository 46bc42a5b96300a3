import { namespaceOf, type Vector, type VectorIndex } from "../models/ports.ts";
import { inGeneration } from "../models/vector-ids.ts";
import { dimensionsOf } from "../text/exported-vector.ts";
import { dequantise } from "../text/quantise.ts";
import { type AuditCheck, type AuditDeps, randomHash, sampling } from "./check.ts";
import {
  auditScope,
  forgetVectors,
  type ShownChunk,
  sendAgain,
  shownChunks,
  stillShown,
  unknownVectors,
} from "./sql/audit.ts";
import type { Finding, Scan } from "./sql/table-audit.ts";

// The vector index can neither be listed nor counted by namespace: it is asked for ids, and for neighbours.

const NOTHING: Scan = { checked: 0, found: [], next: undefined };

const NEIGHBOURS = 100;

const named = (ids: readonly string[]): Finding[] => ids.map((id) => ({ id, key: id }));

/** One slice of chunks: a random one of `SAMPLES`, or the next. */
async function nextSlice(
  parts: AuditDeps & { readonly vectors: VectorIndex },
  after: string,
): Promise<{ readonly chunks: readonly ShownChunk[]; readonly next: string | undefined }> {
  const { db, vectors, workspace, random } = parts;
  const { isSample, nextSample } = await sampling(parts, after, 1);
  const place = isSample ? `${randomHash(random)} 0` : after;
  const chunks = await shownChunks(db, { workspace, after: place, limit: vectors.maxGet });
  const nextPlace = chunks.length < vectors.maxGet ? undefined : chunks.at(-1)?.place;
  return { chunks, next: isSample ? nextSample : nextPlace };
}

/** Chunks marked visible are; what is being sent or deleted meanwhile is left out by asking twice. */
async function scanMissing(parts: AuditDeps, after: string): Promise<Scan> {
  const { db, vectors } = parts;
  if (vectors === undefined) return NOTHING;
  const { chunks, next } = await nextSlice({ ...parts, vectors }, after);
  const { generation } = await auditScope(db, parts.workspace);
  const ids = chunks.map(({ id }) => id);
  const shown = new Set(ids.length === 0 ? [] : await inGeneration(vectors, generation).visible(ids));
  const lacking = ids.filter((id) => !shown.has(id));
  const missing = lacking.length === 0 ? [] : await stillShown(db, parts.workspace, lacking);
  return { checked: ids.length, found: named(missing), next };
}

/**
 * Looks for vectors without a chunk among the neighbours of stored texts: what is left over is mostly an older form of a
 * text that is still there. In a small workspace the neighbours of one are all there are.
 */
async function scanOrphans(parts: AuditDeps, after: string): Promise<Scan> {
  const { db, vectors, workspace } = parts;
  if (vectors === undefined) return NOTHING;
  const { chunks, next } = await nextSlice({ ...parts, vectors }, after);
  const { identity, generation } = await auditScope(db, workspace);
  const probe = probeOf(chunks, dimensionsOf(identity));
  const namespace = namespaceOf({ workspace, generation });
  const near = await inGeneration(vectors, generation).nearest(namespace, probe, {
    limit: NEIGHBOURS,
    filter: {},
  });
  const ids = near.map(({ id }) => id);
  return { checked: ids.length, found: named(ids.length === 0 ? [] : await unknownVectors(db, ids)), next };
}

function probeOf(chunks: readonly ShownChunk[], dimensions: number): Vector {
  const known = chunks.find(({ vector }) => vector !== null)?.vector;
  return known ? dequantise(known) : new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
}

export const missingVector: AuditCheck = {
  name: "missing_vector",
  promise: "the vector index shows the vector of each passage that is marked visible",
  scan: scanMissing,
  repair: ({ db, workspace, nowMs }, found) =>
    sendAgain(db, { workspace, nowMs, ids: found.map(({ key }) => key) }),
};

export const orphanVector: AuditCheck = {
  name: "orphan_vector",
  promise: "the vector index shows no vector that no passage has",
  scan: scanOrphans,
  repair: ({ db, workspace, nowMs }, found) =>
    forgetVectors(db, { workspace, nowMs, ids: found.map(({ key }) => key) }),
};
