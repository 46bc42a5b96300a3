import { Hono } from "hono";
import { expect, it } from "vitest";
import { mcpDoor } from "../../src/mcp/door.ts";

const CORS = ["https://app.example", "not an address"];

it.each<[readonly string[], string, string | undefined, number]>([
  [[], "https://recall.test/mcp", undefined, 200],
  [[], "https://recall.test/mcp", "https://recall.test", 200],
  [[], "https://recall.test:8443/mcp", "https://recall.test:8443", 200],
  [[], "https://recall.test:8443/mcp", "https://recall.test", 403],
  [[], "https://recall.test/mcp", "http://recall.test", 403],
  [["localhost"], "http://localhost:8787/mcp", "http://localhost:8787", 200],
  [["localhost"], "http://localhost:8787/mcp", "http://localhost:3000", 403],
  [["localhost"], "http://localhost:8787/mcp", "http://localhost", 403],
  [["localhost"], "http://localhost:8787/mcp", "null", 403],
  [[], "https://recall.test/mcp", "http://app.example", 403],
  [[], "https://recall.test/mcp", "https://app.example", 200],
  [[], "https://recall.test/mcp", "https://evil.example", 403],
  [[], "https://recall.test/mcp", "not an address", 403],
  [["named.example"], "https://named.example/mcp", undefined, 200],
  [["named.example"], "https://named.example/mcp", "https://named.example", 200],
  [["named.example"], "https://named.example/mcp", "https://app.example", 200],
  [["named.example"], "https://named.example/mcp", "https://rebound.example", 403],
  [["named.example"], "https://rebound.example/mcp", undefined, 403],
  [["named.example"], "https://rebound.example/mcp", "https://rebound.example", 403],
])("a server of the hosts %j asked at %s from %s answers %d", async (allowedHosts, url, origin, status) => {
  const app = new Hono();
  app.use("*", ...mcpDoor({ allowedHosts, corsOrigins: CORS }));
  app.all("*", (c) => c.text("in"));
  const headers = { host: new URL(url).host, ...(origin !== undefined && { origin }) };
  expect((await app.request(url, { headers })).status).toBe(status);
});
