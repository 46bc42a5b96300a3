"""A client of an edge-recall server. Python 3.11 or later, nothing else.

Written by `npm run docs` from the server's OpenAPI document: do not edit. Copy it into your program.
"""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast

_READS_BY_POST = ("/v1/search", "/v1/searches", "/v1/ask", "/v1/explain")
_LASTING = ("quota", "quota_exceeded", "model_budget", "workspace_quota", "database_quota", "database_timeout", "database_damaged", "storage_full", "misconfigured")
_MAX_WAIT = 120.0


class RecallError(Exception):
    """A call that did not succeed. status is 0 where no server answered; what lies behind it is __cause__.

    retry_after: seconds after which the server says to try again, 0 where it says nothing. may_pass: whether that may help.
    """

    def __init__(
        self, code: str, message: str, status: int = 0, details: Any = None, retry_after: float = 0, may_pass: bool = False
    ) -> None:
        super().__init__(message)
        self.code, self.status, self.details = code, status, details
        self.retry_after, self.may_pass = retry_after, may_pass


class _StayHere(urllib.request.HTTPRedirectHandler):
    """A redirect could lead the token to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _part(name: str, safe: str = "") -> str:
    # Half a surrogate pair: no address can hold it, and nothing has it in its name.
    is_broken = any("\ud800" <= letter <= "\udfff" for letter in name)
    if is_broken or any(part in ("", ".", "..") for part in name.split("/" if safe else "\0")):
        raise RecallError("invalid_input", f"There is nothing of the name {name!r}")
    return urllib.parse.quote(name, safe)


def _words(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_words(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else value


def _seconds(text: str | None) -> float:
    """Of a Retry-After; 0 for none, and for a date, which this server never sends."""
    return float(text) if text is not None and text.isdecimal() else 0


def _failure(failed: urllib.error.HTTPError) -> RecallError:
    wait = _seconds(failed.headers.get("retry-after"))
    may_pass = failed.code == 429 or failed.code >= 500
    try:
        error = json.load(failed)["error"]
        code, message, details = error["code"], error["message"], error.get("details")
    except (ValueError, KeyError, TypeError):
        code, message, details = "unavailable", f"The server answered HTTP {failed.code}", None
    may_pass = (may_pass or code == "idempotency_running") and code not in _LASTING and wait <= _MAX_WAIT
    return RecallError(code, message, failed.code, details, wait, may_pass)


class EdgeRecall:
    """One server with one token. It reads what it wrote; each write has an idempotency key of its own.

    timeout: seconds of one attempt. retries: of a call that failed for now, as for a lost connection; all have the write's one key.
    """

    def __init__(self, url: str, token: str, timeout: float = 30, retries: int = 0) -> None:
        if not url.startswith(("http://", "https://")):
            raise RecallError("invalid_input", f"{url!r} is no http:// or https:// URL")
        token = token.strip()
        if not all("!" <= sign <= "~" for sign in token):
            raise RecallError("invalid_input", "A token has only visible ASCII characters")
        self._url, self._token, self._timeout = url.rstrip("/"), token, timeout
        self._retries = retries
        self._bookmark: str | None = None
        self._opener = urllib.request.build_opener(_StayHere())

    def _send(self, method: str, path: str, query: dict[str, Any], body: Any) -> Any:
        given = {name: _words(value) for name, value in query.items() if value is not None}
        address = self._url + path + (f"?{urllib.parse.urlencode(given, doseq=True)}" if given else "")
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        is_write = method != "GET" and path not in _READS_BY_POST
        if is_write:
            headers["idempotency-key"] = str(uuid.uuid4())
        if self._bookmark is not None:
            headers["x-recall-bookmark"] = self._bookmark
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data, headers, method=method)
        for attempt in range(self._retries):
            try:
                return self._answer(request, is_write)
            except RecallError as failed:
                if not failed.may_pass:
                    raise
                time.sleep(failed.retry_after + 0.3 * 2**attempt * (1 + random.random()))
        return self._answer(request, is_write)

    def _answer(self, request: urllib.request.Request, is_write: bool) -> Any:
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                if is_write:
                    self._bookmark = answer.headers.get("x-recall-bookmark") or self._bookmark
                return json.load(answer)
        except urllib.error.HTTPError as failed:
            raise _failure(failed) from failed
        except (OSError, http.client.HTTPException) as failed:
            code = "timeout" if isinstance(failed, TimeoutError) else "unavailable"
            raise RecallError(code, f"Could not reach {self._url} ({failed})", may_pass=True) from failed
        except ValueError as failed:
            raise RecallError("unavailable", "The answer is not JSON: is this URL an edge-recall server?") from failed


    def search_by_address(self, *, root: str | list[str] | None = None, prefix: str | list[str] | None = None, glob: str | list[str] | None = None, kind: Literal["file", "memory"] | list[Literal["file", "memory"]] | None = None, language: str | list[str] | None = None, type: str | list[str] | None = None, tag: str | list[str] | None = None, session: str | None = None, source: str | list[str] | None = None, after: str | None = None, before: str | None = None, filters: str | None = None, q: str, limit: int | None = None, cursor: str | None = None, profile: Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"] | None = None, view: Literal["full", "snippet", "compact", "digest"] | None = None, budget: int | None = None, min_score: float | None = None, min_relevance: float | None = None, only_session: bool | None = None, auto: bool | None = None, expand: bool | None = None, explain: bool | None = None, typing: bool | None = None, log: bool | None = None, as_of: str | None = None, consistency: Literal["strong", "nearest"] | None = None) -> SearchAnswer:
        "Search the workspace, everything in the address"
        return cast("SearchAnswer", self._send("GET", "/v1/search", {"root": root, "prefix": prefix, "glob": glob, "kind": kind, "language": language, "type": type, "tag": tag, "session": session, "source": source, "after": after, "before": before, "filters": filters, "q": q, "limit": limit, "cursor": cursor, "profile": profile, "view": view, "budget": budget, "minScore": min_score, "minRelevance": min_relevance, "onlySession": only_session, "auto": auto, "expand": expand, "explain": explain, "typing": typing, "log": log, "asOf": as_of, "consistency": consistency}, None))

    def search(self, body: SearchRequest) -> SearchAnswer:
        "Search the workspace"
        return cast("SearchAnswer", self._send("POST", "/v1/search", {}, body))

    def search_many(self, body: SearchesRequest) -> SearchesAnswer:
        "Make up to 20 searches at once"
        return cast("SearchesAnswer", self._send("POST", "/v1/searches", {}, body))

    def ask(self, body: AskRequest) -> AskAnswer:
        "Answer a question from passages, each sentence with its sources"
        return cast("AskAnswer", self._send("POST", "/v1/ask", {}, body))

    def explain(self, body: ExplainRequest) -> WhyAnswer:
        "Explain a chunk's rank in an answer, or its absence"
        return cast("WhyAnswer", self._send("POST", "/v1/explain", {}, body))

    def list_profiles(self) -> ProfileList:
        "List profiles, with each setting's value, range and meaning"
        return cast("ProfileList", self._send("GET", "/v1/profiles", {}, None))

    def change_profile(self, name: str, body: ProfileChange) -> Profile:
        "Replace this workspace's changes to a profile"
        return cast("Profile", self._send("PUT", f"/v1/profiles/{_part(name)}", {}, body))

    def reset_profile(self, name: str) -> Profile:
        "Reset a profile for this workspace"
        return cast("Profile", self._send("DELETE", f"/v1/profiles/{_part(name)}", {}, None))

    def compare_manifest(self, root: str, body: ManifestRequest) -> ManifestAnswer:
        "Compare a folder's files with what is indexed"
        return cast("ManifestAnswer", self._send("POST", f"/v1/roots/{_part(root)}/manifest", {}, body))

    def upload_documents(self, root: str, body: UploadRequest) -> UploadAnswer:
        "Index files; all of one request or none, but for those it names"
        return cast("UploadAnswer", self._send("POST", f"/v1/roots/{_part(root)}/documents", {}, body))

    def prune_documents(self, root: str, body: PruneRequest) -> DeletionAnswer:
        "Delete documents that are gone from the folder"
        return cast("DeletionAnswer", self._send("POST", f"/v1/roots/{_part(root)}/prune", {}, body))

    def describe_root(self, root: str, body: RootDescriptionRequest) -> RootDescription:
        "Say in a line what a root holds"
        return cast("RootDescription", self._send("PUT", f"/v1/roots/{_part(root)}/description", {}, body))

    def delete_root(self, root: str, *, prefix: str | None = None) -> DeletionAnswer:
        "Delete a root, or what is below a folder of it"
        return cast("DeletionAnswer", self._send("DELETE", f"/v1/roots/{_part(root)}", {"prefix": prefix}, None))

    def read_document(self, path: str, *, root: str | None = None, lines: str | None = None, anchor: str | None = None) -> Document:
        "Read a document, or some of its lines"
        return cast("Document", self._send("GET", f"/v1/documents/{_part(path, '/')}", {"root": root, "lines": lines, "anchor": anchor}, None))

    def delete_document(self, path: str, *, root: str | None = None) -> DeletionAnswer:
        "Delete a document"
        return cast("DeletionAnswer", self._send("DELETE", f"/v1/documents/{_part(path, '/')}", {"root": root}, None))

    def list_documents(self, *, root: str | None = None, prefix: str | None = None, glob: str | None = None, limit: int | None = None, cursor: str | None = None) -> DocumentList:
        "List documents"
        return cast("DocumentList", self._send("GET", "/v1/documents", {"root": root, "prefix": prefix, "glob": glob, "limit": limit, "cursor": cursor}, None))

    def index_documents(self, body: IndexRequest, *, root: str | None = None) -> UploadAnswer:
        "Index a text, or a list of texts"
        return cast("UploadAnswer", self._send("POST", "/v1/documents", {"root": root}, body))

    def read_chunk(self, id: str) -> Chunk:
        "Read one chunk by its id"
        return cast("Chunk", self._send("GET", f"/v1/chunks/{_part(id)}", {}, None))

    def list_changes(self, *, since: str | None = None, limit: int | None = None, wait: int | None = None) -> ChangeList:
        "What changed, in order"
        return cast("ChangeList", self._send("GET", "/v1/changes", {"since": since, "limit": limit, "wait": wait}, None))

    def list_webhooks(self) -> WebhookList:
        "List the workspace's webhooks"
        return cast("WebhookList", self._send("GET", "/v1/webhooks", {}, None))

    def add_webhook(self, body: WebhookRequest) -> NewWebhook:
        "Have changes posted to an address"
        return cast("NewWebhook", self._send("POST", "/v1/webhooks", {}, body))

    def change_webhook(self, id: str, body: WebhookChange) -> Webhook:
        "Pause a webhook, or have it go on"
        return cast("Webhook", self._send("PATCH", f"/v1/webhooks/{_part(id)}", {}, body))

    def remove_webhook(self, id: str) -> Deleted:
        "Remove a webhook"
        return cast("Deleted", self._send("DELETE", f"/v1/webhooks/{_part(id)}", {}, None))

    def test_webhook(self, id: str) -> WebhookTest:
        "Post a message that tells nothing, and say what came of it"
        return cast("WebhookTest", self._send("POST", f"/v1/webhooks/{_part(id)}/test", {}, None))

    def add_source(self, slug: str, body: SourceRequest) -> Source:
        "Have a site, a repository, a bucket or a feed pulled into a root"
        return cast("Source", self._send("POST", f"/v1/workspaces/{_part(slug)}/sources", {}, body))

    def list_sources(self) -> SourceList:
        "List the workspace's sources"
        return cast("SourceList", self._send("GET", "/v1/sources", {}, None))

    def read_source(self, root: str) -> SourceDetails:
        "Read one source"
        return cast("SourceDetails", self._send("GET", f"/v1/sources/{_part(root)}", {}, None))

    def change_source(self, root: str, body: SourceChange) -> Source:
        "Pause a source, or have it go on"
        return cast("Source", self._send("PATCH", f"/v1/sources/{_part(root)}", {}, body))

    def remove_source(self, root: str, *, keep_documents: bool | None = None) -> SourceRemoved:
        "Remove a source, and what was pulled from it"
        return cast("SourceRemoved", self._send("DELETE", f"/v1/sources/{_part(root)}", {"keepDocuments": keep_documents}, None))

    def run_source(self, root: str, body: SourceRunRequest) -> Source:
        "Begin the next run now"
        return cast("Source", self._send("POST", f"/v1/sources/{_part(root)}/run", {}, body))

    def list_memories(self, *, type: str | None = None, tag: str | None = None, session: str | None = None, source: str | None = None, min_quality: float | None = None, after: str | None = None, before: str | None = None, text: str | None = None, recalled: bool | None = None, state: Literal["live", "superseded", "forgotten"] | None = None, sort: Literal["newest", "oldest", "created", "importance", "priority", "observed", "recalled"] | None = None, limit: int | None = None, cursor: str | None = None) -> MemoryList:
        "List memories, page by page"
        return cast("MemoryList", self._send("GET", "/v1/memories", {"type": type, "tag": tag, "session": session, "source": source, "minQuality": min_quality, "after": after, "before": before, "text": text, "recalled": recalled, "state": state, "sort": sort, "limit": limit, "cursor": cursor}, None))

    def remember(self, body: RememberRequest) -> RememberAnswer:
        "Remember a text; a repeated text is counted"
        return cast("RememberAnswer", self._send("POST", "/v1/memories", {}, body))

    def memory_timeline(self, *, around: str, before: int | None = None, after: int | None = None, same_session: bool | None = None) -> MemoryTimeline:
        "Memories just before and after a memory"
        return cast("MemoryTimeline", self._send("GET", "/v1/memories/timeline", {"around": around, "before": before, "after": after, "sameSession": same_session}, None))

    def memory_statistics(self) -> MemoryStatistics:
        "Count memories by type, source, session and age"
        return cast("MemoryStatistics", self._send("GET", "/v1/memories/statistics", {}, None))

    def list_contradictions(self, *, limit: int | None = None, cursor: str | None = None) -> ContradictionList:
        "Memories that may contradict each other, side by side"
        return cast("ContradictionList", self._send("GET", "/v1/memories/contradictions", {"limit": limit, "cursor": cursor}, None))

    def prune_memories(self, body: PruneMemoriesRequest) -> PruneMemoriesAnswer:
        "Forget old memories, a slice at a time"
        return cast("PruneMemoriesAnswer", self._send("POST", "/v1/memories/prune", {}, body))

    def recent(self, *, session: str | None = None, kind: Literal["file", "memory"] | None = None, limit: int | None = None) -> RecentAnswer:
        "The newest memories and documents, of the asker's session first"
        return cast("RecentAnswer", self._send("GET", "/v1/recent", {"session": session, "kind": kind, "limit": limit}, None))

    def lane(self, *, kind: Literal["file", "memory"] | None = None, type: str | None = None, tag: str | None = None, session: str | None = None, memory: str | None = None, after: str | None = None, before: str | None = None, limit: int | None = None, cursor: str | None = None) -> Lane:
        "What was recalled and remembered over time"
        return cast("Lane", self._send("GET", "/v1/lane", {"kind": kind, "type": type, "tag": tag, "session": session, "memory": memory, "after": after, "before": before, "limit": limit, "cursor": cursor}, None))

    def remember_many(self, body: RememberBatchRequest) -> RememberBatchAnswer:
        "Remember up to 100 texts"
        return cast("RememberBatchAnswer", self._send("POST", "/v1/memories/batch", {}, body))

    def judge_statements(self, body: WorthRequest) -> WorthAnswer:
        "Which statements of a conversation are worth remembering"
        return cast("WorthAnswer", self._send("POST", "/v1/memories/worth", {}, body))

    def forget_by_query(self, body: ForgetRequest) -> ForgetByQueryAnswer:
        "Forget the memory that says this, or list similar ones"
        return cast("ForgetByQueryAnswer", self._send("POST", "/v1/memories/forget", {}, body))

    def list_memory_types(self) -> MemoryTypes:
        "List memory types"
        return cast("MemoryTypes", self._send("GET", "/v1/memories/types", {}, None))

    def change_memory_types(self, body: MemoryTypesChange) -> MemoryTypes:
        "Replace the workspace's own types"
        return cast("MemoryTypes", self._send("PUT", "/v1/memories/types", {}, body))

    def read_memory(self, id: str, *, history: bool | None = None, limit: int | None = None, cursor: str | None = None) -> MemoryAnswer:
        "Read a memory, optionally with its history"
        return cast("MemoryAnswer", self._send("GET", f"/v1/memories/{_part(id)}", {"history": history, "limit": limit, "cursor": cursor}, None))

    def change_memory(self, id: str, body: MemoryChange) -> MemoryChangeAnswer:
        "Change a memory"
        return cast("MemoryChangeAnswer", self._send("PATCH", f"/v1/memories/{_part(id)}", {}, body))

    def forget_memory(self, id: str, *, now: bool | None = None) -> ForgetAnswer:
        "Forget a memory; undo works for 24 hours"
        return cast("ForgetAnswer", self._send("DELETE", f"/v1/memories/{_part(id)}", {"now": now}, None))

    def merge_memories(self, id: str, body: MemoryMergeRequest) -> MemoryChangeAnswer:
        "Merge another memory into this one"
        return cast("MemoryChangeAnswer", self._send("POST", f"/v1/memories/{_part(id)}/merge", {}, body))

    def split_memory(self, id: str, body: MemorySplitRequest) -> MemorySplitAnswer:
        "Split a memory into several"
        return cast("MemorySplitAnswer", self._send("POST", f"/v1/memories/{_part(id)}/split", {}, body))

    def decide_contradiction(self, id: str, other: str, body: ContradictionChange) -> ContradictionAnswer:
        "Say that two memories do not contradict each other"
        return cast("ContradictionAnswer", self._send("PUT", f"/v1/memories/{_part(id)}/contradictions/{_part(other)}", {}, body))

    def undo_forget(self, id: str) -> MemoryChangeAnswer:
        "Undo forgetting a memory"
        return cast("MemoryChangeAnswer", self._send("POST", f"/v1/memories/{_part(id)}/undo", {}, None))

    def graph_around(self, *, query: str | None = None, limit: int | None = None, depth: int | None = None, entity: str | None = None) -> Graph:
        "Entities and relations around what a query names"
        return cast("Graph", self._send("GET", "/v1/graph", {"query": query, "limit": limit, "depth": depth, "entity": entity}, None))

    def graph_overview(self, *, kind: Literal["person", "organisation", "place", "code", "link", "other"] | None = None, limit: int | None = None) -> GraphOverview:
        "What a workspace speaks of most"
        return cast("GraphOverview", self._send("GET", "/v1/graph/overview", {"kind": kind, "limit": limit}, None))

    def change_memory_names(self, body: MemoryNames) -> MemoryNames:
        "Switch a text model's names for memories on or off"
        return cast("MemoryNames", self._send("PUT", "/v1/graph/memories", {}, body))

    def switch_names(self, body: NamesSwitch) -> NamesSwitch:
        "Switch reading texts for names on or off"
        return cast("NamesSwitch", self._send("PUT", "/v1/graph/names", {}, body))

    def list_entities(self, *, prefix: str | None = None, type: Literal["person", "organisation", "project", "place", "product", "code", "path", "url", "ticket", "variable", "error", "package", "handle", "heading", "key", "concept", "other"] | None = None, cursor: str | None = None, limit: int | None = None) -> EntityList:
        "List entities"
        return cast("EntityList", self._send("GET", "/v1/entities", {"prefix": prefix, "type": type, "cursor": cursor, "limit": limit}, None))

    def merge_entities(self, body: MergeRequest) -> GraphChange:
        "Merge two entities"
        return cast("GraphChange", self._send("POST", "/v1/entities/merge", {}, body))

    def read_entity(self, slug: str, *, cursor: str | None = None, limit: int | None = None) -> Entity:
        "Read an entity by its slug, name or alias"
        return cast("Entity", self._send("GET", f"/v1/entities/{_part(slug)}", {"cursor": cursor, "limit": limit}, None))

    def save_entity(self, slug: str, body: EntityRequest) -> GraphChange:
        "Create or change an entity, add aliases"
        return cast("GraphChange", self._send("PUT", f"/v1/entities/{_part(slug)}", {}, body))

    def remove_entity(self, slug: str) -> GraphChange:
        "Hide an entity"
        return cast("GraphChange", self._send("DELETE", f"/v1/entities/{_part(slug)}", {}, None))

    def suggest_aliases(self, slug: str) -> AliasSuggestions:
        "Entities that may be the same one"
        return cast("AliasSuggestions", self._send("GET", f"/v1/entities/{_part(slug)}/suggestions", {}, None))

    def split_entity(self, slug: str, body: SplitRequest) -> GraphChange:
        "Split aliases off as a new entity"
        return cast("GraphChange", self._send("POST", f"/v1/entities/{_part(slug)}/split", {}, body))

    def observe(self, slug: str, body: ObservationRequest) -> GraphChange:
        "Add a remark to an entity"
        return cast("GraphChange", self._send("POST", f"/v1/entities/{_part(slug)}/observations", {}, body))

    def remove_observation(self, slug: str, id: str) -> GraphChange:
        "Delete a remark"
        return cast("GraphChange", self._send("DELETE", f"/v1/entities/{_part(slug)}/observations/{_part(id)}", {}, None))

    def relate(self, body: RelationRequest) -> GraphChange:
        "Add a relation between two entities"
        return cast("GraphChange", self._send("POST", "/v1/relations", {}, body))

    def unrelate(self, *, from_: str, to: str, type: str) -> RelationRemoval:
        "Delete a relation that was added by hand"
        return cast("RelationRemoval", self._send("DELETE", "/v1/relations", {"from": from_, "to": to, "type": type}, None))

    def status(self) -> Status:
        "Status of the workspace"
        return cast("Status", self._send("GET", "/v1/status", {}, None))

    def deployment(self) -> Deployment:
        "What all workspaces share: the database, today's model calls, what of the plan is used"
        return cast("Deployment", self._send("GET", "/v1/deployment", {}, None))

    def schema(self, *, database: int | None = None) -> Schema:
        "Whether the database's tables are this server's"
        return cast("Schema", self._send("GET", "/v1/migrations", {"database": database}, None))

    def migrate(self, *, database: int | None = None) -> Schema:
        "Apply the next part of the missing migrations"
        return cast("Schema", self._send("POST", "/v1/migrations", {"database": database}, None))

    def list_tokens(self) -> TokenList:
        "List tokens"
        return cast("TokenList", self._send("GET", "/v1/tokens", {}, None))

    def create_token(self, body: TokenRequest) -> Token:
        "Mint a token"
        return cast("Token", self._send("POST", "/v1/tokens", {}, body))

    def revoke_token(self, id: str) -> Deleted:
        "Revoke a token"
        return cast("Deleted", self._send("DELETE", f"/v1/tokens/{_part(id)}", {}, None))

    def start_epoch(self, body: EpochRequest) -> Token:
        "End every token, and begin anew with one for the owner"
        return cast("Token", self._send("POST", "/v1/tokens/epoch", {}, body))

    def access_log(self, *, workspace: str | None = None, token: str | None = None, door: Literal["http", "mcp", "cli", "page", "hook"] | None = None, route: str | None = None, outcome: str | None = None, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None) -> AccessLog:
        "Who did what: requests by token, door, route, outcome and network"
        return cast("AccessLog", self._send("GET", "/v1/access-log", {"workspace": workspace, "token": token, "door": door, "route": route, "outcome": outcome, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None))

    def check_access_log(self, *, workspace: str | None = None, cursor: str | None = None) -> AccessCheck:
        "Check that no entry of the access log was changed or removed"
        return cast("AccessCheck", self._send("GET", "/v1/access-log/check", {"workspace": workspace, "cursor": cursor}, None))

    def list_workspaces(self) -> WorkspaceList:
        "List workspaces"
        return cast("WorkspaceList", self._send("GET", "/v1/workspaces", {}, None))

    def create_workspace(self, body: WorkspaceRequest) -> Workspace:
        "Create a workspace"
        return cast("Workspace", self._send("POST", "/v1/workspaces", {}, body))

    def change_quotas(self, slug: str, body: QuotasRequest) -> Quotas:
        "Set what a workspace may hold"
        return cast("Quotas", self._send("PATCH", f"/v1/workspaces/{_part(slug)}/quotas", {}, body))

    def delete_workspace(self, slug: str) -> Deleted:
        "Delete a workspace and everything in it"
        return cast("Deleted", self._send("DELETE", f"/v1/workspaces/{_part(slug)}", {}, None))

    def read_move(self, slug: str) -> Move:
        "How far a workspace's move is"
        return cast("Move", self._send("GET", f"/v1/workspaces/{_part(slug)}/move", {}, None))

    def move_workspace(self, slug: str, body: MoveRequest) -> Move:
        "Move a workspace to another database of the deployment"
        return cast("Move", self._send("POST", f"/v1/workspaces/{_part(slug)}/move", {}, body))

    def stop_move(self, slug: str) -> Move:
        "Stop a workspace's move"
        return cast("Move", self._send("DELETE", f"/v1/workspaces/{_part(slug)}/move", {}, None))

    def list_sign_ins(self) -> SignInList:
        "List the browsers that are signed in by this token"
        return cast("SignInList", self._send("GET", "/v1/sign-ins", {}, None))

    def sign_in(self) -> SignIn:
        "Sign this browser in"
        return cast("SignIn", self._send("POST", "/v1/sign-ins", {}, None))

    def sign_out_all(self) -> SignedOut:
        "Sign out every browser of this token"
        return cast("SignedOut", self._send("DELETE", "/v1/sign-ins", {}, None))

    def sign_out(self, id: str) -> Deleted:
        "Sign out a browser"
        return cast("Deleted", self._send("DELETE", f"/v1/sign-ins/{_part(id)}", {}, None))

    def create_sign_in_link(self) -> SignInLink:
        "Make a link that signs one browser in"
        return cast("SignInLink", self._send("POST", "/v1/sign-ins/links", {}, None))

    def audit(self, *, full: bool | None = None, cursor: str | None = None) -> Audit:
        "Audit the index, page by page"
        return cast("Audit", self._send("GET", "/v1/audit", {"full": full, "cursor": cursor}, None))

    def repair(self, body: RepairRequest) -> Audit:
        "Audit the index page by page and repair what is wrong"
        return cast("Audit", self._send("POST", "/v1/audit/repair", {}, body))

    def list_runs(self, *, limit: int | None = None, cursor: str | None = None) -> RunList:
        "Background runs of this workspace; of all workspaces with an owner's token"
        return cast("RunList", self._send("GET", "/v1/runs", {"limit": limit, "cursor": cursor}, None))

    def reindex(self, body: ReindexRequest) -> ReindexAnswer:
        "Reindex what is stale, what failed, or everything"
        return cast("ReindexAnswer", self._send("POST", "/v1/reindex", {}, body))

    def list_backups(self) -> Backups:
        "List the backups in the deployment's bucket"
        return cast("Backups", self._send("GET", "/v1/backups", {}, None))

    def read_backup(self, backup: str) -> BackupList:
        "What a backup in the bucket holds"
        return cast("BackupList", self._send("GET", f"/v1/backups/{_part(backup)}", {}, None))

    def read_backup_piece(self, backup: str, slug: str, piece: str) -> BackupPiece:
        "A piece of a workspace's export in a backup"
        return cast("BackupPiece", self._send("GET", f"/v1/backups/{_part(backup)}/{_part(slug)}/{_part(piece)}", {}, None))

    def export_page(self, *, vectors: bool | None = None, cursor: str | None = None) -> Export:
        "Export the content of the workspace, page by page"
        return cast("Export", self._send("GET", "/v1/export", {"vectors": vectors, "cursor": cursor}, None))

    def import_records(self, body: ImportRequest) -> ImportAnswer:
        "Import records of an export; may be repeated"
        return cast("ImportAnswer", self._send("POST", "/v1/import", {}, body))

    def list_recalls(self, *, after: str | None = None, before: str | None = None, session: str | None = None, outcome: Literal["found", "nothing_found", "nothing_relevant", "skipped"] | None = None, profile: Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"] | None = None, voted: bool | None = None, limit: int | None = None, cursor: str | None = None) -> RecallList:
        "Logged searches, newest first"
        return cast("RecallList", self._send("GET", "/v1/recalls", {"after": after, "before": before, "session": session, "outcome": outcome, "profile": profile, "voted": voted, "limit": limit, "cursor": cursor}, None))

    def clear_recalls(self, *, before: str | None = None) -> RecallsDeleted:
        "Delete logged searches, all or those before a time; votes stay"
        return cast("RecallsDeleted", self._send("DELETE", "/v1/recalls", {"before": before}, None))

    def report_recalls(self, *, kind: Literal["never_found", "popular", "stale"], limit: int | None = None) -> RecallReport:
        "Reports from the log: queries without a hit, popular and stale documents"
        return cast("RecallReport", self._send("GET", "/v1/recalls/reports", {"kind": kind, "limit": limit}, None))

    def read_recall(self, id: str) -> Recall:
        "A logged search with its hits"
        return cast("Recall", self._send("GET", f"/v1/recalls/{_part(id)}", {}, None))

    def change_recall_log(self, body: RecallLogChange) -> RecallLog:
        "Turn this workspace's log on or off"
        return cast("RecallLog", self._send("PUT", "/v1/recalls/log", {}, body))

    def list_feedback(self, *, limit: int | None = None, cursor: str | None = None) -> FeedbackList:
        "This token's own votes, newest first"
        return cast("FeedbackList", self._send("GET", "/v1/feedback", {"limit": limit, "cursor": cursor}, None))

    def give_feedback(self, body: FeedbackRequest) -> Feedback:
        "Vote a hit of a search up or down, or change the vote"
        return cast("Feedback", self._send("POST", "/v1/feedback", {}, body))

    def take_feedback(self, *, recall_id: str | None = None, chunk: str | float) -> Feedback:
        "Withdraw a vote"
        return cast("Feedback", self._send("DELETE", "/v1/feedback", {"recallId": recall_id, "chunk": chunk}, None))

    def health(self) -> Health:
        "Check that the server runs"
        return cast("Health", self._send("GET", "/health", {}, None))

    def prove_server(self, body: ProofRequest) -> Proof:
        "Have a local server prove itself before it is sent a token"
        return cast("Proof", self._send("POST", "/health/proof", {}, body))

class ErrorError(TypedDict):
    code: Literal["invalid_input", "unauthorized", "forbidden", "not_found", "ambiguous", "cursor_expired", "root_exists", "workspace_exists", "too_many_deletions", "confirmation_needed", "conflict", "idempotency_mismatch", "idempotency_running", "idempotency_done", "hash_mismatch", "not_text", "too_large", "limit_reached", "rate_limited", "quota_exceeded", "quota", "capacity", "model_budget", "workspace_quota", "database_quota", "database_timeout", "database_damaged", "storage_full", "schema_mismatch", "misconfigured", "internal", "unavailable", "workspace_moving", "embedder_unavailable", "embedder_refused", "reranker_unavailable", "generator_unavailable", "vector_index_unavailable", "timeout"]
    message: str
    details: NotRequired[Any]

class Error(TypedDict):
    error: ErrorError

class ForgetAnswer(TypedDict):
    id: str
    undoUntil: str | None
    supersedes: str | None
    version: float

SearchAnswerDidYouMean = TypedDict("SearchAnswerDidYouMean", {"from": "str", "to": "str"})

class SearchAnswerTimings(TypedDict):
    totalMs: float
    hops: int
    stages: dict[str, float]

SearchAnswerUseRepaired = TypedDict("SearchAnswerUseRepaired", {"from": "str", "to": "str"})

class SearchAnswerUseExpanded(TypedDict):
    rewrites: list[str]
    paraphrases: list[str]
    hasPassage: bool

class SearchAnswerUse(TypedDict):
    rowsRead: float
    modelCalls: float
    textsEmbedded: float
    passagesReranked: float
    cached: list[Literal["answer", "embedding", "rerank", "expansion"]]
    repaired: list[SearchAnswerUseRepaired]
    expanded: NotRequired[SearchAnswerUseExpanded]

class SearchAnswer(TypedDict):
    outcome: Literal["found", "nothing_found", "nothing_relevant", "skipped"]
    relevance: float
    confidence: Literal["high", "low", "none"]
    calibration: Calibration
    hits: list[Hit | CompactHit | DigestHit]
    closest: NotRequired[list[Hit | CompactHit | DigestHit]]
    nextCursor: NotRequired[str | None]
    budget: NotRequired[BudgetUse]
    absence: NotRequired[Absence]
    unknownRoots: NotRequired[list[str]]
    knownRoots: NotRequired[list[str]]
    missing: NotRequired[list[str]]
    degraded: list[Literal["embedder_unavailable", "embedder_timeout", "vector_index_unavailable", "vector_index_timeout", "vector_filter_partial", "cosines_missing", "other_script", "reranker_unavailable", "reranker_timeout", "identity_changed", "generator_missing", "generator_unavailable", "generator_timeout", "expansion_refused", "names_off", "quota", "model_budget", "workspace_quota", "depth_reached"]]
    outages: NotRequired[list[Outage]]
    profile: Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"]
    pool: NotRequired[Literal["original"]]
    fallback: NotRequired[Literal["recent", "recent_session"]]
    didYouMean: NotRequired[list[SearchAnswerDidYouMean]]
    skipped: NotRequired[str]
    explain: NotRequired[Explanation]
    index: IndexState
    recallId: str
    loggedAnyway: NotRequired[Literal[True]]
    asOf: str
    timings: SearchAnswerTimings
    use: SearchAnswerUse

class Calibration(TypedDict):
    basis: Literal["keyword", "embedded", "neural", "cross-encoder"]
    measured: bool

class HitMemoryMayContradict(TypedDict):
    id: str
    date: str
    words: str

HitMemory = TypedDict("HitMemory", {"type": "str", "importance": "float", "priority": "float", "confidence": "float", "session": "str | None", "tags": "list[str]", "timesObserved": "float", "quality": "float", "mayContradict": "NotRequired[list[HitMemoryMayContradict]]"})

class HitTrace(TypedDict):
    step: str
    rank: int
    score: float

class HitSnippet(TypedDict):
    text: str
    startLine: int
    endLine: int
    startColumn: NotRequired[int]
    endColumn: NotRequired[int]
    highlights: list[list[Any]]

class Hit(TypedDict):
    id: str
    root: str
    path: str
    startLine: int
    endLine: int
    startColumn: NotRequired[int]
    endColumn: NotRequired[int]
    citation: str
    headings: list[str]
    kind: Literal["file", "memory"]
    language: str
    source: str | None
    date: str | None
    indexedAt: str
    memory: NotRequired[HitMemory]
    documentHash: str
    score: float
    relevance: float
    evidence: NotRequired[dict[str, float]]
    scores: dict[str, float]
    shares: NotRequired[dict[str, float]]
    trace: NotRequired[list[HitTrace]]
    arms: dict[str, int]
    text: NotRequired[str]
    snippet: NotRequired[HitSnippet]
    cut: NotRequired[Literal[True]]

class CompactHitMayContradict(TypedDict):
    id: str
    date: str
    words: str

class CompactHitTrace(TypedDict):
    step: str
    rank: int
    score: float

class CompactHit(TypedDict):
    id: str
    citation: str
    score: float
    relevance: float
    heading: NotRequired[str]
    tokens: int
    mayContradict: NotRequired[list[CompactHitMayContradict]]
    trace: NotRequired[list[CompactHitTrace]]
    cut: NotRequired[Literal[True]]

class DigestHitMayContradict(TypedDict):
    id: str
    date: str
    words: str

class DigestHitTrace(TypedDict):
    step: str
    rank: int
    score: float

class DigestHit(TypedDict):
    citation: str
    mayContradict: NotRequired[list[DigestHitMayContradict]]
    trace: NotRequired[list[DigestHitTrace]]
    cut: NotRequired[Literal[True]]

class BudgetUse(TypedDict):
    tokens: int
    used: int
    left: int
    cut: bool
    over: NotRequired[Literal[True]]

class AbsenceItem1(TypedDict):
    kind: Literal["never"]

class AbsenceItem2(TypedDict):
    kind: Literal["filtered"]
    filters: list[str]
    found: list[str]

class AbsenceItem3Memories(TypedDict):
    id: str
    state: Literal["superseded", "forgotten"]
    at: str
    supersededBy: NotRequired[str]

class AbsenceItem3(TypedDict):
    kind: Literal["gone"]
    memories: list[AbsenceItem3Memories]

Absence: TypeAlias = "AbsenceItem1 | AbsenceItem2 | AbsenceItem3"

class Outage(TypedDict):
    part: Literal["embedder", "vector_index", "reranker", "generator"]
    reason: Literal["unauthorized", "not_found", "quota", "model_budget", "workspace_quota", "capacity", "timeout", "unreachable", "refused_text", "bad_request", "bad_answer", "unusable_text", "error"]
    status: NotRequired[int]
    message: str
    since: NotRequired[str]
    retryAt: NotRequired[str]

class ExplanationStepsDropped(TypedDict):
    id: str
    reason: str

ExplanationSteps = TypedDict("ExplanationSteps", {"step": "str", "in": "float", "out": "float", "dropped": "list[ExplanationStepsDropped]", "lowest": "float | None", "highest": "float | None", "ms": "float", "vectorWeight": "NotRequired[float]"})

class Explanation(TypedDict):
    steps: list[ExplanationSteps]
    settings: dict[str, float | bool | str]

class IndexState(TypedDict):
    version: float
    indexedAt: str | None
    pendingChunks: float
    pendingSkipped: float
    failedDocuments: float
    severalRoots: NotRequired[bool]
    confined: NotRequired[Literal[True]]
    embedder: str
    reranker: str

class SearchRequest(TypedDict):
    query: str
    limit: NotRequired[int]
    profile: NotRequired[Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"]]
    view: NotRequired[Literal["full", "snippet", "compact", "digest"]]
    cursor: NotRequired[str]
    budget: NotRequired[int]
    filters: NotRequired[Filters]
    settings: NotRequired[dict[str, float | bool | str]]
    minScore: NotRequired[float]
    minRelevance: NotRequired[float]
    session: NotRequired[str]
    auto: NotRequired[bool]
    expand: NotRequired[bool]
    explain: NotRequired[bool]
    typing: NotRequired[bool]
    log: NotRequired[bool]
    asOf: NotRequired[str]
    consistency: NotRequired[Literal["strong", "nearest"]]

class FiltersImportance3(TypedDict):
    gt: NotRequired[float]
    gte: NotRequired[float]
    lt: NotRequired[float]
    lte: NotRequired[float]

class FiltersPriority3(TypedDict):
    gt: NotRequired[float]
    gte: NotRequired[float]
    lt: NotRequired[float]
    lte: NotRequired[float]

class FiltersConfidence3(TypedDict):
    gt: NotRequired[float]
    gte: NotRequired[float]
    lt: NotRequired[float]
    lte: NotRequired[float]

class FiltersMetadata5(TypedDict):
    gt: NotRequired[float | str]
    gte: NotRequired[float | str]
    lt: NotRequired[float | str]
    lte: NotRequired[float | str]
    exists: NotRequired[bool]

Filters = TypedDict("Filters", {"root": "NotRequired[str | list[str]]", "prefix": "NotRequired[str | list[str]]", "glob": "NotRequired[str | list[str]]", "kind": "NotRequired[Literal[\"file\", \"memory\"] | list[Literal[\"file\", \"memory\"]]]", "language": "NotRequired[str | list[str]]", "type": "NotRequired[str | list[str]]", "tag": "NotRequired[str | list[str]]", "session": "NotRequired[str | list[str]]", "source": "NotRequired[str | list[str]]", "after": "NotRequired[str]", "before": "NotRequired[str]", "importance": "NotRequired[float | list[float] | FiltersImportance3]", "priority": "NotRequired[float | list[float] | FiltersPriority3]", "confidence": "NotRequired[float | list[float] | FiltersConfidence3]", "metadata": "NotRequired[dict[str, str | float | bool | list[str | float | bool] | FiltersMetadata5]]", "not": "NotRequired[Filters]", "any": "NotRequired[list[Filters]]", "all": "NotRequired[list[Filters]]"})

class SearchesAnswer(TypedDict):
    results: list[AnsweredSearch | FailedSearch]

class AnsweredSearch(TypedDict):
    status: Literal["answered"]
    answer: SearchAnswer

class FailedSearchError(TypedDict):
    code: Literal["invalid_input", "unauthorized", "forbidden", "not_found", "ambiguous", "cursor_expired", "root_exists", "workspace_exists", "too_many_deletions", "confirmation_needed", "conflict", "idempotency_mismatch", "idempotency_running", "idempotency_done", "hash_mismatch", "not_text", "too_large", "limit_reached", "rate_limited", "quota_exceeded", "quota", "capacity", "model_budget", "workspace_quota", "database_quota", "database_timeout", "database_damaged", "storage_full", "schema_mismatch", "misconfigured", "internal", "unavailable", "workspace_moving", "embedder_unavailable", "embedder_refused", "reranker_unavailable", "generator_unavailable", "vector_index_unavailable", "timeout"]
    message: str

class FailedSearch(TypedDict):
    status: Literal["failed"]
    error: FailedSearchError

class SearchesRequest(TypedDict):
    searches: list[SearchRequest]

class AskAnswerSentences(TypedDict):
    text: str
    sources: list[int]

class AskAnswerClosest(TypedDict):
    id: str
    root: str
    citation: str
    headings: list[str]
    score: float
    relevance: float

class AskAnswerTimings(TypedDict):
    totalMs: float
    searchMs: float
    hops: int

class AskAnswer(TypedDict):
    outcome: Literal["answered", "nothing_found", "nothing_relevant"]
    sentences: list[AskAnswerSentences]
    sources: list[AskSource]
    dropped: int
    passages: int
    closest: NotRequired[list[AskAnswerClosest]]
    absence: NotRequired[Absence]
    model: str | None
    degraded: list[Literal["embedder_unavailable", "embedder_timeout", "vector_index_unavailable", "vector_index_timeout", "vector_filter_partial", "cosines_missing", "other_script", "reranker_unavailable", "reranker_timeout", "identity_changed", "generator_missing", "generator_unavailable", "generator_timeout", "expansion_refused", "names_off", "quota", "model_budget", "workspace_quota", "depth_reached"]]
    outages: NotRequired[list[Outage]]
    profile: Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"]
    index: IndexState
    recallId: str
    asOf: str
    loggedAnyway: NotRequired[Literal[True]]
    timings: AskAnswerTimings

class AskSource(TypedDict):
    number: int
    id: str
    root: str
    citation: str
    headings: list[str]
    score: float
    relevance: float

class AskRequest(TypedDict):
    question: str
    limit: NotRequired[int]
    profile: NotRequired[Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"]]
    budget: NotRequired[int]
    filters: NotRequired[Filters]
    settings: NotRequired[dict[str, float | bool | str]]
    minScore: NotRequired[float]
    minRelevance: NotRequired[float]
    session: NotRequired[str]
    expand: NotRequired[bool]
    log: NotRequired[bool]
    asOf: NotRequired[str]
    consistency: NotRequired[Literal["strong", "nearest"]]

class WhyAnswerChunk(TypedDict):
    id: str
    root: str
    citation: str

class WhyAnswerRanks(TypedDict):
    keyword: int | None
    vector: int | None

WhyAnswerSteps = TypedDict("WhyAnswerSteps", {"step": "str", "in": "float", "out": "float", "rank": "int | None", "score": "float | None"})

WhyAnswerUseRepaired = TypedDict("WhyAnswerUseRepaired", {"from": "str", "to": "str"})

class WhyAnswerUse(TypedDict):
    repaired: list[WhyAnswerUseRepaired]

class WhyAnswer(TypedDict):
    chunk: WhyAnswerChunk | None
    reason: Literal["shown", "skipped", "not_in_workspace", "filtered", "phrase_missing", "no_arm", "no_query_term", "no_vector", "beyond_keyword_pool", "beyond_vector_pool", "beyond_recent_pool", "not_fused", "below_arm_threshold", "below_fused_threshold", "below_relevance_floor", "below_least_relevance", "dropped_by_stage", "beyond_limit"]
    message: str
    step: str | None
    dropped: str | None
    filters: list[str]
    rank: int | None
    ranks: WhyAnswerRanks
    steps: list[WhyAnswerSteps]
    outcome: Literal["found", "nothing_found", "nothing_relevant", "skipped"]
    degraded: list[Literal["embedder_unavailable", "embedder_timeout", "vector_index_unavailable", "vector_index_timeout", "vector_filter_partial", "cosines_missing", "other_script", "reranker_unavailable", "reranker_timeout", "identity_changed", "generator_missing", "generator_unavailable", "generator_timeout", "expansion_refused", "names_off", "quota", "model_budget", "workspace_quota", "depth_reached"]]
    outages: NotRequired[list[Outage]]
    profile: Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"]
    limit: int
    pool: NotRequired[Literal["original"]]
    fallback: NotRequired[Literal["recent", "recent_session"]]
    use: WhyAnswerUse
    index: IndexState
    asOf: str

class ExplainRequest(TypedDict):
    query: str
    limit: NotRequired[int]
    profile: NotRequired[Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"]]
    filters: NotRequired[Filters]
    settings: NotRequired[dict[str, float | bool | str]]
    minScore: NotRequired[float]
    minRelevance: NotRequired[float]
    session: NotRequired[str]
    auto: NotRequired[bool]
    expand: NotRequired[bool]
    asOf: NotRequired[str]
    consistency: NotRequired[Literal["strong", "nearest"]]
    id: str

class ProfileList(TypedDict):
    default: Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"]
    profiles: list[Profile]
    settings: list[Setting]
    stages: list[Stage]

class ProfileStages(TypedDict):
    name: str
    on: bool

class ProfileSettings(TypedDict):
    profile: float | bool | str | None
    workspace: float | bool | str | None

class Profile(TypedDict):
    name: Literal["edge", "openclaw", "lancedb", "code-memory", "dual", "latest", "keyword", "vector"]
    meaning: str
    stages: list[ProfileStages]
    settings: dict[str, ProfileSettings]
    overrides: dict[str, float | bool | str]

class Setting(TypedDict):
    name: str
    kind: Literal["number", "choice", "switch"]
    default: float | bool | str | None
    min: NotRequired[float]
    max: NotRequired[float]
    integer: NotRequired[Literal[True]]
    unit: NotRequired[str]
    choices: NotRequired[list[str]]
    meaning: str

class Stage(TypedDict):
    name: str
    meaning: str
    drops: str | None
    strength: str

class ProfileChange(TypedDict):
    settings: dict[str, float | bool | str]

class ManifestAnswerRefused(TypedDict):
    path: str
    code: str
    message: str

class ManifestAnswerLimits(TypedDict):
    maxFileBytes: float
    maxBatchBytes: float
    maxBatchFiles: float
    maxManifestFiles: float
    maxPathChars: float

class ManifestAnswer(TypedDict):
    missing: list[str]
    gone: list[str]
    refused: list[ManifestAnswerRefused]
    documents: float
    contextualized: NotRequired[bool]
    entities: NotRequired[bool]
    generator: NotRequired[str]
    push: float
    limits: ManifestAnswerLimits

class ManifestRequest(TypedDict):
    origin: str
    join: NotRequired[bool]
    dryRun: NotRequired[bool]
    contextualize: NotRequired[bool]
    entities: NotRequired[bool]
    push: NotRequired[int]
    files: list[list[Any]]
    after: NotRequired[str]
    upTo: NotRequired[str | None]

class UploadAnswerFailed(TypedDict):
    path: str
    code: str
    message: str

class UploadAnswer(TypedDict):
    indexed: float
    unchanged: float
    chunks: float
    toEmbed: float
    failed: list[UploadAnswerFailed]
    version: float

class UploadRequestDocumentsChunks(TypedDict):
    startLine: int
    endLine: int
    headings: NotRequired[list[str]]

class UploadRequestDocuments(TypedDict):
    path: str
    hash: str
    mtime: float
    text: str
    title: NotRequired[str]
    source: NotRequired[str]
    metadata: NotRequired[dict[str, str | float | bool | list[str | float | bool]]]
    chunks: NotRequired[list[UploadRequestDocumentsChunks]]

class UploadRequest(TypedDict):
    origin: str
    push: NotRequired[int]
    documents: list[UploadRequestDocuments]

class DeletionAnswer(TypedDict):
    deleted: float
    version: float

class PruneRequest(TypedDict):
    origin: str
    push: NotRequired[int]
    paths: list[str]
    confirm: NotRequired[bool]

class RootDescription(TypedDict):
    root: str
    description: str | None

class RootDescriptionRequest(TypedDict):
    description: str | None

Document: TypeAlias = "Any"

class DocumentSummary(TypedDict):
    root: str
    path: str
    kind: Literal["file", "memory"]
    language: str
    title: str | None
    source: str | None
    hash: str
    bytes: float
    lines: float
    chunks: float
    mtime: float
    indexedAt: str

IndexRequest: TypeAlias = "TextDocument | list[TextDocument]"

class TextDocumentChunks(TypedDict):
    startLine: int
    endLine: int
    headings: NotRequired[list[str]]

class TextDocument(TypedDict):
    path: str
    text: str
    mtime: NotRequired[float]
    title: NotRequired[str]
    source: NotRequired[str]
    metadata: NotRequired[dict[str, str | float | bool | list[str | float | bool]]]
    chunks: NotRequired[list[TextDocumentChunks]]

class DocumentList(TypedDict):
    documents: list[DocumentSummary]
    nextCursor: str | None

class ChunkMemoryMayContradict(TypedDict):
    id: str
    date: str
    words: str

ChunkMemory = TypedDict("ChunkMemory", {"type": "str", "importance": "float", "priority": "float", "confidence": "float", "session": "str | None", "tags": "list[str]", "timesObserved": "float", "quality": "float", "mayContradict": "NotRequired[list[ChunkMemoryMayContradict]]"})

class Chunk(TypedDict):
    id: str
    root: str
    path: str
    startLine: int
    endLine: int
    startColumn: NotRequired[int]
    endColumn: NotRequired[int]
    citation: str
    headings: list[str]
    kind: Literal["file", "memory"]
    language: str
    source: str | None
    date: str | None
    indexedAt: str
    memory: NotRequired[ChunkMemory]
    documentHash: str
    text: str

class ChangeList(TypedDict):
    changes: list[Change]
    cursor: str
    more: bool

class Change(TypedDict):
    kind: Literal["file", "memory", "entity"]
    change: Literal["added", "changed", "restored", "removed", "superseded", "merged", "forgotten"]
    root: str | None
    path: str
    hash: str | None
    into: str | None
    at: str

class NewWebhook(TypedDict):
    id: str
    url: str
    kinds: list[Literal["file", "memory", "entity"]] | None
    roots: list[str] | None
    disabledReason: Literal["paused", "gone", "failing", "secret_lost", None]
    disabledAt: str | None
    attempts: float
    nextAt: str | None
    lastStatus: float | None
    lastError: str | None
    lastAt: str | None
    deliveredAt: str | None
    createdAt: str
    secret: str

class WebhookRequest(TypedDict):
    url: str
    kinds: NotRequired[list[Literal["file", "memory", "entity"]]]
    roots: NotRequired[list[str]]
    since: NotRequired[str]

class WebhookList(TypedDict):
    webhooks: list[Webhook]

class Webhook(TypedDict):
    id: str
    url: str
    kinds: list[Literal["file", "memory", "entity"]] | None
    roots: list[str] | None
    disabledReason: Literal["paused", "gone", "failing", "secret_lost", None]
    disabledAt: str | None
    attempts: float
    nextAt: str | None
    lastStatus: float | None
    lastError: str | None
    lastAt: str | None
    deliveredAt: str | None
    createdAt: str

class WebhookChange(TypedDict):
    paused: bool

class Deleted(TypedDict):
    deleted: Literal[True]

class WebhookTest(TypedDict):
    delivered: bool
    status: float | None
    error: str | None
    ms: float

class SourceOptions(TypedDict):
    branch: NotRequired[str]
    folder: NotRequired[str]
    host: NotRequired[Literal["github", "gitlab"]]
    maxItems: NotRequired[int]

class SourceCounts(TypedDict):
    asked: float
    written: float
    unchanged: float
    removed: float
    leftOut: float
    failed: float
    redacted: float

class Source(TypedDict):
    root: str
    kind: Literal["site", "git", "r2", "feed"]
    location: str
    options: SourceOptions
    everyHours: float
    state: Literal["waiting", "running", "paused"]
    items: float
    documents: float
    counts: SourceCounts
    startedAt: str | None
    endedAt: str | None
    completedAt: str | None
    lastError: str | None
    nextAt: str | None
    createdAt: str

class SourceRequest(TypedDict):
    location: str
    root: NotRequired[str]
    kind: NotRequired[Literal["site", "git", "r2", "feed"]]
    everyHours: NotRequired[int]
    paused: NotRequired[bool]
    branch: NotRequired[str]
    folder: NotRequired[str]
    host: NotRequired[Literal["github", "gitlab"]]
    maxItems: NotRequired[int]

class SourceList(TypedDict):
    sources: list[Source]

class SourceDetailsOptions(TypedDict):
    branch: NotRequired[str]
    folder: NotRequired[str]
    host: NotRequired[Literal["github", "gitlab"]]
    maxItems: NotRequired[int]

class SourceDetailsCounts(TypedDict):
    asked: float
    written: float
    unchanged: float
    removed: float
    leftOut: float
    failed: float
    redacted: float

class SourceDetailsProblems(TypedDict):
    key: str
    problem: str

class SourceDetails(TypedDict):
    root: str
    kind: Literal["site", "git", "r2", "feed"]
    location: str
    options: SourceDetailsOptions
    everyHours: float
    state: Literal["waiting", "running", "paused"]
    items: float
    documents: float
    counts: SourceDetailsCounts
    startedAt: str | None
    endedAt: str | None
    completedAt: str | None
    lastError: str | None
    nextAt: str | None
    createdAt: str
    problems: list[SourceDetailsProblems]

class SourceChange(TypedDict):
    paused: bool

class SourceRunRequest(TypedDict):
    confirm: NotRequired[bool]

class SourceRemoved(TypedDict):
    deleted: Literal[True]
    documents: float

class MemoryList(TypedDict):
    memories: list[ListedMemory]
    nextCursor: str | None

class ListedMemoryVotes(TypedDict):
    up: int
    down: int

class ListedMemoryMayContradict(TypedDict):
    id: str
    date: str
    words: str

ListedMemory = TypedDict("ListedMemory", {"id": "str", "type": "str", "importance": "float", "priority": "float", "confidence": "float", "session": "str | None", "source": "str | None", "tags": "list[str]", "entities": "list[str]", "text": "str", "cut": "bool", "timesObserved": "float", "votes": "ListedMemoryVotes", "quality": "float", "firstObserved": "str", "lastObserved": "str", "supersedes": "str | None", "recalled": "NotRequired[float]", "mayContradict": "NotRequired[list[ListedMemoryMayContradict]]"})

class MemoryTimeline(TypedDict):
    before: list[ListedMemory]
    around: ListedMemory
    after: list[ListedMemory]

class MemoryStatisticsByType(TypedDict):
    name: str
    memories: float

class MemoryStatisticsBySource(TypedDict):
    name: str
    memories: float

class MemoryStatisticsBySession(TypedDict):
    name: str
    memories: float

class MemoryStatisticsByAge(TypedDict):
    day: float
    week: float
    month: float
    quarter: float
    year: float
    older: float

class MemoryStatistics(TypedDict):
    memories: float
    observations: float
    superseded: float
    forgotten: float
    contradictions: float
    toReview: float
    byType: list[MemoryStatisticsByType]
    bySource: list[MemoryStatisticsBySource]
    bySession: list[MemoryStatisticsBySession]
    withoutSource: float
    withoutSession: float
    sources: float
    sessions: float
    byAge: MemoryStatisticsByAge
    oldest: str | None
    newest: str | None

class ContradictionListPairs(TypedDict):
    newer: Any
    older: ListedMemory

class ContradictionList(TypedDict):
    pairs: list[ContradictionListPairs]
    nextCursor: str | None

class PruneMemoriesAnswer(TypedDict):
    matched: float
    forgotten: float
    remaining: float
    before: str | None
    samples: list[ListedMemory]

PruneMemoriesRequest = TypedDict("PruneMemoriesRequest", {"olderThan": "NotRequired[str]", "type": "NotRequired[str]", "tag": "NotRequired[str]", "session": "NotRequired[str]", "source": "NotRequired[str]", "dryRun": "NotRequired[bool]"})

class RecentAnswerItemsMayContradict(TypedDict):
    id: str
    date: str
    words: str

RecentAnswerItems = TypedDict("RecentAnswerItems", {"kind": "Literal[\"file\", \"memory\"]", "root": "str", "path": "str", "title": "str | None", "type": "str | None", "session": "str | None", "date": "str", "text": "str", "cut": "bool", "mayContradict": "NotRequired[list[RecentAnswerItemsMayContradict]]"})

class RecentAnswer(TypedDict):
    of: Literal["session", "workspace"]
    items: list[RecentAnswerItems]

class LaneEventsMayContradict(TypedDict):
    id: str
    date: str
    words: str

class LaneEventsRecall(TypedDict):
    recallId: str
    query: str | None
    rank: float
    score: float
    chunk: str
    citation: str
    vote: Literal["up", "down", None]

LaneEvents = TypedDict("LaneEvents", {"event": "Literal[\"recalled\", \"remembered\"]", "at": "str", "session": "str | None", "kind": "Literal[\"file\", \"memory\"]", "root": "str", "path": "str", "title": "str | None", "type": "str | None", "tags": "list[str]", "text": "str", "cut": "bool", "timesObserved": "float | None", "quality": "float | None", "supersedes": "str | None", "mayContradict": "NotRequired[list[LaneEventsMayContradict]]", "recall": "LaneEventsRecall | None"})

class LaneTypes(TypedDict):
    name: str
    recalled: float
    remembered: float

class LaneDays(TypedDict):
    day: str
    recalled: float
    remembered: float

class Lane(TypedDict):
    events: list[LaneEvents]
    types: list[LaneTypes]
    days: list[LaneDays]
    of: Literal["workspace", "token"]
    nextCursor: str | None

class RememberAnswerRedacted(TypedDict):
    kind: str
    count: float

class RememberAnswerMayContradict(TypedDict):
    id: str
    date: str
    words: str
    text: str

class RememberAnswer(TypedDict):
    memory: Memory
    action: Literal["created", "merged", "unchanged"]
    mergedInto: str | None
    dedupe: Literal["done", "pending"]
    redacted: list[RememberAnswerRedacted]
    mayContradict: list[RememberAnswerMayContradict]
    version: float

class MemoryVotes(TypedDict):
    up: int
    down: int

Memory = TypedDict("Memory", {"id": "str", "state": "Literal[\"live\", \"superseded\", \"forgotten\"]", "text": "str", "type": "str", "importance": "float", "priority": "float", "confidence": "float", "session": "str | None", "source": "str | None", "tags": "list[str]", "entities": "list[str]", "metadata": "dict[str, Any]", "timesObserved": "float", "votes": "MemoryVotes", "quality": "float", "firstObserved": "str", "lastObserved": "str", "supersedes": "str | None", "supersededBy": "str | None", "dedupe": "Literal[\"done\", \"pending\"]", "version": "float"})

RememberRequest = TypedDict("RememberRequest", {"text": "str", "type": "NotRequired[str]", "importance": "NotRequired[float]", "priority": "NotRequired[int]", "confidence": "NotRequired[float]", "session": "NotRequired[str]", "source": "NotRequired[str]", "tags": "NotRequired[list[str]]", "entities": "NotRequired[list[str]]", "metadata": "NotRequired[dict[str, Any]]", "supersedes": "NotRequired[str]", "force": "NotRequired[bool]"})

class RememberBatchAnswerAnswers2Error(TypedDict):
    code: str
    message: str
    details: NotRequired[Any]

class RememberBatchAnswerAnswers2(TypedDict):
    error: RememberBatchAnswerAnswers2Error

class RememberBatchAnswer(TypedDict):
    answers: list[RememberAnswer | RememberBatchAnswerAnswers2]
    created: float
    merged: float
    failed: float

class RememberBatchRequest(TypedDict):
    memories: list[RememberRequest]

WorthAnswerKept = TypedDict("WorthAnswerKept", {"statement": "int", "type": "Literal[\"decision\", \"preference\", \"correction\", \"learning\", \"gap\", \"fact\"]"})

class WorthAnswer(TypedDict):
    kept: list[WorthAnswerKept]
    model: str

class WorthRequestStatements(TypedDict):
    by: Literal["person", "agent"]
    text: str

class WorthRequest(TypedDict):
    statements: list[WorthRequestStatements]

class ForgetByQueryAnswerCandidates(TypedDict):
    id: str
    text: str
    score: float

class ForgetByQueryAnswer(TypedDict):
    forgotten: ForgetAnswer | None
    candidates: list[ForgetByQueryAnswerCandidates]

ForgetRequest = TypedDict("ForgetRequest", {"query": "str", "type": "NotRequired[str]", "session": "NotRequired[str]"})

class MemoryTypes(TypedDict):
    builtIn: list[str]
    own: list[str]

class MemoryTypesChange(TypedDict):
    own: list[str]

class MemoryAnswerMayContradict(TypedDict):
    id: str
    date: str
    words: str
    text: str

MemoryAnswerObservations = TypedDict("MemoryAnswerObservations", {"text": "str", "type": "str", "confidence": "float", "session": "str | None", "source": "str | None", "at": "str"})

class MemoryAnswer(TypedDict):
    memory: Memory
    mergedInto: str | None
    mayContradict: list[MemoryAnswerMayContradict]
    observations: list[MemoryAnswerObservations]
    nextCursor: str | None
    history: NotRequired[list[Memory]]

class MemoryChangeAnswerRedacted(TypedDict):
    kind: str
    count: float

class MemoryChangeAnswer(TypedDict):
    memory: Memory
    redacted: list[MemoryChangeAnswerRedacted]
    version: float

MemoryChange = TypedDict("MemoryChange", {"text": "NotRequired[str]", "type": "NotRequired[str]", "importance": "NotRequired[float]", "priority": "NotRequired[int]", "confidence": "NotRequired[float]", "session": "NotRequired[str | None]", "source": "NotRequired[str | None]", "tags": "NotRequired[list[str]]", "entities": "NotRequired[list[str]]", "metadata": "NotRequired[dict[str, Any]]", "expects": "NotRequired[int]", "force": "NotRequired[bool]"})

class MemoryMergeRequest(TypedDict):
    other: str
    text: NotRequired[str]
    force: NotRequired[bool]

class MemorySplitAnswerRedacted(TypedDict):
    kind: str
    count: float

class MemorySplitAnswer(TypedDict):
    memories: list[Memory]
    redacted: list[MemorySplitAnswerRedacted]
    version: float

class MemorySplitRequest(TypedDict):
    texts: list[str]
    force: NotRequired[bool]

class ContradictionAnswer(TypedDict):
    memory: str
    other: str
    settled: bool

class ContradictionChange(TypedDict):
    settled: bool

class GraphEntitiesCitations(TypedDict):
    id: str
    root: str
    path: str
    startLine: int
    endLine: int
    startColumn: NotRequired[int]
    endColumn: NotRequired[int]
    citation: str

GraphEntities = TypedDict("GraphEntities", {"slug": "str", "name": "str", "type": "str", "aliases": "list[str]", "mentions": "float", "manual": "bool", "distance": "float", "citations": "list[GraphEntitiesCitations]"})

class GraphRelationsCitations(TypedDict):
    id: str
    root: str
    path: str
    startLine: int
    endLine: int
    startColumn: NotRequired[int]
    endColumn: NotRequired[int]
    citation: str

GraphRelations = TypedDict("GraphRelations", {"from": "str", "to": "str", "type": "str", "manual": "bool", "citations": "list[GraphRelationsCitations]"})

class Graph(TypedDict):
    start: Literal["names", "hits", "nothing"]
    entities: list[GraphEntities]
    relations: list[GraphRelations]
    truncated: bool
    namesOff: NotRequired[Literal[True]]
    version: float

GraphOverviewEntities = TypedDict("GraphOverviewEntities", {"slug": "str", "name": "str", "type": "str", "aliases": "list[str]", "mentions": "float", "manual": "bool"})

GraphOverviewLinks = TypedDict("GraphOverviewLinks", {"from": "str", "to": "str", "passages": "float"})

class GraphOverview(TypedDict):
    entities: list[GraphOverviewEntities]
    links: list[GraphOverviewLinks]
    truncated: bool
    namesOff: NotRequired[Literal[True]]
    version: float

class MemoryNames(TypedDict):
    on: bool

class NamesSwitch(TypedDict):
    on: bool
    root: NotRequired[str]

EntityListEntities = TypedDict("EntityListEntities", {"slug": "str", "name": "str", "type": "str", "aliases": "list[str]", "mentions": "float", "manual": "bool"})

class EntityList(TypedDict):
    entities: list[EntityListEntities]
    nextCursor: str | None

class GraphChange(TypedDict):
    version: float

MergeRequest = TypedDict("MergeRequest", {"from": "str", "into": "str"})

class EntityCitations(TypedDict):
    id: str
    root: str
    path: str
    startLine: int
    endLine: int
    startColumn: NotRequired[int]
    endColumn: NotRequired[int]
    citation: str
    date: str | None

class EntityOutgoingCitations(TypedDict):
    id: str
    root: str
    path: str
    startLine: int
    endLine: int
    startColumn: NotRequired[int]
    endColumn: NotRequired[int]
    citation: str

EntityOutgoing = TypedDict("EntityOutgoing", {"from": "str", "to": "str", "type": "str", "manual": "bool", "citations": "list[EntityOutgoingCitations]"})

class EntityIncomingCitations(TypedDict):
    id: str
    root: str
    path: str
    startLine: int
    endLine: int
    startColumn: NotRequired[int]
    endColumn: NotRequired[int]
    citation: str

EntityIncoming = TypedDict("EntityIncoming", {"from": "str", "to": "str", "type": "str", "manual": "bool", "citations": "list[EntityIncomingCitations]"})

class EntityObservations(TypedDict):
    id: float
    text: str
    at: str

Entity = TypedDict("Entity", {"slug": "str", "name": "str", "type": "str", "aliases": "list[str]", "mentions": "float", "manual": "bool", "citations": "list[EntityCitations]", "nextCursor": "str | None", "outgoing": "list[EntityOutgoing]", "incoming": "list[EntityIncoming]", "observations": "list[EntityObservations]"})

class AliasSuggestionsSuggestions(TypedDict):
    slug: str
    name: str
    mentions: float
    reason: str

class AliasSuggestions(TypedDict):
    suggestions: list[AliasSuggestionsSuggestions]

EntityRequest = TypedDict("EntityRequest", {"name": "NotRequired[str]", "type": "NotRequired[Literal[\"person\", \"organisation\", \"project\", \"place\", \"product\", \"code\", \"path\", \"url\", \"ticket\", \"variable\", \"error\", \"package\", \"handle\", \"heading\", \"key\", \"concept\", \"other\"]]", "aliases": "NotRequired[list[str]]"})

SplitRequest = TypedDict("SplitRequest", {"aliases": "list[str]", "name": "NotRequired[str]", "type": "NotRequired[Literal[\"person\", \"organisation\", \"project\", \"place\", \"product\", \"code\", \"path\", \"url\", \"ticket\", \"variable\", \"error\", \"package\", \"handle\", \"heading\", \"key\", \"concept\", \"other\"]]"})

class ObservationRequest(TypedDict):
    text: str

RelationRequest = TypedDict("RelationRequest", {"from": "str", "to": "str", "type": "str"})

RelationRemoval: TypeAlias = "Any"

class StatusRoots(TypedDict):
    root: str
    description: NotRequired[str]
    documents: float
    bytes: float
    indexedAt: str | None

class StatusIndexFailures(TypedDict):
    root: str
    path: str
    chunks: float
    error: str | None

class StatusIndex(TypedDict):
    indexedAt: str | None
    pendingChunks: float
    invisibleVectors: float
    failedDocuments: float
    failures: NotRequired[list[StatusIndexFailures]]
    failedWork: float
    lastError: str | None
    pendingContexts: NotRequired[float]
    pendingNames: NotRequired[float]
    namesOff: NotRequired[Literal[True]]
    namesOffRoots: NotRequired[list[str]]
    embedder: str
    reranker: str
    vectors: str
    pausedUntil: str | None

class StatusReindex(TypedDict):
    kind: Literal["identity", "old_vectors", "chunker"]
    unit: Literal["chunks", "documents"]
    done: float
    total: float
    startedAt: str
    endsAt: str | None
    lastError: str | None

class StatusSearchesCached(TypedDict):
    answer: float
    embedding: float
    rerank: float

class StatusSearchesDays(TypedDict):
    day: str
    count: float
    p50Ms: float | None
    p95Ms: float | None

class StatusSearches(TypedDict):
    day: str
    count: float
    nothingFound: float
    degraded: float
    p50Ms: float | None
    p95Ms: float | None
    cached: StatusSearchesCached
    days: NotRequired[list[StatusSearchesDays]]

class StatusQuotas(TypedDict):
    quota: Literal["bytes", "documents", "memories", "tokens", "modelCalls"]
    used: float
    allowed: float

class StatusBackup(TypedDict):
    upToDateAt: str | None
    isLate: bool

class Status(TypedDict):
    workspace: str
    database: float
    move: NotRequired[WorkspaceMove]
    name: str
    scope: Literal["read", "write", "admin", "owner"]
    version: float
    documents: float
    chunks: float
    bytes: float
    roots: list[StatusRoots]
    index: StatusIndex
    reindex: list[StatusReindex]
    outages: NotRequired[list[Outage]]
    searches: StatusSearches
    quotas: NotRequired[list[StatusQuotas]]
    backup: NotRequired[StatusBackup]
    plan: NotRequired[PlanShare]

WorkspaceMove = TypedDict("WorkspaceMove", {"from": "float", "to": "float", "phase": "Literal[\"copy\", \"catch_up\", \"switch\", \"verify\", \"empty\", \"stopping\"]"})

class PlanShareLeft(TypedDict):
    rowsRead: float
    rowsWritten: float
    neurons: float
    queueOperations: float

class PlanShare(TypedDict):
    plan: Literal["free", "paid"]
    returnsAt: str
    left: PlanShareLeft | None

class DeploymentDatabases(TypedDict):
    database: float
    workspaces: float
    maxWorkspaces: float
    bytes: float
    maxBytes: float

class DeploymentModels(TypedDict):
    day: str
    calls: float
    textsEmbedded: float
    passagesReranked: float
    budget: float | None

class Deployment(TypedDict):
    workspaces: float
    databaseBytes: float
    maxDatabaseBytes: float
    databases: NotRequired[list[DeploymentDatabases]]
    models: DeploymentModels
    use: NotRequired[PlanUse]

class PlanUse(TypedDict):
    day: str
    plan: Literal["free", "paid"]
    returnsAt: str
    rowsRead: ResourceUse
    rowsWritten: ResourceUse
    neurons: ResourceUse
    vectorQueries: float
    queriedDimensions: ResourceUse
    storedDimensions: ResourceUse
    queueOperations: ResourceUse
    dollars: float

class ResourceUse(TypedDict):
    today: float
    month: float
    included: float
    per: Literal["day", "month", "stored"]
    left: float | None
    dollars: float

class SchemaPending(TypedDict):
    name: str
    statements: float
    done: float

class Schema(TypedDict):
    databases: NotRequired[float]
    state: Literal["current", "behind", "other_version", "damaged"]
    applied: list[str]
    pending: list[SchemaPending]
    unknown: list[str]
    missing: list[str]
    different: list[str]

Token: TypeAlias = "Any"

class SignInSummary(TypedDict):
    id: str
    browser: str
    createdAt: str
    expiresAt: str
    lastUsedAt: str | None
    lastAddress: str | None

class TokenSummary(TypedDict):
    id: str
    workspace: str | None
    scope: Literal["read", "write", "admin", "owner"]
    name: str
    parent: str | None
    createdAt: str
    expiresAt: str | None
    revokedAt: str | None
    roots: NotRequired[list[str]]
    session: NotRequired[str]
    log: NotRequired[Literal[False]]
    lastUsedAt: str | None
    lastDoor: Literal["http", "mcp", "cli", "page", "hook", None]
    lastAddress: str | None
    client: str | None
    signIns: list[SignInSummary]

class TokenRequest(TypedDict):
    scope: Literal["read", "write", "admin", "owner"]
    workspace: NotRequired[str]
    name: NotRequired[str]
    expiresInDays: NotRequired[int]
    roots: NotRequired[list[str]]
    session: NotRequired[str]
    log: NotRequired[Literal[False]]

class TokenList(TypedDict):
    tokens: list[TokenSummary]

class EpochRequest(TypedDict):
    name: NotRequired[str]

class AccessLogEntries(TypedDict):
    seq: float
    workspace: str | None
    at: str
    token: str
    door: Literal["http", "mcp", "cli", "page", "hook"]
    route: str
    outcome: str
    requests: float
    address: str

class AccessLog(TypedDict):
    entries: list[AccessLogEntries]
    nextCursor: str | None

class AccessCheckBroken(TypedDict):
    seq: float
    problem: str

class AccessCheck(TypedDict):
    workspace: str | None
    checked: float
    broken: list[AccessCheckBroken]
    nextCursor: str | None

class Workspace(TypedDict):
    slug: str
    name: str
    version: float
    documents: float
    createdAt: str
    database: float
    move: NotRequired[WorkspaceMove]

class WorkspaceRequest(TypedDict):
    slug: str
    name: NotRequired[str]

class WorkspaceList(TypedDict):
    workspaces: list[Workspace]

class QuotasUsed(TypedDict):
    bytes: NotRequired[float]
    documents: NotRequired[float]
    memories: NotRequired[float]
    tokens: NotRequired[float]
    modelCalls: NotRequired[float]

class Quotas(TypedDict):
    workspace: str
    bytes: float
    documents: float
    memories: float
    tokens: float
    modelCalls: float
    used: QuotasUsed

class QuotasRequest(TypedDict):
    bytes: NotRequired[int | None]
    documents: NotRequired[int | None]
    memories: NotRequired[int | None]
    tokens: NotRequired[int | None]
    modelCalls: NotRequired[int | None]

MoveMove = TypedDict("MoveMove", {"from": "float", "to": "float", "phase": "Literal[\"copy\", \"catch_up\", \"switch\", \"verify\", \"empty\", \"stopping\"]", "table": "str | None", "rows": "float", "startedAt": "str", "error": "str | None"})

class Move(TypedDict):
    workspace: str
    database: float
    databases: float
    move: MoveMove | None

class MoveRequest(TypedDict):
    to: int

class SignIn(TypedDict):
    id: str
    key: str
    expiresAt: str

class SignInList(TypedDict):
    signIns: list[SignInSummary]

class SignedOut(TypedDict):
    ended: float

class SignInLink(TypedDict):
    secret: str
    expiresAt: str

class AuditChecksExamples(TypedDict):
    id: str
    note: str | None

class AuditChecks(TypedDict):
    check: str
    promise: str
    checked: float
    failed: float
    examples: list[AuditChecksExamples]
    repair: list[str]

class Audit(TypedDict):
    workspace: str
    full: bool
    checks: list[AuditChecks]
    nextCursor: str | None

class RepairRequest(TypedDict):
    full: NotRequired[bool]
    cursor: NotRequired[str]

class RunListRuns(TypedDict):
    kind: str
    startedAt: str
    ms: float
    work: dict[str, float]
    error: str | None

class RunList(TypedDict):
    runs: list[RunListRuns]
    nextCursor: str | None

class ReindexAnswerWork(TypedDict):
    kind: Literal["identity", "old_vectors", "chunker"]
    unit: Literal["chunks", "documents"]
    done: float
    total: float
    startedAt: str
    endsAt: str | None
    lastError: str | None

class ReindexAnswer(TypedDict):
    retried: float
    work: list[ReindexAnswerWork]

class ReindexRequest(TypedDict):
    failed: NotRequired[bool]
    all: NotRequired[bool]

class BackupsUnderWay(TypedDict):
    name: str
    done: float
    workspaces: float

class Backups(TypedDict):
    backups: list[str]
    underWay: BackupsUnderWay | None
    lastError: str | None

class BackupListWorkspacesPieces(TypedDict):
    count: int
    attempt: int

class BackupListWorkspaces(TypedDict):
    slug: str
    name: str
    version: float
    records: float
    checksum: str
    pieces: NotRequired[BackupListWorkspacesPieces]

class BackupList(TypedDict):
    format: Literal["edge-recall-backup"]
    formatVersion: Literal[1]
    madeAt: str
    workspaces: list[BackupListWorkspaces]

class BackupPiece(TypedDict):
    text: str

class ExportHeader(TypedDict):
    format: Literal["edge-recall-export"]
    formatVersion: Literal[1]
    workspace: str
    workspaceVersion: float
    chunker: float
    identity: str
    withVectors: bool
    exportedAt: str

ExportRecords1 = TypedDict("ExportRecords1", {"type": "Literal[\"profile\"]", "profile": "Literal[\"edge\", \"openclaw\", \"lancedb\", \"code-memory\", \"dual\", \"latest\", \"keyword\", \"vector\"]", "settings": "dict[str, float | bool | str]"})

ExportRecords2 = TypedDict("ExportRecords2", {"type": "Literal[\"memoryTypes\"]", "own": "list[str]"})

ExportRecords3 = TypedDict("ExportRecords3", {"type": "Literal[\"switchedOff\"]", "parts": "list[Literal[\"names\", \"recallLog\"]]", "unnamedRoots": "NotRequired[list[str]]"})

ExportRecords4 = TypedDict("ExportRecords4", {"type": "Literal[\"rootDescription\"]", "root": "str", "description": "str | None"})

ExportRecords5 = TypedDict("ExportRecords5", {"type": "Literal[\"root\"]", "root": "str", "origin": "str", "joinedAt": "float"})

ExportRecords6 = TypedDict("ExportRecords6", {"type": "Literal[\"embedding\"]", "hash": "str", "vector": "str"})

class ExportRecords7Chunks(TypedDict):
    startLine: int
    endLine: int
    headings: NotRequired[list[str]]

ExportRecords7 = TypedDict("ExportRecords7", {"type": "Literal[\"document\"]", "root": "str", "path": "str", "hash": "str", "mtime": "float", "title": "NotRequired[str]", "source": "NotRequired[str]", "metadata": "NotRequired[dict[str, str | float | bool | list[str | float | bool]]]", "chunks": "NotRequired[list[ExportRecords7Chunks]]", "text": "str"})

ExportRecords8 = TypedDict("ExportRecords8", {"type": "Literal[\"memory\"]", "id": "str", "state": "Literal[\"live\", \"superseded\"]", "text": "str", "hash": "str", "memoryType": "str", "importance": "float", "priority": "int", "confidence": "float", "session": "str | None", "source": "str | None", "tags": "list[str]", "entities": "list[str]", "metadata": "dict[str, Any]", "timesObserved": "int", "firstObserved": "float", "lastObserved": "float", "leftAt": "float | None", "supersedes": "str | None", "supersededBy": "str | None"})

ExportRecords9 = TypedDict("ExportRecords9", {"type": "Literal[\"observation\"]", "memory": "str", "merged": "str | None", "text": "str", "memoryType": "str", "confidence": "float", "session": "str | None", "source": "str | None", "at": "float"})

ExportRecords10 = TypedDict("ExportRecords10", {"type": "Literal[\"contradiction\"]", "memory": "str", "other": "str", "settled": "NotRequired[Literal[True]]"})

class ExportRecords11Observations(TypedDict):
    text: str
    at: float

ExportRecords11Relations = TypedDict("ExportRecords11Relations", {"to": "str", "type": "str"})

ExportRecords11 = TypedDict("ExportRecords11", {"type": "Literal[\"entity\"]", "slug": "str", "name": "str", "entityType": "Literal[\"person\", \"organisation\", \"project\", \"place\", \"product\", \"code\", \"path\", \"url\", \"ticket\", \"variable\", \"error\", \"package\", \"handle\", \"heading\", \"key\", \"concept\", \"other\"]", "hidden": "bool", "aliases": "list[str]", "observations": "list[ExportRecords11Observations]", "relations": "list[ExportRecords11Relations]"})

ExportRecords12 = TypedDict("ExportRecords12", {"type": "Literal[\"vote\"]", "recallId": "str", "hit": "str", "token": "str", "value": "Literal[\"up\", \"down\"]", "note": "str | None", "at": "float", "root": "str", "path": "str", "embedHash": "str | None"})

class ExportRecords13Options(TypedDict):
    branch: NotRequired[str]
    folder: NotRequired[str]
    host: NotRequired[Literal["github", "gitlab"]]
    maxItems: NotRequired[int]

ExportRecords13 = TypedDict("ExportRecords13", {"type": "Literal[\"source\"]", "root": "str", "kind": "Literal[\"site\", \"git\", \"r2\", \"feed\"]", "location": "str", "options": "ExportRecords13Options", "everyHours": "int", "paused": "NotRequired[Literal[True]]"})

ExportRecords14 = TypedDict("ExportRecords14", {"type": "Literal[\"sourceItem\"]", "root": "str", "key": "str", "path": "str", "depth": "int"})

class ExportDamaged(TypedDict):
    root: str
    path: str

class Export(TypedDict):
    header: ExportHeader
    records: list[ExportRecords1 | ExportRecords2 | ExportRecords3 | ExportRecords4 | ExportRecords5 | ExportRecords6 | ExportRecords7 | ExportRecords8 | ExportRecords9 | ExportRecords10 | ExportRecords11 | ExportRecords12 | ExportRecords13 | ExportRecords14]
    damaged: list[ExportDamaged]
    nextCursor: str | None

class ImportAnswerFailed(TypedDict):
    path: str
    code: str
    message: str
    root: str

class ImportAnswerLimits(TypedDict):
    maxBatchBytes: float
    maxBatchFiles: float

class ImportAnswer(TypedDict):
    written: float
    unchanged: float
    failed: list[ImportAnswerFailed]
    vectors: float
    otherVectors: float
    limits: ImportAnswerLimits

ImportRequestRecords1 = TypedDict("ImportRequestRecords1", {"type": "Literal[\"profile\"]", "profile": "Literal[\"edge\", \"openclaw\", \"lancedb\", \"code-memory\", \"dual\", \"latest\", \"keyword\", \"vector\"]", "settings": "dict[str, float | bool | str]"})

ImportRequestRecords2 = TypedDict("ImportRequestRecords2", {"type": "Literal[\"memoryTypes\"]", "own": "list[str]"})

ImportRequestRecords3 = TypedDict("ImportRequestRecords3", {"type": "Literal[\"switchedOff\"]", "parts": "list[Literal[\"names\", \"recallLog\"]]", "unnamedRoots": "NotRequired[list[str]]"})

ImportRequestRecords4 = TypedDict("ImportRequestRecords4", {"type": "Literal[\"rootDescription\"]", "root": "str", "description": "str | None"})

ImportRequestRecords5 = TypedDict("ImportRequestRecords5", {"type": "Literal[\"root\"]", "root": "str", "origin": "str", "joinedAt": "float"})

ImportRequestRecords6 = TypedDict("ImportRequestRecords6", {"type": "Literal[\"embedding\"]", "hash": "str", "vector": "str"})

class ImportRequestRecords7Chunks(TypedDict):
    startLine: int
    endLine: int
    headings: NotRequired[list[str]]

ImportRequestRecords7 = TypedDict("ImportRequestRecords7", {"type": "Literal[\"document\"]", "root": "str", "path": "str", "hash": "str", "mtime": "float", "title": "NotRequired[str]", "source": "NotRequired[str]", "metadata": "NotRequired[dict[str, str | float | bool | list[str | float | bool]]]", "chunks": "NotRequired[list[ImportRequestRecords7Chunks]]", "text": "str"})

ImportRequestRecords8 = TypedDict("ImportRequestRecords8", {"type": "Literal[\"memory\"]", "id": "str", "state": "Literal[\"live\", \"superseded\"]", "text": "str", "hash": "str", "memoryType": "str", "importance": "float", "priority": "int", "confidence": "float", "session": "str | None", "source": "str | None", "tags": "list[str]", "entities": "list[str]", "metadata": "dict[str, Any]", "timesObserved": "int", "firstObserved": "float", "lastObserved": "float", "leftAt": "float | None", "supersedes": "str | None", "supersededBy": "str | None"})

ImportRequestRecords9 = TypedDict("ImportRequestRecords9", {"type": "Literal[\"observation\"]", "memory": "str", "merged": "str | None", "text": "str", "memoryType": "str", "confidence": "float", "session": "str | None", "source": "str | None", "at": "float"})

ImportRequestRecords10 = TypedDict("ImportRequestRecords10", {"type": "Literal[\"contradiction\"]", "memory": "str", "other": "str", "settled": "NotRequired[Literal[True]]"})

class ImportRequestRecords11Observations(TypedDict):
    text: str
    at: float

ImportRequestRecords11Relations = TypedDict("ImportRequestRecords11Relations", {"to": "str", "type": "str"})

ImportRequestRecords11 = TypedDict("ImportRequestRecords11", {"type": "Literal[\"entity\"]", "slug": "str", "name": "str", "entityType": "Literal[\"person\", \"organisation\", \"project\", \"place\", \"product\", \"code\", \"path\", \"url\", \"ticket\", \"variable\", \"error\", \"package\", \"handle\", \"heading\", \"key\", \"concept\", \"other\"]", "hidden": "bool", "aliases": "list[str]", "observations": "list[ImportRequestRecords11Observations]", "relations": "list[ImportRequestRecords11Relations]"})

ImportRequestRecords12 = TypedDict("ImportRequestRecords12", {"type": "Literal[\"vote\"]", "recallId": "str", "hit": "str", "token": "str", "value": "Literal[\"up\", \"down\"]", "note": "str | None", "at": "float", "root": "str", "path": "str", "embedHash": "str | None"})

class ImportRequestRecords13Options(TypedDict):
    branch: NotRequired[str]
    folder: NotRequired[str]
    host: NotRequired[Literal["github", "gitlab"]]
    maxItems: NotRequired[int]

ImportRequestRecords13 = TypedDict("ImportRequestRecords13", {"type": "Literal[\"source\"]", "root": "str", "kind": "Literal[\"site\", \"git\", \"r2\", \"feed\"]", "location": "str", "options": "ImportRequestRecords13Options", "everyHours": "int", "paused": "NotRequired[Literal[True]]"})

ImportRequestRecords14 = TypedDict("ImportRequestRecords14", {"type": "Literal[\"sourceItem\"]", "root": "str", "key": "str", "path": "str", "depth": "int"})

class ImportRequest(TypedDict):
    identity: str
    merge: NotRequired[bool]
    records: list[ImportRequestRecords1 | ImportRequestRecords2 | ImportRequestRecords3 | ImportRequestRecords4 | ImportRequestRecords5 | ImportRequestRecords6 | ImportRequestRecords7 | ImportRequestRecords8 | ImportRequestRecords9 | ImportRequestRecords10 | ImportRequestRecords11 | ImportRequestRecords12 | ImportRequestRecords13 | ImportRequestRecords14]

class RecallListRecallsVotes(TypedDict):
    up: int
    down: int

class RecallListRecallsJudged(TypedDict):
    root: str
    path: str
    up: int
    down: int

class RecallListRecalls(TypedDict):
    recallId: str
    at: str
    query: str | None
    queryHash: str | None
    session: str | None
    token: str
    profile: str
    profileVersion: str | None
    filters: dict[str, Any] | None
    outcome: Literal["found", "nothing_found", "nothing_relevant", "skipped"]
    degraded: list[Literal["embedder_unavailable", "embedder_timeout", "vector_index_unavailable", "vector_index_timeout", "vector_filter_partial", "cosines_missing", "other_script", "reranker_unavailable", "reranker_timeout", "identity_changed", "generator_missing", "generator_unavailable", "generator_timeout", "expansion_refused", "names_off", "quota", "model_budget", "workspace_quota", "depth_reached"]]
    cached: bool
    totalMs: float
    tokens: float
    hitCount: int
    best: str | None
    votes: RecallListRecallsVotes
    judged: list[RecallListRecallsJudged]

class RecallListLog(TypedDict):
    queries: Literal["text", "hash", "off"]
    days: float
    on: bool

class RecallList(TypedDict):
    recalls: list[RecallListRecalls]
    nextCursor: str | None
    log: RecallListLog

class RecallReportQueries(TypedDict):
    query: str | None
    queryHash: str | None
    count: int
    lastAt: str

class RecallReportDocuments(TypedDict):
    root: str
    path: str
    kind: str
    title: str | None
    count: NotRequired[int]
    lastAt: NotRequired[str]
    quality: NotRequired[float]
    indexedAt: str

class RecallReport(TypedDict):
    kind: Literal["never_found", "popular", "stale"]
    since: str | None
    searches: int
    queries: NotRequired[list[RecallReportQueries]]
    documents: NotRequired[list[RecallReportDocuments]]

class RecallVotes(TypedDict):
    up: int
    down: int

class RecallJudged(TypedDict):
    root: str
    path: str
    up: int
    down: int

class RecallHitsVotes(TypedDict):
    up: int
    down: int

class RecallHits(TypedDict):
    rank: int
    chunk: str | None
    root: str | None
    path: str | None
    citation: str | None
    score: float
    arms: dict[str, float]
    votes: RecallHitsVotes

class Recall(TypedDict):
    recallId: str
    at: str
    query: str | None
    queryHash: str | None
    session: str | None
    token: str
    profile: str
    profileVersion: str | None
    filters: dict[str, Any] | None
    outcome: Literal["found", "nothing_found", "nothing_relevant", "skipped"]
    degraded: list[Literal["embedder_unavailable", "embedder_timeout", "vector_index_unavailable", "vector_index_timeout", "vector_filter_partial", "cosines_missing", "other_script", "reranker_unavailable", "reranker_timeout", "identity_changed", "generator_missing", "generator_unavailable", "generator_timeout", "expansion_refused", "names_off", "quota", "model_budget", "workspace_quota", "depth_reached"]]
    cached: bool
    totalMs: float
    tokens: float
    hitCount: int
    best: str | None
    votes: RecallVotes
    judged: list[RecallJudged]
    hits: list[RecallHits]

class RecallsDeleted(TypedDict):
    deleted: float
    isDone: bool

class RecallLog(TypedDict):
    on: bool

class RecallLogChange(TypedDict):
    on: bool

class FeedbackVotes(TypedDict):
    net: float

class Feedback(TypedDict):
    recallId: str | None
    chunk: str
    value: Literal["up", "down", "none"]
    votes: FeedbackVotes
    version: float

class FeedbackRequest(TypedDict):
    recallId: NotRequired[str]
    chunk: str | float
    value: Literal["up", "down"]
    note: NotRequired[str]

class FeedbackListVotes(TypedDict):
    recallId: str | None
    chunk: str
    citation: str
    query: str | None
    value: Literal["up", "down"]
    note: str | None
    at: str

class FeedbackList(TypedDict):
    votes: list[FeedbackListVotes]
    nextCursor: str | None

class Health(TypedDict):
    ok: Literal[True]
    service: Literal["edge-recall"]
    version: str

class Proof(TypedDict):
    proof: str

class ProofRequest(TypedDict):
    claims: str
    nonce: str
