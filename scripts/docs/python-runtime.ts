import { LASTING } from "../../src/client/send.ts";
import { READS_BY_POST } from "../../src/contract/reads-by-post.ts";

const tuple = (items: readonly string[]): string => `(${items.map((item) => `"${item}"`).join(", ")})`;

/** What the Python client does the same for every route. It ends inside of the class that the methods go into. */
export const RUNTIME = `"""A client of an edge-recall server. Python 3.11 or later, nothing else.

Written by \`npm run docs\` from the server's OpenAPI document: do not edit. Copy it into your program.
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

_READS_BY_POST = ${tuple(READS_BY_POST)}
_LASTING = ${tuple(LASTING)}
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
    is_broken = any("\\ud800" <= letter <= "\\udfff" for letter in name)
    if is_broken or any(part in ("", ".", "..") for part in name.split("/" if safe else "\\0")):
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
`;
