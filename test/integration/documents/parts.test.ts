import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMATS, type FormatName } from "../../../src/cli/formats/formats.ts";
import { pdfOf, xlsxOf } from "../../cli/formats/small-files.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const convert = async (format: FormatName, name: string, bytes: Uint8Array): Promise<string> =>
  (await (await FORMATS[format].load())({ bytes, name })) ?? "";

describe("parts of converted documents", () => {
  let world: World;
  let token: string;

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("parts");
    const report = pdfOf(["The lamp is lit at dusk.", "The horn sounds in fog.", "The boat is blue."]);
    const crew = xlsxOf({
      Ships: [
        ["Name", "Port"],
        ["Ada", "Kiel"],
      ],
      "Crew 2024": [
        ["Name", "Trade"],
        ["Bo", "Cooper"],
      ],
    });
    await world.client.upload(token, {
      "report.pdf": await convert("pdf", "report.pdf", report),
      "crew.xlsx": await convert("sheet", "crew.xlsx", crew),
    });
  });
  afterAll(() => world.dispose());

  const cited = async (query: string) =>
    (await world.client.search(token, query, { profile: "keyword" })).body.hits[0]?.citation;
  const read = (path: string, anchor: string) =>
    world.client.call("GET", `/v1/documents/${path}?anchor=${encodeURIComponent(anchor)}`, { token });

  it("are named by a hit's citation", async () => {
    expect(await cited("horn fog")).toMatch(/^report\.pdf#page=2,L\d+-L\d+$/);
    expect(await cited("cooper")).toMatch(/^crew\.xlsx#sheet=Crew%202024,L\d+-L\d+$/);
  });

  it("are read by that name", async () => {
    const { body } = await read("report.pdf", "page=2");
    expect(body).toMatchObject({ citation: "report.pdf#page=2", language: "pdf" });
    expect(body.text.trim()).toBe("# Page 2\n\nThe horn sounds in fog.");
    expect((await read("crew.xlsx", "sheet=Crew%202024")).body.text).toContain("Name: Bo | Trade: Cooper");
  });

  it("that a document lacks, or that are none, are an error", async () => {
    expect(await read("report.pdf", "page=9")).toMatchObject({
      status: 404,
      body: { error: { code: "not_found" } },
    });
    expect(await read("report.pdf", "slide=2")).toMatchObject({ status: 404 });
    expect(await read("report.pdf", "leaf=2")).toMatchObject({ status: 400 });
  });
});
