import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/worlds/world.ts";

const fill = (piece: string, chars: number) => piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);

/** The largest files allowed (2,000,000 bytes), of the kinds that take the most room in the index. */
const LARGE: Readonly<Record<string, string>> = {
  "one-line.json": fill('{"id":17,"name":"heron","tags":["a","b"]},', 1_900_000),
  "minified.js": fill("function(a,b){return a.weir(b)+1};", 1_900_000),
  "base64.txt": fill("aGVyb24gbmVzdHMgYnkgdGhlIHdlaXI3Qm9hdA", 1_900_000),
  "wrapped-base64.txt": fill(`${fill("aGVyb24gbmVzdHMgYnkgdGhlIHdlaXI", 76)}\n`, 1_900_000),
  "cjk.txt": fill("鷺は堰のそばに巣を作り、潮が引くと魚を捕る。", 600_000),
  "quotes.txt": fill('"', 1_900_000),
  "backslashes.txt": fill("\\", 1_900_000),
  "newlines.txt": fill("\n", 2_000_000),
  "headings.md": fill("# a\nb\n", 1_900_000),
  "headings.html": fill("<h1>a</h1>\n<p>b\n", 1_500_000),
  "keys.yaml": fill("heron: weir\n", 1_900_000),
  "functions.c": fill("int f(int a) {\n  return a;\n}\n", 1_900_000),
};

describe("one write", () => {
  let world: World;
  let token: string;

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("large");
  });
  afterAll(() => world.dispose());

  it.each(Object.entries(LARGE))("holds all of %s", async (path, text) => {
    const { status, body } = await world.client.upload(token, { [path]: text });
    expect({ status, failed: body.failed, error: body.error }).toEqual({
      status: 200,
      failed: [],
      error: undefined,
    });
    expect(body.chunks).toBeGreaterThan(1000);
  });

  it("that no file fits is refused by name", async () => {
    const { status, body } = await world.client.upload(token, { "control.txt": fill("\u0001", 1_900_000) });
    expect(status).toBe(413);
    expect(JSON.stringify(body)).toContain("control.txt");
  });
});
