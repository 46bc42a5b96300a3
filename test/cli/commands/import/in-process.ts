import type { RecallClient } from "../../../../src/cli/session/recall-client.ts";
import type { Settings } from "../../../../src/cli/settings/settings.ts";
import { AnsweredError } from "../../../../src/client/failure.ts";
import { AppError } from "../../../../src/errors.ts";
import type { TestClient } from "../../../support/client.ts";

type BackupClient = Pick<
  RecallClient,
  "status" | "audit" | "repair" | "documents" | "exportPage" | "importRecords"
>;

/** What the CLI asks of a server, answered by a Worker in this process. */
export function inProcessClient(client: TestClient, token: string): BackupClient & RecallClient {
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await client.call(method, path, { token, body });
    if (answer.status === 200) return answer.body as T;
    const { code, message, details } = answer.body.error;
    throw new AnsweredError(answer.status, new AppError(code, message, { details }));
  };
  const query = (of: Readonly<Record<string, unknown>>): string =>
    `?${new URLSearchParams(Object.entries(of).map(([name, value]) => [name, String(value)]))}`;
  const asked: BackupClient = {
    status: () => ask("GET", "/v1/status"),
    audit: (place) => ask("GET", `/v1/audit${query(place)}`),
    repair: (place) => ask("POST", "/v1/audit/repair", place),
    documents: (place) => ask("GET", `/v1/documents${query(place)}`),
    exportPage: (place) => ask("GET", `/v1/export${query(place)}`),
    importRecords: (request) => ask("POST", "/v1/import", request),
  };
  return asked as BackupClient & RecallClient;
}

export const SETTINGS = { url: "https://recall.test", token: "rcl_k1.t.2.a.-.s" } as unknown as Settings;
