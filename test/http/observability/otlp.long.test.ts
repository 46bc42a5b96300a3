import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code: number };
}

const valueIn = (span: OtlpSpan | undefined, key: string) =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

describe("traces that are sent to OTLP_URL", () => {
  const got = {
    spans: [] as OtlpSpan[],
    bodies: "",
    keys: [] as unknown[],
    paths: [] as unknown[],
    status: 200,
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    got.bodies += body;
    got.keys.push(request.headers["x-key"]);
    got.paths.push(request.url);
    got.spans.push(...JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
    response.writeHead(got.status).end("{}");
  });
  const here = {} as {
    client: TestClient;
    token: string;
    database: Awaited<ReturnType<typeof openQuickDatabase>>;
  };
  const said: unknown[] = [];
  const { error } = console;
  let url = "";

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    here.database = await openQuickDatabase();
    const env = { OTLP_URL: `${url}/`, OTLP_HEADERS: "x-key=a%2Cb" };
    here.client = createClient(local as never, testEnv(here.database.database, env));
    here.token = await here.client.workspace("traced");
    await here.client.upload(here.token, {
      "keys.md": "# Keys\n\nSigning keys are rotated every 90 days.\n",
    });
  });
  beforeEach(() => {
    Object.assign(got, { spans: [], bodies: "", keys: [], paths: [], status: 200 });
    said.length = 0;
    console.error = (...words: unknown[]) => void said.push(words.join(" "));
  });
  afterEach(() => {
    console.error = error;
  });
  afterAll(async () => {
    server.close();
    await here.database.dispose();
  });

  const search = (headers: Record<string, string> = {}, query = "how often are zirconium keys rotated?") =>
    here.client.call("POST", "/v1/search", {
      ...{ token: here.token, headers },
      body: { query },
    });

  it("have a span for the request, and one below it for each call on the outside", async () => {
    const { status } = await search();
    expect([status, got.paths, got.keys]).toEqual([200, ["/v1/traces"], ["a,b"]]);
    const [root, ...others] = got.spans.filter((span) => span.parentSpanId === undefined);
    expect(others).toEqual([]);
    expect([root?.name, root?.kind, root?.status.code]).toEqual(["POST /v1/search", 2, 0]);
    expect(valueIn(root, "http.response.status_code")).toBe("200");
    expect(valueIn(root, "recall.profile")).toBe("edge");
    const calls = got.spans.filter((span) => span !== root);
    expect(calls.length).toBeGreaterThanOrEqual(2);
    for (const call of calls) {
      expect([call.traceId, call.parentSpanId, call.kind]).toEqual([root?.traceId, root?.spanId, 3]);
      expect(BigInt(call.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root?.startTimeUnixNano ?? 0));
      expect(BigInt(call.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root?.endTimeUnixNano ?? 0));
    }
    // The arms, by what they ask for.
    expect(calls.map((call) => valueIn(call, "recall.reads"))).toContainEqual(
      expect.stringMatching(/\bkeyword\b/),
    );
  });

  it("name the vocabulary that is read for a misspelt word, without the word's letter", async () => {
    // Of a letter that the isolate has not read before.
    await search({}, "how often are xylophones rotated?");
    const reads = got.spans.map((span) => String(valueIn(span, "recall.reads")));
    expect(reads.filter((names) => names.includes("vocabulary"))).toEqual([
      expect.stringMatching(/\bvocabulary(,|$)/),
    ]);
  });

  it("hold no word of a query, a text or a path, and no token", async () => {
    await search();
    await here.client.upload(here.token, { "secret-path.md": "# Plans\n\nThe molybdenum plan.\n" });
    expect(got.spans.length).toBeGreaterThan(2);
    for (const word of ["zirconium", "molybdenum", "secret-path", here.token])
      expect(got.bodies).not.toContain(word);
  });

  it("go on with the caller's trace, which decides whether there is one", async () => {
    await search({ traceparent: `00-${TRACE}-${PARENT}-01` });
    const root = got.spans.find((span) => span.kind === 2);
    expect([root?.traceId, root?.parentSpanId]).toEqual([TRACE, PARENT]);
    got.spans = [];
    await search({ traceparent: `00-${TRACE}-${PARENT}-00` });
    expect(got.spans).toEqual([]);
    // One that is none begins a trace of its own.
    await search({ traceparent: `00-${"0".repeat(32)}-${PARENT}-01` });
    expect(got.spans.find((span) => span.kind === 2)?.parentSpanId).toBeUndefined();
  });

  it("leave answers as they are where the receiver fails, which is said once until it takes some again", async () => {
    got.status = 503;
    expect([(await search()).status, (await search()).status]).toEqual([200, 200]);
    expect(said).toEqual(["traces: OTLP_URL answered 503"]);
    got.status = 200;
    await search();
    got.status = 401;
    await search();
    expect(said).toEqual(["traces: OTLP_URL answered 503", "traces: OTLP_URL answered 401"]);
  });

  it("tell what failed", async () => {
    const { status } = await here.client.call("GET", "/v1/documents/nowhere", { token: here.token });
    const root = got.spans.find((span) => span.kind === 2);
    expect([valueIn(root, "http.response.status_code"), root?.status.code]).toEqual([String(status), 0]);
  });

  it("are not made where the share is 0", async () => {
    const env = { OTLP_URL: url, OTLP_SAMPLE: "0" };
    const client = createClient(local as never, testEnv(here.database.database, env));
    await client.search(here.token, "keys");
    expect(got.spans).toEqual([]);
  });
});
