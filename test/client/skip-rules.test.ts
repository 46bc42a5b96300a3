import { expect, it } from "vitest";
import { judgeFile, NO_IGNORE_FILES, type Verdict } from "../../src/client/push/ignore-rules.ts";
import { estimatePush as estimate, NO_TEXTS, withText } from "../../src/client/push/push-price.ts";
import { isBinaryName } from "../../src/text/skip-rules.ts";

const estimatePush = (files: readonly Parameters<typeof withText>[1][], server = {}) =>
  estimate(files.reduce(withText, NO_TEXTS), server);

const NAMES: Readonly<Record<Verdict, string>> = {
  push: `
    a.md src/a.ts Makefile env a.env.md key pem.md secrets.md
    credentials.md client_secret.md account.json a.min.md lock package.json go.mod a.js map.js tmp
    dist build target coverage venv node_modules ssh/config`,
  secret: `
    .env .env.local prod.env .dev.vars .dev.vars.local a.pem a.key a.p8 a.p12 a.pfx a.ppk a.jks
    a.keystore a.kdbx id_rsa id_rsa.pub id_dsa id_ecdsa id_ed25519 credentials credentials.json
    credentials.yml credentials.yaml credentials.toml credentials.ini client_secret_1.json
    client_secret.json service-account.json service_account_1.json signing-secret secrets.json secrets.yml
    secrets.yaml secrets.toml .netrc _netrc .npmrc .pypirc .pgpass .my.cnf .htpasswd .git-credentials
    .ssh/config .gnupg/a .aws/a A.PEM deep/down/.env`,
  ignored: `
    .hidden .env.example .github/a.yml .git/a .hg/a .svn/a .jj/a .recall/a .GIT/a a/.git node_modules/a.js
    bower_components/a dist/a build/a target/a coverage/a .next/a venv/a .venv/a __pycache__/a
    package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock
    poetry.lock uv.lock Pipfile.lock Gemfile.lock composer.lock mix.lock pubspec.lock Podfile.lock
    flake.lock go.sum a.min.js a.min.mjs a.min.cjs a.min.css a.js.map a.mjs.map a.css.map a~ a.swp a.swo
    a.tmp Thumbs.db thumbs.db desktop.ini ._a`,
};

const split = (names: string): readonly string[] => names.trim().split(/\s+/);

it.each(Object.entries(NAMES))(
  "without any rules of its own a folder's files are judged: %s",
  (verdict, names) => {
    const others = split(names).filter((name) => judgeFile(name, NO_IGNORE_FILES) !== verdict);
    expect(others).toEqual([]);
  },
);

it("hidden names are pushed where they are asked for, examples of secrets among them, secrets not", () => {
  const judge = (name: string) => judgeFile(name, { ...NO_IGNORE_FILES, includeHidden: true });
  const pushed = split(".hidden .github/a.yml .env.example .env.sample .env.template");
  expect(pushed.filter((name) => judge(name) !== "push")).toEqual([]);
  expect([".env", ".env.local", ".git/a", ".recall/a", ".next/a"].map(judge)).toEqual([
    ...["secret", "secret", "ignored", "ignored", "ignored"],
  ]);
});

it("names of pictures, sounds, archives, fonts, programs, papers, tables and models say binary", () => {
  const names = "a.jpeg a.heic a.mp3 a.mkv a.tgz a.7z a.apk a.woff2 a.dll a.pyc a.wasm a.pdf a.docx a.epub";
  const more = "a.sqlite3 a.parquet a.npy a.h5 a.gguf a.tflite a.glb a.fig";
  expect(split(`${names} ${more}`).filter((name) => !isBinaryName(name))).toEqual([]);
  expect(split("a.md a.svg a.csv a.ts a.json a.rtfd a.map").filter(isBinaryName)).toEqual([]);
});

const PRICED = { dollars: expect.closeTo(0.0666, 4), neurons: 6_058, freeDays: 0.6058 };

it.each([
  ["asked of none", undefined, PRICED],
  ["of the default model", "@cf/baai/bge-base-en-v1.5", PRICED],
  ["of another model", "other", {}],
])("a push of a million tokens costs, %s, what that model costs", (_, embedder, price) => {
  const files = [
    { bytes: 3_000_000, tokens: 999_810 },
    { bytes: 570, tokens: 190 },
  ];
  const size = { files: 2, bytes: 3_000_570, chunks: 5_264, tokens: 1_000_000 };
  expect(estimatePush(files, { embedder, plan: null })).toEqual({
    ...size,
    ...(embedder !== undefined && { embedder }),
    ...price,
  });
});

it("a chunk is 12 rows written, or 20 with what it names, at a dollar a million, but on one's own machine", () => {
  const files = [{ bytes: 1, tokens: 190_000 }];
  const rows = { least: 12_000, most: 20_000, dollars: 0.02, freeDays: 0.2 };
  expect(estimatePush(files, { plan: "free" }).rows).toEqual(rows);
  expect(estimatePush(files).rows).toEqual(rows);
  expect(estimatePush(files, { plan: null })).not.toHaveProperty("rows");
});

it("a file has a chunk at least, and one more for each 190 tokens begun; neurons are whole", () => {
  const chunks = (tokens: number) => estimatePush([{ bytes: 1, tokens }]).chunks;
  expect([0, 1, 190, 191, 380].map(chunks)).toEqual([1, 1, 1, 2, 2]);
  expect(estimatePush([{ bytes: 1, tokens: 1 }]).neurons).toBe(1);
  expect(estimatePush([])).toMatchObject({
    files: 0,
    bytes: 0,
    chunks: 0,
    tokens: 0,
    neurons: 0,
    freeDays: 0,
  });
});
