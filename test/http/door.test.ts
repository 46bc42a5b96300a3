import { expect, it } from "vitest";
import { turnedAway } from "../../src/http/door.ts";

const CORS = ["https://app.example", "not an address"];
const LOCAL = ["localhost", "127.0.0.1", "[::1]", "named.example"];

it.each<[readonly string[], string, string | undefined, boolean]>([
  // A deployment without a list answers to what the platform routes to it.
  [[], "https://recall.test/mcp", undefined, true],
  [[], "https://recall.test/mcp", "https://recall.test", true],
  [[], "https://recall.test:8443/mcp", "https://recall.test:8443", true],
  [[], "https://recall.test:8443/mcp", "https://recall.test", false],
  [[], "https://recall.test/mcp", "http://recall.test", false],
  [[], "https://recall.test/mcp", "https://recall.test:444", false],
  [[], "https://recall.test/mcp", "https://app.example", true],
  [[], "https://recall.test/mcp", "https://app.example:8443", false],
  [[], "https://recall.test/mcp", "http://app.example", false],
  [[], "https://recall.test/mcp", "https://evil.example", false],
  [[], "https://recall.test/mcp", "null", false],
  [[], "https://recall.test/mcp", "", false],
  [["named.example"], "https://named.example/mcp", undefined, true],
  [["named.example"], "https://named.example/mcp", "https://named.example", true],
  [["named.example"], "https://named.example/mcp", "https://app.example", true],
  [["named.example"], "https://named.example/mcp", "https://rebound.example", false],
  [["named.example"], "https://rebound.example/mcp", undefined, false],
  [["named.example"], "https://rebound.example/mcp", "https://rebound.example", false],
  // A server on this machine.
  [LOCAL, "http://127.0.0.1:8787/v1/status", undefined, true],
  [LOCAL, "http://[::1]:8787/v1/status", undefined, true],
  [LOCAL, "http://localhost:8787/v1/status", "http://localhost:8787", true],
  [LOCAL, "http://localhost:8787/v1/status", "http://localhost:3000", false],
  [LOCAL, "http://localhost:8787/v1/status", "http://127.0.0.1:8787", false],
  [LOCAL, "http://localhost/v1/status", "https://localhost", false],
  [LOCAL, "http://rebound.example:8787/", undefined, false],
  [LOCAL, "http://localhost.rebound.example:8787/", undefined, false],
  // Behind a proxy that ends TLS.
  [LOCAL, "http://named.example/", "https://named.example", true],
  [LOCAL, "http://named.example:8787/", "https://named.example:8787", true],
  [LOCAL, "http://named.example/", "https://named.example:8443", false],
])("a server of the hosts %j asked at %s from %s lets it in: %s", (allowedHosts, url, origin, isIn) => {
  const headers = { host: new URL(url).host, ...(origin !== undefined && { origin }) };
  const refusal = turnedAway(new Request(url, { headers }), { allowedHosts, corsOrigins: CORS });
  expect(refusal?.code).toBe(isIn ? undefined : "forbidden");
});

it("goes by the host that is named in the header, whatever the address says", () => {
  const asked = (host: string) =>
    turnedAway(new Request("http://127.0.0.1:8787/", { headers: { host } }), {
      allowedHosts: LOCAL,
      corsOrigins: [],
    });
  expect(asked("127.0.0.1:8787")).toBeUndefined();
  for (const host of ["rebound.example:8787", "rebound.example", "localhost.", "a b", ""])
    expect(asked(host)?.code, host).toBe("forbidden");
});

it.each(["http://localhost:99999/v1/status", "http://127.0.0.1:8787*", ""])(
  "what %j asks for is no host of any server, though it may stand in a request",
  (url) => {
    const asked = { url, headers: new Headers() } as Request;
    expect(turnedAway(asked, { allowedHosts: LOCAL, corsOrigins: [] })?.code).toBe("forbidden");
    expect(turnedAway(asked, { corsOrigins: [] })?.code).toBe("forbidden");
  },
);
