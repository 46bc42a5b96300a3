import { bodyLimit } from "hono/body-limit";
import { AuditAnswer, AuditParameters, RepairRequest } from "../../audit/contract.ts";
import { RunList, RunParameters } from "../../background/contract.ts";
import { pageOfRuns } from "../../background/runs.ts";
import { ExportAnswer, ExportParameters, ImportAnswer, ImportRequest } from "../../backup/contract.ts";
import { BackupList, BackupName, BackupsAnswer, PieceAnswer } from "../../backup/kept/contract.ts";
import { z } from "@hono/zod-openapi";
import { Slug } from "../../contract/common.ts";
import { ReindexAnswer, ReindexRequest } from "../../vectors/contract.ts";
import { AppError } from "../../errors.ts";
import { HealthAnswer } from "../../workspaces/contract.ts";
import { ProofAnswer, ProofRequest } from "../../workspaces/proof/contract.ts";
import { serverProof } from "../../workspaces/proof/server-proof.ts";
import type { AppParts } from "../app-parts.ts";
import { accessTo, answered, answers, body, fromBody, fromQuery, route, router } from "../routing.ts";

const { administers, forAdmins, forOwners } = accessTo("Upkeep");

const AUDIT = route("get", "/audit", "audit", {
  ...administers,
  summary: "Audit the index, page by page",
  description: "Looks at rows, keyword index and vectors; `nextCursor` of a page is `cursor` of the next.",
  request: { query: AuditParameters },
  responses: answers(AuditAnswer, "Each check of the page with what failed", "vector_index_unavailable"),
});

const REPAIR = route("post", "/audit/repair", "repair", {
  ...administers,
  summary: "Audit the index page by page and repair what is wrong",
  description: "Rebuilds rows and vectors from the stored texts.",
  request: { body: body(RepairRequest) },
  responses: answers(
    AuditAnswer,
    "What was wrong; audit again to confirm the repair",
    "vector_index_unavailable",
  ),
});

const LIST = route("get", "/runs", "listRuns", {
  ...forAdmins,
  summary: "Background runs of this workspace; of all workspaces with an owner's token",
  description:
    "Only an owner sees runs for several workspaces. In pages: `nextCursor` of one is `cursor` of the next.",
  request: { query: RunParameters },
  responses: answers(RunList, "Newest first"),
});

const REINDEX = route("post", "/reindex", "reindex", {
  ...administers,
  summary: "Reindex what is stale, what failed, or everything",
  description: "The work runs in the background; searches use the present index until it is done.",
  request: { body: body(ReindexRequest) },
  responses: answers(ReindexAnswer, "The work that was started; status shows its progress"),
});

const EXPORT = route("get", "/export", "exportPage", {
  ...administers,
  summary: "Export the content of the workspace, page by page",
  description:
    "All pages are of one version of the workspace. When it changes between pages, the answer is a `conflict`: start the export again.",
  request: { query: ExportParameters },
  responses: answers(ExportAnswer, "Records of one version of the workspace", "conflict"),
});

const IMPORT = route("post", "/import", "importRecords", {
  ...administers,
  summary: "Import records of an export; may be repeated",
  description:
    "Records that exist already are kept as they are; `failed` lists the records that were refused.",
  request: { body: body(ImportRequest) },
  responses: answers(ImportAnswer, "What was imported, and what was refused", "conflict"),
});

const BACKUPS = route("get", "/backups", "listBackups", {
  ...forOwners,
  summary: "List the backups in the deployment's bucket",
  description: "Those that are whole; a daily run makes them where a bucket is bound.",
  responses: answers(BackupsAnswer, "Their names, and what is being made", "not_found"),
});

const OfBackup = { backup: BackupName };

const BACKUP = route("get", "/backups/{backup}", "readBackup", {
  ...forOwners,
  summary: "What a backup in the bucket holds",
  description: "An export of each workspace, in pieces, with their checksums.",
  request: { params: z.object(OfBackup) },
  responses: answers(BackupList, "Its workspaces", "not_found"),
});

/** A workspace of ten gigabytes has fewer than a million. */
const Piece = z.string().regex(/^\d{1,6}$/, "a whole number from 0, of at most 6 digits");

const PIECE = route("get", "/backups/{backup}/{slug}/{piece}", "readBackupPiece", {
  ...forOwners,
  summary: "A piece of a workspace's export in a backup",
  description: "From 0. All pieces one after another are the lines of the export without its last, the end.",
  request: {
    params: z.object({ ...OfBackup, slug: Slug, piece: Piece }),
  },
  responses: answers(PieceAnswer, "Its text", "not_found"),
});

const HEALTH = route("get", "/health", "health", {
  tags: ["Upkeep"],
  summary: "Check that the server runs",
  description: "Needs no token, and reads no database.",
  responses: answers(HealthAnswer, "It is", "misconfigured"),
});

/** A token's claims and a nonce have 300 at most. */
const MAX_CHALLENGE_BYTES = 1_000;

const tooLong = (): never => {
  throw new AppError("too_large", `A challenge has at most ${MAX_CHALLENGE_BYTES} bytes`);
};

const PROOF = route("post", "/health/proof", "proveServer", {
  tags: ["Upkeep"],
  summary: "Have a local server prove itself before it is sent a token",
  description:
    "Needs no token, and reads no database. Whoever makes the right proof can sign the token whose claims are sent, and listens at the address that was asked: 127.0.0.1 and the port, of a server that `recall serve` or `npm start` started. Others answer `not_found`.",
  middleware: bodyLimit({ maxSize: MAX_CHALLENGE_BYTES, onError: tooLong }),
  request: { body: body(ProofRequest) },
  responses: answers(
    ProofAnswer,
    "To be compared with one's own; the token may then go over this connection",
    ...(["invalid_input", "too_large", "unauthorized", "not_found", "misconfigured"] as const),
  ),
});

/** /v1/audit, /v1/runs, /v1/reindex, /v1/backups, /v1/export, /v1/import */
export const upkeepRoutes = ({ services }: AppParts) =>
  router()
    .openapi(AUDIT, (c) =>
      answered(c, services.audit(c.var.workspace, { ...c.req.valid("query"), repairs: false })),
    )
    .openapi(REPAIR, (c) =>
      answered(c, services.audit(c.var.workspace, { ...c.req.valid("json"), repairs: true })),
    )
    .openapi(LIST, (c) => answered(c, pageOfRuns(c.var.request, c.req.valid("query"))))
    .openapi(REINDEX, fromBody(services.reindex))
    .openapi(BACKUPS, (c) => answered(c, services.listBackups()))
    .openapi(BACKUP, (c) => answered(c, services.readBackup(c.req.valid("param").backup)))
    .openapi(PIECE, (c) => {
      const { piece, ...place } = c.req.valid("param");
      return answered(c, services.readBackupPiece({ ...place, piece: Number(piece) }));
    })
    .openapi(EXPORT, fromQuery(services.exportPage))
    .openapi(IMPORT, fromBody(services.importRecords));

/** GET /health, POST /health/proof */
export const healthRoutes = ({ version, secrets, listensAt }: AppParts) =>
  router()
    .openapi(HEALTH, (c) => c.json({ ok: true, service: "edge-recall", version } as const, 200))
    .openapi(PROOF, async (c) => {
      if (listensAt === undefined)
        throw new AppError("not_found", "This server has no address of its own to prove: it is not local");
      const proof = await serverProof(c.req.valid("json"), listensAt, secrets);
      if (proof === undefined)
        throw new AppError("unauthorized", "No token with these claims is of this server");
      return c.json({ proof }, 200);
    });
