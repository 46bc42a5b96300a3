import type { AuditQuery } from "./audit/audit-workspace.ts";
import type { AuditAnswer } from "./audit/contract.ts";
import type { RunList, RunParameters } from "./background/contract.ts";
import type { ExportAnswer, ImportAnswer, ImportRequest } from "./backup/contract.ts";
import type { ExportQuery } from "./backup/export.ts";
import type {
  DeletionAnswer,
  DocumentAnswer,
  DocumentList,
  ManifestAnswer,
  ManifestRequest,
  PruneRequest,
  UploadAnswer,
  UploadRequest,
} from "./documents/contract.ts";
import type { GraphServices } from "./graph/graph-services.ts";
import type { LaneAnswer, LaneParameters } from "./lane/contract.ts";
import type {
  MemoryList,
  MemoryListParameters,
  MemoryStatistics,
  PruneMemoriesAnswer,
  PruneMemoriesRequest,
  RecentAnswer,
  RecentParameters,
  Timeline,
  TimelineParameters,
} from "./memories/contract/memory-lists.ts";
import type { MemoryServices } from "./memories/memory-services.ts";
import type {
  FeedbackAnswer,
  FeedbackList,
  FeedbackParameters,
  FeedbackRequest,
} from "./recalls/contract/feedback.ts";
import type {
  ClearAnswer,
  RecallAnswer,
  RecallList,
  RecallLogChange,
  RecallParameters,
  RecallReport,
  ReportParameters,
} from "./recalls/contract/recalls.ts";
import type { AskAnswer, AskRequest } from "./search/contract/ask.ts";
import type { ChunkAnswer } from "./search/contract/chunks.ts";
import type { ExplainAnswer, ExplainRequest } from "./search/contract/explain.ts";
import type { AnyHit } from "./search/contract/hits.ts";
import type { ProfileName } from "./search/contract/profile-names.ts";
import type { ProfileAnswer, ProfileChange, ProfileList } from "./search/contract/profiles.ts";
import type { SearchAnswer, SearchRequest } from "./search/contract/search.ts";
import type { ReindexAnswer, ReindexRequest } from "./vectors/contract.ts";
import type { RequestContext, WorkspaceContext } from "./workspaces/context.ts";
import type {
  DeploymentAnswer,
  StatusAnswer,
  TokenAnswer,
  TokenRequest,
  WorkspaceSummary,
} from "./workspaces/contract.ts";
import type { WorkspaceRow } from "./workspaces/sql/workspace-store.ts";

/** Everything the service can be asked, by HTTP as by MCP. */
export interface Services extends MemoryServices {
  readonly graph: GraphServices;
  search(context: WorkspaceContext, request: SearchRequest): Promise<SearchAnswer<AnyHit>>;
  ask(context: WorkspaceContext, request: AskRequest): Promise<AskAnswer>;
  explain(context: WorkspaceContext, request: ExplainRequest): Promise<ExplainAnswer>;
  profiles(context: { readonly row: WorkspaceRow }): Promise<ProfileList>;
  changeProfile(context: WorkspaceContext, name: ProfileName, change: ProfileChange): Promise<ProfileAnswer>;
  compareManifest(context: WorkspaceContext, root: string, request: ManifestRequest): Promise<ManifestAnswer>;
  upload(context: WorkspaceContext, root: string, request: UploadRequest): Promise<UploadAnswer>;
  prune(context: WorkspaceContext, root: string, request: PruneRequest): Promise<DeletionAnswer>;
  listDocuments(context: WorkspaceContext, query: DocumentListQuery): Promise<DocumentList>;
  readDocument(context: WorkspaceContext, query: DocumentQuery): Promise<DocumentAnswer>;
  readChunk(context: WorkspaceContext, idStart: string): Promise<ChunkAnswer>;
  listMemories(context: WorkspaceContext, query: MemoryListParameters): Promise<MemoryList>;
  memoryTimeline(context: WorkspaceContext, query: TimelineParameters): Promise<Timeline>;
  memoryStatistics(context: WorkspaceContext): Promise<MemoryStatistics>;
  pruneMemories(context: WorkspaceContext, request: PruneMemoriesRequest): Promise<PruneMemoriesAnswer>;
  lane(context: WorkspaceContext, query: LaneParameters): Promise<LaneAnswer>;
  listRuns(context: RequestContext, query: RunParameters): Promise<RunList>;
  recent(context: WorkspaceContext, query: RecentParameters): Promise<RecentAnswer>;
  deleteRoot(
    context: WorkspaceContext,
    query: { readonly root: string; readonly prefix?: string | undefined },
  ): Promise<DeletionAnswer>;
  deleteDocument(context: WorkspaceContext, query: Omit<DocumentQuery, "lines">): Promise<DeletionAnswer>;
  reindex(
    context: WorkspaceContext & { readonly row: WorkspaceRow },
    request: ReindexRequest,
  ): Promise<ReindexAnswer>;
  status(context: WorkspaceContext & { readonly row: WorkspaceRow }): Promise<StatusAnswer>;
  deployment(context: RequestContext): Promise<DeploymentAnswer>;
  audit(context: WorkspaceContext & { readonly row: WorkspaceRow }, query: AuditQuery): Promise<AuditAnswer>;
  exportPage(
    context: WorkspaceContext & { readonly row: WorkspaceRow },
    query: ExportQuery,
  ): Promise<ExportAnswer>;
  importRecords(
    context: WorkspaceContext & { readonly row: WorkspaceRow },
    request: ImportRequest,
  ): Promise<ImportAnswer>;
  listRecalls(
    context: WorkspaceContext & { readonly row: WorkspaceRow },
    query: RecallParameters,
  ): Promise<RecallList>;
  readRecall(context: WorkspaceContext, idStart: string): Promise<RecallAnswer>;
  reportRecalls(context: WorkspaceContext, query: ReportParameters): Promise<RecallReport>;
  deleteRecalls(context: WorkspaceContext, before: string | undefined): Promise<ClearAnswer>;
  changeRecallLog(context: WorkspaceContext, change: RecallLogChange): Promise<RecallLogChange>;
  giveFeedback(context: WorkspaceContext, request: FeedbackRequest): Promise<FeedbackAnswer>;
  takeFeedback(context: WorkspaceContext, query: FeedbackParameters): Promise<FeedbackAnswer>;
  listFeedback(
    context: WorkspaceContext,
    query: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<FeedbackList>;
  createToken(context: RequestContext, request: TokenRequest): Promise<TokenAnswer>;
  createWorkspace(
    context: RequestContext,
    request: { slug: string; name?: string | undefined },
  ): Promise<WorkspaceSummary>;
  deleteWorkspace(context: RequestContext, slug: string): Promise<void>;
}

export interface DocumentListQuery {
  readonly root?: string | undefined;
  readonly prefix?: string | undefined;
  readonly glob?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface DocumentQuery {
  readonly root?: string | undefined;
  readonly path: string;
  /** First and last line wanted. */
  readonly lines?: readonly [from: number, to: number] | undefined;
}
