import { describe, expect, it } from "vitest";
import { createClient, RecallError } from "../../src/client/client.ts";
import { failureIn } from "../../src/client/failure.ts";

const THERE = "https://recall.example";

/** Answers when its signal ends it, as fetch does. */
const waiting: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    const { signal } = init ?? {};
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

describe("a call that its caller ends", () => {
  it.each([0, 3])("is an AbortError, with %i retries, whenever it is ended", async (retries) => {
    const client = createClient(THERE, "t", { fetch: waiting, retries });
    const control = new AbortController();
    const asked = client.search({ query: "a" }, { init: { signal: control.signal } });
    control.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
    const late = client.v1.status.$get({}, { init: { signal: control.signal } });
    await expect(late).rejects.toMatchObject({ name: "AbortError" });
    await expect(late).rejects.not.toBeInstanceOf(RecallError);
  });

  it.each([["a text"], [{ why: "an object" }], [new RangeError("an error")]])(
    "has the reason that was given: %o",
    async (reason) => {
      const client = createClient(THERE, "t", { fetch: waiting });
      const init = { signal: AbortSignal.abort(reason) };
      await expect(client.search({ query: "a" }, { init })).rejects.toBe(reason);
    },
  );
});

it("a failure that a server reports is a RecallError with code, status, details and the body as its cause", async () => {
  const body = { error: { code: "ambiguous", message: "two", details: { roots: ["a", "b"] } } };
  const client = createClient(THERE, "t", { fetch: async () => Response.json(body, { status: 409 }) });
  const error: unknown = await client.search({ query: "a" }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RecallError);
  expect(error).toMatchObject({
    ...{ name: "RecallError", code: "ambiguous", status: 409, message: "two" },
    ...{ details: { roots: ["a", "b"] }, cause: body },
  });
  expect(failureIn(500, undefined).name).toBe("RecallError");
});

describe("a server's URL", () => {
  it.each([
    "localhost:8787",
    "recall.example",
    "//recall.example",
    "ftp://recall.example",
    "",
    "http://",
    "http:///",
  ])("%j is refused before anything is sent", (url) => {
    const never = () => Promise.reject(new Error("sent"));
    const make = () => createClient(url, "t", { fetch: never });
    expect(make).toThrow(expect.objectContaining({ name: "RecallError", code: "invalid_input" }));
    expect(make).toThrow("is no http:// or https:// URL");
  });

  it("without a scheme says which it may have", () => {
    expect(() => createClient("https://a", "t\u00f6k\u20acn")).toThrow(
      "A token has only visible ASCII characters",
    );
    expect(() => createClient("localhost:8787", "t")).toThrow(
      "did you mean https://localhost:8787, or http://",
    );
  });

  it("may end in a slash, and have a path", async () => {
    const asked: string[] = [];
    const noting: typeof fetch = async (url) => {
      asked.push(String(url));
      return Response.json({ hits: [] });
    };
    await createClient(" https://recall.example/api/ ", "t", { fetch: noting }).search({ query: "a" });
    expect(asked).toEqual(["https://recall.example/api/v1/search"]);
  });
});
