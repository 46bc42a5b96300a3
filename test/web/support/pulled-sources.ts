import { pageOf, webSite } from "../../support/web-site.ts";
import { archiveOf, refsOf } from "../../sources/tar-archive.ts";
import type { Site } from "./site.ts";

const COMMIT = "1".repeat(40);
const REPOSITORY = "/kestrel/tidewatch";

const linkTo = (name: string): string => `<a href="/guide/${name}">${name}</a>`;

/** A host of this machine that has what a workspace's sources pull: a site with a dead link, a repository, a feed out of order. */
export async function openHost() {
  const archive = await archiveOf(`tidewatch-${COMMIT}`, {
    "README.md": "# Tidewatch\n\nWarns the harbour before a high tide.\n",
    "docs/alarms.md": "# Alarms\n\nAn alarm is raised 40 minutes ahead.\n",
  });
  return webSite({
    "/guide/": pageOf("Almanac", `Of ${linkTo("tides")}, of ${linkTo("buoys")} and of ${linkTo("gone")}.`),
    "/guide/tides": pageOf("Tides", "The spring tide reaches the upper quay at noon."),
    "/guide/buoys": pageOf("Buoys", "The red buoy is repainted each May."),
    [`${REPOSITORY}.git/info/refs?service=git-upload-pack`]: (answer) =>
      void answer.end(refsOf({ main: COMMIT }, "main")),
    [`${REPOSITORY}/archive/${COMMIT}.tar.gz`]: (answer) => void answer.end(archive),
    "/notices/feed.xml": (answer) => void answer.writeHead(404).end(),
  });
}

interface Pulled {
  readonly sources: readonly { readonly state: string; readonly endedAt: string | null }[];
}

interface Status {
  readonly workspace: string;
  readonly index: { readonly pendingChunks: number };
}

/** Between two looks at what is pulled, milliseconds. */
const LOOK_MS = 200;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, LOOK_MS));
}

/** Adds a source of each of the host's kinds, waits until each was pulled and its texts have vectors, and pauses the repository. */
export async function addSources(site: Site, url: string): Promise<void> {
  const { workspace } = await site.call<Status>("GET", "/v1/status");
  const add = (source: object) =>
    site.callAs(site.ownerToken, "POST", `/v1/workspaces/${workspace}/sources`, source);
  await add({ location: `${url}guide/`, root: "almanac" });
  const repository = {
    location: `${url}${REPOSITORY.slice(1)}`,
    kind: "git",
    host: "github",
    branch: "main",
  };
  await add({ ...repository, root: "tidewatch", everyHours: 6 });
  await add({ location: `${url}notices/feed.xml`, root: "notices to mariners", everyHours: 1 });
  await until(async () =>
    (await site.call<Pulled>("GET", "/v1/sources")).sources.every(
      ({ state, endedAt }) => state === "waiting" && endedAt !== null,
    ),
  );
  await until(async () => (await site.call<Status>("GET", "/v1/status")).index.pendingChunks === 0);
  await site.call("PATCH", "/v1/sources/tidewatch", { paused: true });
}
