import { shortHash } from "../../../src/text/hash.ts";
import { ORIGIN } from "../../support/client.ts";
import { type Case, post, query, read, TEXT } from "./case.ts";
import type { Names } from "./places.ts";

const searched = (theirs: Names) => ({
  query: "harbour engine knots keeper letters clockwork",
  session: theirs.session,
  log: false,
});

const DOCUMENT = async (path: string) => ({ path, text: TEXT, hash: await shortHash(TEXT), mtime: 1 });

/** Searching, profiles, roots, documents, chunks; what is written comes last. */
export const FOLDER_CASES: Readonly<Record<string, Case>> = {
  "POST /v1/search": {
    scope: "read",
    ask: (theirs) => [
      ...["edge", "dual", "code-memory"].map((profile) => ({
        path: "/search",
        body: { ...searched(theirs), profile },
      })),
      ...[
        { session: theirs.session },
        { tag: theirs.tag },
        { root: theirs.root },
        { prefix: theirs.mark },
      ].map((filters) => ({ path: "/search", body: { ...searched(theirs), filters } })),
      { path: "/search", body: { query: theirs.mark, profile: "keyword", log: false, explain: true } },
      // Of no answer it says what is gone and what the filters leave out.
      ...[{}, { filters: { prefix: theirs.mark } }].map((more) => ({
        path: "/search",
        body: { query: `engine runs 40 knots ${theirs.mark}`, profile: "keyword", minRelevance: 1, ...more },
      })),
    ],
  },
  "POST /v1/searches": {
    scope: "read",
    ask: (theirs) => [
      {
        path: "/searches",
        body: {
          searches: [
            { ...searched(theirs), profile: "edge" },
            { ...searched(theirs), filters: { root: theirs.root } },
          ],
        },
      },
    ],
  },
  "GET /v1/search": read(
    ({ mark, session }) => `/search?${query({ q: mark, session, onlySession: "true", log: "false" })}`,
  ),
  "POST /v1/ask": {
    scope: "read",
    ask: (theirs) => {
      const { query: question, ...others } = searched(theirs);
      return [
        { path: "/ask", body: { question, ...others } },
        { path: "/ask", body: { question: theirs.mark, profile: "keyword", filters: { root: theirs.root } } },
      ];
    },
  },
  "POST /v1/explain": {
    scope: "read",
    ask: (theirs) =>
      [theirs.chunk, theirs.chunk.slice(0, 12), `${theirs.root}:${theirs.path}#L1-L3`, theirs.memory].map(
        (id) => ({
          path: "/explain",
          body: { query: "harbour engine", id },
        }),
      ),
  },
  "GET /v1/profiles": read(() => "/profiles"),
  "PUT /v1/profiles/:name": post(
    "admin",
    () => "/profiles/keyword",
    () => ({ settings: {} }),
  ),
  "DELETE /v1/profiles/:name": { scope: "admin", ask: () => [{ path: "/profiles/keyword" }] },
  "POST /v1/roots/:root/manifest": post(
    "write",
    ({ root }) => `/roots/${root}/manifest`,
    ({ path }) => ({ origin: ORIGIN, files: [[path, "0".repeat(32), 1, 1]], dryRun: true }),
  ),
  "POST /v1/roots/:root/prune": post(
    "write",
    ({ root }) => `/roots/${root}/prune`,
    ({ path }) => ({ origin: ORIGIN, paths: [path], confirm: true }),
  ),
  "PUT /v1/roots/:root/description": {
    scope: "write",
    ask: ({ root }) => [{ path: `/roots/${root}/description`, body: { description: "engine knots" } }],
  },
  "DELETE /v1/roots/:root": { scope: "write", ask: ({ root }) => [{ path: `/roots/${root}` }] },
  "GET /v1/changes": read(
    () => "/changes",
    ({ mark }) => `/changes?${query({ since: mark })}`,
  ),
  "GET /v1/documents": read(
    () => "/documents",
    ({ root }) => `/documents?${query({ root })}`,
    ({ mark }) => `/documents?${query({ prefix: mark })}`,
    ({ root, path }) => `/documents?${query({ after: JSON.stringify([root, path]) })}`,
  ),
  "GET /v1/documents/:path{[\\s\\S]+}": read(
    ({ path }) => `/documents/${path}`,
    ({ path, root }) => `/documents/${path}?${query({ root })}`,
    ({ memory }) => `/documents/${memory}?root=memories`,
  ),
  "DELETE /v1/documents/:path{[\\s\\S]+}": {
    scope: "write",
    ask: ({ path, root, memory }) => [
      { path: `/documents/${path}?${query({ root })}` },
      { path: `/documents/${memory}?root=memories` },
    ],
  },
  "POST /v1/documents": {
    scope: "write",
    ask: ({ root, path }) => [
      { path: `/documents?${query({ root })}`, body: { path, text: TEXT } },
      { path: "/documents", body: [{ path, text: TEXT }] },
    ],
  },
  "GET /v1/chunks/:id": read(
    ({ chunk }) => `/chunks/${chunk}`,
    ({ chunk }) => `/chunks/${chunk.slice(0, 10)}`,
  ),
  "POST /v1/roots/:root/documents": {
    scope: "write",
    ask: async ({ root, path }) => [
      { path: `/roots/${root}/documents`, body: { origin: ORIGIN, documents: [await DOCUMENT(path)] } },
    ],
  },
};
