import { describe, expect, it } from "vitest";
import { otlpExporter, type RecordedSpan } from "../../../src/http/observability/otlp-export.ts";
import { traceSettings } from "../../../src/http/observability/trace-settings.ts";
import { workersSpan } from "../../../src/http/observability/workers-span.ts";

describe("the settings of traces", () => {
  it("are a base URL, headers and a share", () => {
    expect(traceSettings({})).toBeUndefined();
    expect(traceSettings({ OTLP_URL: "https://otlp.example/v1/traces", OTLP_SAMPLE: "0.25" })).toEqual({
      ...{ url: "https://otlp.example", headers: {}, share: 0.25 },
    });
    expect(
      traceSettings({ OTLP_URL: "http://localhost:4318", OTLP_HEADERS: "a=b, authorization=Basic%20eA==," }),
    ).toEqual({ url: "http://localhost:4318", headers: { a: "b", authorization: "Basic eA==" }, share: 1 });
  });

  it.each([
    [{ OTLP_URL: "localhost:4318" }, "OTLP_URL"],
    [{ OTLP_URL: "ftp://otlp.example" }, "OTLP_URL"],
    [{ OTLP_URL: "http://x", OTLP_SAMPLE: "2" }, "OTLP_SAMPLE"],
    [{ OTLP_URL: "http://x", OTLP_SAMPLE: "half" }, "OTLP_SAMPLE"],
    [{ OTLP_URL: "http://x", OTLP_HEADERS: "no value" }, "OTLP_HEADERS"],
    [{ OTLP_URL: "http://x", OTLP_HEADERS: "a=%zz" }, "OTLP_HEADERS"],
    [{ OTLP_URL: "http://x", OTLP_HEADERS: "a=b\nc" }, "OTLP_HEADERS"],
  ])("are refused by name: %j", (env, name) => {
    expect(() => traceSettings(env)).toThrow(
      expect.objectContaining({ code: "misconfigured", message: expect.stringContaining(name) }),
    );
  });
});

it("spans of the platform nest what they wrap, with its attributes", async () => {
  const seen: unknown[] = [];
  const tracing = {
    enterSpan: ((name: string, call: (span: unknown) => unknown) => {
      seen.push(name);
      return call({ setAttribute: (key: string, value: unknown) => seen.push([key, value]) });
    }) as unknown as Tracing["enterSpan"],
  };
  const answer = await workersSpan(tracing)("database", { "recall.reads": "state" }, async () => 7);
  expect([answer, seen]).toEqual([7, ["database", ["recall.reads", "state"]]]);
});

it("of more spans than wait at once the rest are dropped, and that is said", async () => {
  const said: unknown[] = [];
  const { error } = console;
  console.error = (line: unknown) => void said.push(line);
  const { createServer } = await import("node:http");
  let sent = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    sent = JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length;
    response.end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const exporter = otlpExporter({ url: `http://127.0.0.1:${port}`, headers: {}, share: 1 }, "1", Date.now);
  const span: RecordedSpan = {
    ...{ traceId: "a", spanId: "b", parentId: undefined, name: "c", startMs: 1, endMs: 2 },
    ...{ attributes: {}, isServer: true, hasFailed: false },
  };
  const later: Promise<void>[] = [];
  exporter.take(
    Array.from({ length: 4_000 }, () => span),
    (work) => later.push(work),
  );
  exporter.take(
    Array.from({ length: 4_000 }, () => span),
    (work) => later.push(work),
  );
  await Promise.all(later);
  server.close();
  console.error = error;
  expect([sent, later.length, said]).toEqual([
    5_000,
    1,
    ["traces: 3000 spans were dropped: more than 5000 in 1000 ms"],
  ]);
});
