import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { type Page, pageOf } from "../support/web-site.ts";
import { sourceWorld } from "./source-world.ts";

const { site, source, pull, pullAgain, read, paths, text, all } = sourceWorld();

const packed =
  (xml: string): Page =>
  (response) =>
    response.writeHead(200, { "content-type": "application/x-gzip" }).end(gzipSync(xml));

const sitemapOf = (urls: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.map((url) => `<url><loc>${url}</loc><lastmod>2026-01-02</lastmod><image:image><image:loc>${url}.png</image:loc></image:image></url>`).join("\n")}
</urlset>`;

const indexOf = (urls: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => `<sitemap>\n<loc>\n${url}\n</loc><lastmod>2026-01-02T03:04:05+00:00</lastmod></sitemap>`).join("\n")}
</sitemapindex>`;

it("a site is read by an index of indexes of packed sitemaps, as robots.txt names it; pictures are no pages", async () => {
  const made = await site({
    "/heron": pageOf("Heron", "Herons fish."),
    "/stork": pageOf("Stork", "Storks wade."),
    "/crane": pageOf("Crane", "Cranes call."),
  });
  const at = (path: string) => new URL(path, made.url).href;
  made.pages["/robots.txt"] = `User-agent: *\nAllow: /\nSitemap: ${at("maps/all.xml.gz")}\n`;
  made.pages["/maps/all.xml.gz"] = packed(indexOf([at("maps/birds.xml.gz"), at("maps/more.xml")]));
  made.pages["/maps/birds.xml.gz"] = packed(sitemapOf([at("heron"), at("stork")]));
  made.pages["/maps/more.xml"] = indexOf([at("maps/last.xml.gz")]);
  made.pages["/maps/last.xml.gz"] = packed(sitemapOf([at("crane"), "https://elsewhere.dev/rook"]));
  const workspace = await source({ location: made.url });
  await pull();
  expect(await paths(workspace)).toEqual(["crane.md", "heron.md", "stork.md"]);
  expect(made.asked().toSorted()).toEqual(
    [
      "/robots.txt",
      ...["/maps/all.xml.gz", "/maps/birds.xml.gz", "/maps/last.xml.gz", "/maps/more.xml"],
      ...["/crane", "/heron", "/stork"],
    ].toSorted(),
  );
});

it("a packed sitemap that unpacks to more than it may ends the run, and deletes nothing", async () => {
  const made = await site({ "/heron": pageOf("Heron", "Herons fish.") });
  made.pages["/sitemap.xml"] = sitemapOf([`${made.url}heron`]);
  const workspace = await source({ location: made.url });
  await pull();
  made.pages["/sitemap.xml"] = packed(" ".repeat(11_000_000));
  for (let run = 0; run < 3; run++) await pullAgain();
  expect((await read(workspace)).lastError).toBe("a sitemap unpacks to more than 10 MB");
  expect(await paths(workspace)).toEqual(["heron.md"]);
});

/** A repository made by Git itself, and what a GitLab makes of it: its branches and its archives. */
function gitLab(made: Awaited<ReturnType<typeof site>>, project: string) {
  const folder = temporaryFolder({});
  const git = (...args: readonly string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@acme.io", ...args], { cwd: folder });
  git("init", "--quiet", "--initial-branch=main");
  const name = project.split("/").at(-1) ?? "";
  return async (files: Readonly<Record<string, string>>) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    git("add", "--all");
    git("commit", "--quiet", "--message", "change");
    const commit = git("rev-parse", "HEAD").toString().trim();
    const refs = git("upload-pack", "--http-backend-info-refs", ".");
    const archive = git("archive", "--format=tar.gz", `--prefix=${name}-${commit}/`, commit);
    const head = Buffer.from("001e# service=git-upload-pack\n0000");
    made.pages[`/${project}.git/info/refs?service=git-upload-pack`] = (response) =>
      response.writeHead(200).end(Buffer.concat([head, refs]));
    made.pages[`/${project}/-/archive/${commit}/${name}-${commit}.tar.gz`] = (response) =>
      response.writeHead(200).end(archive);
    return commit;
  };
}

it("a project of a GitLab is pulled by the archives that Git makes, groups in groups and long paths too", async () => {
  const made = await site();
  const commit = gitLab(made, "birds/water/heron");
  const long = `docs/${"deep/".repeat(40)}${"n".repeat(60)}.md`;
  await commit({
    "README.md": "# Heron\n",
    "docs/a b.md": "# A\n\nHerons.\n",
    [long]: "# Deep\n",
    "über.md": "# Ü\n",
  });
  const workspace = await source({ location: `${made.url}birds/water/heron`, kind: "git", host: "gitlab" });
  await pull();
  expect(await read(workspace)).toMatchObject({ lastError: null, documents: 4 });
  expect(await paths(workspace)).toEqual(["README.md", "docs/a b.md", long, "über.md"]);
  const [row] = await all<{ source: string }>(
    `SELECT source FROM documents WHERE workspace = ${workspace} AND path = 'docs/a b.md'`,
  );
  expect(row?.source).toBe(`${made.url}birds/water/heron/-/blob/HEAD/docs/a%20b.md`);
  await commit({ "docs/a b.md": "# A\n\nEgrets.\n" });
  await pullAgain();
  expect((await read(workspace)).counts).toMatchObject({ asked: 1, written: 1, removed: 0 });
  expect(await text(workspace, "docs/a b.md")).toContain("Egrets.");
});

it("a folder of a GitLab's branch is pulled by the address that a browser shows", async () => {
  const made = await site();
  await gitLab(made, "birds/heron")({ "README.md": "# Heron\n", "docs/a.md": "# A\n" });
  const location = `${made.url}birds/heron/-/tree/main/docs`;
  const workspace = await source({ location, kind: "git", host: "gitlab" });
  await pull();
  expect(await paths(workspace)).toEqual(["docs/a.md"]);
});
