/** What the Python client does the same for every route. It ends inside of the class that the methods go into. */
export const RUNTIME = `"""A client of an edge-recall server. Python 3.11 or later, nothing else.

Written by \`npm run docs\` from the server's OpenAPI document: do not edit. Copy it into your program.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class RecallError(Exception):
    """A call that did not succeed. status is 0 where no server answered; what lies behind it is __cause__."""

    def __init__(self, code: str, message: str, status: int = 0, details: Any = None) -> None:
        super().__init__(message)
        self.code, self.status, self.details = code, status, details


class _StayHere(urllib.request.HTTPRedirectHandler):
    """A redirect could lead the token to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _part(name: str, safe: str = "") -> str:
    if any(part in ("", ".", "..") for part in name.split("/" if safe else "\\0")):
        raise RecallError("invalid_input", f"There is nothing of the name {name!r}")
    return urllib.parse.quote(name, safe)


def _words(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _failure(failed: urllib.error.HTTPError) -> RecallError:
    try:
        error = json.load(failed)["error"]
        return RecallError(error["code"], error["message"], failed.code, error.get("details"))
    except (ValueError, KeyError, TypeError):
        return RecallError("unavailable", f"The server answered HTTP {failed.code}", failed.code)


class EdgeRecall:
    """One server with one token. It reads what it wrote; each write has an idempotency key of its own. timeout: seconds."""

    def __init__(self, url: str, token: str, timeout: float = 30) -> None:
        if not url.startswith(("http://", "https://")):
            raise RecallError("invalid_input", f"{url!r} is no http:// or https:// URL")
        self._url, self._token, self._timeout = url.rstrip("/"), token, timeout
        self._bookmark: str | None = None
        self._opener = urllib.request.build_opener(_StayHere())

    def _send(self, method: str, path: str, query: dict[str, Any], body: Any) -> Any:
        given = {name: _words(value) for name, value in query.items() if value is not None}
        address = self._url + path + (f"?{urllib.parse.urlencode(given)}" if given else "")
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        is_write = method != "GET" and path not in ("/v1/search", "/v1/ask", "/v1/explain")
        if is_write:
            headers["idempotency-key"] = str(uuid.uuid4())
        if self._bookmark is not None:
            headers["x-recall-bookmark"] = self._bookmark
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                if is_write:
                    self._bookmark = answer.headers.get("x-recall-bookmark") or self._bookmark
                return json.load(answer)
        except urllib.error.HTTPError as failed:
            raise _failure(failed) from failed
        except OSError as failed:
            code = "timeout" if isinstance(failed, TimeoutError) else "unavailable"
            raise RecallError(code, f"Could not reach {self._url} ({failed})") from failed
        except ValueError as failed:
            raise RecallError("unavailable", "The answer is not JSON: is this URL an edge-recall server?") from failed
`;
