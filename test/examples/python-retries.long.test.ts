import { spawn } from "node:child_process";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";

interface Attempt {
  readonly method: string | undefined;
  readonly key: IncomingHttpHeaders[string];
}

const refuse = (response: ServerResponse, status: number, code: string, wait = ""): void => {
  response.writeHead(status, {
    "content-type": "application/json",
    ...(wait !== "" && { "retry-after": wait }),
  });
  response.end(JSON.stringify({ error: { code, message: "no" } }));
};
const answer = (response: ServerResponse): void => void response.end(JSON.stringify({ profiles: [] }));

/** Runs lines of Python with `recall`, whose server answers each attempt by the next of these; the last one stays. */
async function asked(lines: string, ...answers: readonly ((response: ServerResponse) => void)[]) {
  const attempts: Attempt[] = [];
  const server = createServer((request, response) => {
    attempts.push({ method: request.method, key: request.headers["idempotency-key"] });
    request.resume().on("end", () => (answers[attempts.length - 1] ?? answers.at(-1))?.(response));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const program = `from edge_recall import EdgeRecall, RecallError
recall = EdgeRecall("http://127.0.0.1:${(server.address() as AddressInfo).port}", "t", retries=2)
try:
    ${lines}
    print("done")
except RecallError as error:
    print(error.code, error.status, error.retry_after)
`;
  const child = spawn("python3", ["-B", "-c", program], { cwd: "examples/python" });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  await new Promise((done) => child.on("close", done));
  return { printed: printed.trim(), attempts };
}

it("a write that is refused for now, and whose connection then breaks, is done at the third attempt under one key", async () => {
  const { printed, attempts } = await asked(
    'recall.remember({"text": "a fact"})',
    (response) => refuse(response, 429, "rate_limited", "0"),
    (response) => void response.destroy(),
    answer,
  );
  expect(printed).toBe("done");
  expect(attempts).toHaveLength(3);
  expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
  expect(attempts[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
});

it("an answer that breaks off is asked for again", async () => {
  const { printed, attempts } = await asked(
    "recall.list_profiles()",
    (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{");
      setTimeout(() => response.destroy(), 50);
    },
    answer,
  );
  expect([printed, attempts.length]).toEqual(["done", 2]);
});

it.each([
  ["is told after two further attempts", 503, "unavailable", "", "unavailable 503 0", 3],
  ["is told at once where it will not pass", 404, "not_found", "", "not_found 404 0", 1],
  ["is told at once where it lasts", 429, "quota_exceeded", "1", "quota_exceeded 429 1.0", 1],
  ["is told at once where it asks for an hour", 429, "rate_limited", "3600", "rate_limited 429 3600.0", 1],
])("a failure %s", async (_, status, code, wait, told, count) => {
  const { printed, attempts } = await asked("recall.search_many({'searches': []})", (response) =>
    refuse(response, status, code, wait),
  );
  expect([printed, attempts.length]).toEqual([told, count]);
  expect(attempts.every(({ key }) => key === undefined)).toBe(true);
});

it("a token that no header can carry is named before anything is sent, and a line end behind it is none of it", async () => {
  const program = `EdgeRecall("http://127.0.0.1:1", "t\\u20ac")`;
  expect((await asked(program, answer)).printed).toBe("invalid_input 0 0");
  const { attempts } = await asked(
    `recall._token = EdgeRecall("http://a", "t\\n")._token; recall.list_profiles()`,
    answer,
  );
  expect(attempts).toHaveLength(1);
});

it("half a character in a path is named before anything is sent", async () => {
  const { printed, attempts } = await asked(`recall.read_document("a\\ud800.md")`, answer);
  expect(printed).toBe("invalid_input 0 0");
  expect(attempts).toEqual([]);
});
