import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMATS, type FormatName } from "../../../src/cli/formats/formats.ts";
import { pdfOf, xlsxOf } from "../../cli/formats/small-files.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const convert = async (format: FormatName, name: string, bytes: Uint8Array): Promise<string> =>
  (await (await FORMATS[format].load())({ bytes, name })) ?? "";

/** Two parts, the first of two cues. */
const TALK = `1
00:00:01,000 --> 00:00:04,000
The bell rings at noon.

2
00:00:05,000 --> 00:00:08,000
The crew eats.

3
00:00:40,000 --> 00:00:44,000
The ship sails.
`;

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
      "talk.srt": await convert("subtitles", "talk.srt", new TextEncoder().encode(TALK)),
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

  it("of a recording are read by the time of any cue in them", async () => {
    for (const time of ["00:00:01", "00:00:05", "00:00:39"]) {
      const { body } = await read("talk.srt", `time=${time}`);
      expect(body.text).toContain("# Time 00:00:01\n\nThe bell rings at noon.\nThe crew eats.");
      expect(body.text).not.toContain("The ship sails.");
    }
    expect((await read("talk.srt", "time=01:00:00")).body.text).toContain("The ship sails.");
    expect(await read("talk.srt", "time=00:00:00")).toMatchObject({ status: 404 });
    expect(await read("report.pdf", "time=00:00:05")).toMatchObject({ status: 404 });
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
