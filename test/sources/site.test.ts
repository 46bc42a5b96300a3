import { describe, expect, it } from "vitest";
import { pageOf } from "../support/web-site.ts";
import { sourceWorld } from "./source-world.ts";

const { site, source, pull, read, paths, text, all } = sourceWorld();

describe("a site without a sitemap", () => {
  it("is read from its start down, inside its folder, each page once", async () => {
    const { url, asked } = await site({
      "/docs/": pageOf("Start", "Herons.", [
        "intro",
        "/docs/deep/more?session=1",
        "/other",
        "/docs/deep/more#part",
      ]),
      "/docs/intro": pageOf("Intro", "Storks wade.", ["/docs/", "intro", "mailto:a@b.c", "picture.png"]),
      "/docs/deep/more": pageOf("More", "Cranes.", ["../intro"]),
      "/other": pageOf("Other", "Not asked for."),
    });
    const workspace = await source({ location: `${url}docs/` });
    await pull();
    expect(await paths(workspace)).toEqual(["docs/deep/more.md", "docs/index.md", "docs/intro.md"]);
    expect(asked()).toEqual(["/robots.txt", "/sitemap.xml", "/docs/", "/docs/deep/more", "/docs/intro"]);
    expect(await text(workspace, "docs/intro.md")).toContain("# Intro\n\nStorks wade.");
    expect(await text(workspace, "docs/intro.md")).not.toContain("Home");
    const [document] = await all("SELECT source, title FROM documents WHERE path = 'docs/intro.md'");
    expect(document).toEqual({ source: `${url}docs/intro`, title: "Intro" });
    expect(await read(workspace)).toMatchObject({
      ...{ state: "waiting", items: 3, documents: 3, lastError: null },
      counts: { asked: 3, written: 3, unchanged: 0, removed: 0, leftOut: 0, failed: 0 },
    });
  });
});

it("says of a page that redirects to itself that it does", async () => {
  const { url } = await site({
    "/": pageOf("Start", "Herons.", ["/loop"]),
    "/loop": (response) => response.writeHead(302, { location: "/loop" }).end(),
  });
  const workspace = await source({ location: url });
  await pull();
  const { problems } = await read(workspace);
  expect(problems).toMatchObject([{ key: `${url}loop`, problem: "it redirects to itself" }]);
});
