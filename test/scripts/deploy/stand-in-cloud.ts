import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/worker.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";
import { type Account, inAccount } from "../../support/account/account.ts";
import { testEnv } from "../../support/client.ts";
import { fakeAi } from "../../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../../support/fakes/fake-vectorize.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";
import { EMPTY_ACCOUNT, readAccount, type StandInAccount, writeAccount } from "./stand-in-account.ts";

export interface StandInCloud {
  /** Home of the machine, with the account's file in it. */
  readonly folder: string;
  /** What a program on that machine finds in its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly account: () => StandInAccount;
  readonly change: (changes: Partial<StandInAccount>) => void;
  /** Calls of wrangler since the last time this was asked: "ok …" or "refused …". */
  readonly log: () => readonly string[];
  /** What the Worker's database holds: empty at first. */
  readonly database: D1Database;
  /** Text of a file in the user's folder for settings; undefined when there is none. */
  readonly settings: (name: string) => string | undefined;
}

interface Handlers {
  fetch(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

/** Answers for Cloudflare's API, and as the deployed Worker, with the secret that it was given. */
function handler(file: string, database: D1Database) {
  const accounts = new Map<string, Account>();
  const accountOf = ({ secrets, plan = "paid" }: NonNullable<StandInAccount["worker"]>): Account => {
    const { SIGNING_SECRET = "" } = secrets;
    const key = `${plan} ${SIGNING_SECRET}`;
    const bindings = { AI: fakeAi(), VECTORIZE: fakeVectorize({ now: Date.now }) };
    const account =
      accounts.get(key) ??
      inAccount(testEnv(database, { PLATFORM: "cloudflare", PLAN: plan, SIGNING_SECRET, ...bindings }));
    accounts.set(key, account);
    return account;
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers } = request;
    const body = await bodyOf(request);
    const account = readAccount(file);
    const send = (status: number, answer: unknown) => response.writeHead(status).end(JSON.stringify(answer));
    if (url.startsWith("/client/v4/accounts/acc1/d1/database/")) {
      if (!account.allowsReplication || headers.authorization !== "Bearer credential-of-the-login")
        return void send(403, { success: false });
      if (method === "PATCH")
        writeAccount(file, { ...account, replication: JSON.parse(body).read_replication.mode });
      return void send(200, { result: { read_replication: { mode: readAccount(file).replication } } });
    }
    if (account.worker?.isDeployed !== true) return void send(404, {});
    if (account.answersLeft === 0) return void send(503, { error: { code: "unavailable", message: "down" } });
    if (account.answersLeft !== undefined)
      writeAccount(file, { ...account, answersLeft: account.answersLeft - 1 });
    const init = { method, headers: headers as Record<string, string>, ...(body !== "" && { body }) };
    const later: Promise<unknown>[] = [];
    const context = {
      waitUntil: (work: Promise<unknown>) => later.push(work),
      passThroughOnException: () => undefined,
      props: {},
    };
    const { env, begin } = accountOf(account.worker);
    begin();
    const asked = new Request(`https://recall.test${url}`, init);
    const answer = await (worker as unknown as Handlers).fetch(
      asked,
      env,
      context as unknown as ExecutionContext,
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    await Promise.all(later);
  };
}

/** Nothing of this machine's own: neither its login nor its settings. */
const environmentOf = (folder: string, url: string): Record<string, string> => ({
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, "config"),
  STAND_IN_FOLDER: folder,
  CLOUDFLARE_API_BASE_URL: `${url}/client/v4`,
});

export async function emptyDatabase(): Promise<TestDatabase> {
  const opened = await openQuickDatabase({ isMigrated: false });
  onTestFinished(opened.dispose);
  return opened;
}

/**
 * An empty account, a machine with nothing on it, and `npm run deploy` between them; the Worker's
 * database is empty unless one is given. Ends with the test.
 */
export async function standInCloud(
  changes: Partial<StandInAccount> = {},
  workersDatabase?: D1Database,
): Promise<StandInCloud> {
  const { database } = workersDatabase ? { database: workersDatabase } : await emptyDatabase();
  const folder = temporaryFolder();
  const file = join(folder, "account.json");
  const handle = handler(file, database);
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeAccount(file, { ...EMPTY_ACCOUNT, url, ...changes });
  const logFile = join(folder, "log.txt");
  return {
    folder,
    database,
    env: environmentOf(folder, url),
    account: () => readAccount(file),
    change: (more) => writeAccount(file, { ...readAccount(file), ...more }),
    log: () => {
      const lines = existsSync(logFile) ? readFileSync(logFile, "utf8").split("\n").slice(0, -1) : [];
      writeFileSync(logFile, "");
      return lines;
    },
    settings: (name) => {
      const path = join(folder, "config", "edge-recall", name);
      return existsSync(path) ? readFileSync(path, "utf8") : undefined;
    },
  };
}
