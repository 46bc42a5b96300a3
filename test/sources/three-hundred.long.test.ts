import { expect, it } from "vitest";
import { type Page, pageOf } from "../support/web-site.ts";
import { sourceWorld } from "./source-world.ts";

const { site, source, pull, pullAgain, read, paths } = sourceWorld();

const PAGES = 300;
const TRAPS: Readonly<Record<string, Page>> = {
  // Each day leads to the next by a query, and a folder to itself, deeper and deeper.
  "/calendar?day=1": pageOf("Day 1", "A day.", ["/calendar?day=2"]),
  "/loop-a": (response) => response.writeHead(302, { location: "/loop-b" }).end(),
  "/loop-b": (response) => response.writeHead(302, { location: "/loop-a" }).end(),
  "/inside": (response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
  "/huge": (response) => response.writeHead(200, { "content-type": "text/html" }).end("x".repeat(6_000_000)),
  "/slow": (response) => void response.writeHead(200, { "content-type": "text/html" }).write("<p>"),
  "/broken": (response) => response.writeHead(500).end(),
  "/binary": (response) => response.writeHead(200, { "content-type": "image/png" }).end("PNG"),
  "/private/secret": pageOf("Secret", "Not to be read."),
  "/hidden": pageOf("Hidden", "Not to be kept.", [], '<meta name="robots" content="noindex">'),
  "/copy": pageOf("Copy", "The same.", [], '<link rel="canonical" href="/page-0">'),
};

/** Ten pages a hub, the hubs from the start; the traps from there too. */
function pages(): Record<string, Page> {
  const made: Record<string, Page> = { ...TRAPS, "/robots.txt": "User-agent: *\nDisallow: /private/\n" };
  const hubs = Array.from({ length: PAGES / 10 }, (_, at) => at);
  for (const hub of hubs)
    made[`/hub-${hub}`] = pageOf(
      `Hub ${hub}`,
      "Leads on.",
      Array.from({ length: 10 }, (_, at) => `/page-${hub * 10 + at}`),
    );
  for (let at = 0; at < PAGES; at++) made[`/page-${at}`] = pageOf(`Page ${at}`, `It says ${at}.`);
  made["/"] = pageOf("Start", "It begins.", [
    ...hubs.map((hub) => `/hub-${hub}`),
    ...Object.keys(TRAPS),
    "/missing",
  ]);
  return made;
}

it("reads three hundred pages among traps, then only what changed, and drops what is gone", async () => {
  const made = await site(pages());
  const workspace = await source({ location: made.url });
  const all = 1 + PAGES / 10 + PAGES;
  await pull();
  const first = made.asked();
  // The start, hubs and pages, robots.txt, the sitemap that is not there, the traps but the calendar and the private page, a page that is missing.
  expect(first.length).toBe(all + 2 + (Object.keys(TRAPS).length - 2) + 1);
  expect(new Set(first).size).toBe(first.length);
  expect(await paths(workspace)).toHaveLength(all);
  expect((await read(workspace)).counts).toMatchObject({ written: all, failed: 2, removed: 0 });

  for (let at = 0; at < 10; at++) made.pages[`/page-${at}`] = pageOf(`Page ${at}`, `It says ${at} anew.`);
  for (let at = 10; at < 20; at++) delete made.pages[`/page-${at}`];
  await pullAgain();
  const answers = Map.groupBy(made.seen, ({ status }) => status);
  expect(answers.get(304)).toHaveLength(all - 20);
  expect((await read(workspace)).counts).toMatchObject({ written: 10, unchanged: all - 20, removed: 0 });
  expect(await paths(workspace)).toHaveLength(all);

  made.asked();
  await pullAgain();
  expect((await read(workspace)).counts).toMatchObject({ written: 0, unchanged: all - 10, removed: 10 });
  expect(await paths(workspace)).toHaveLength(all - 10);
  expect((await read(workspace)).problems.map(({ key }) => new URL(key).pathname)).toEqual(
    expect.arrayContaining(["/broken", "/slow", "/huge", "/inside", "/hidden", "/copy", "/private/secret"]),
  );
});
