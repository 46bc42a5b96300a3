import { operationsOf } from "../../../src/http/openapi/types.ts";
import { apiDocument } from "../../support/api-document.ts";
import type { TestClient } from "../../support/client.ts";
import { seeded } from "./random.ts";
import { type InvalidRequest, invalidRequest } from "./requests.ts";

export interface Fuzzed {
  readonly asked: number;
  /** How often each operation was asked. */
  readonly byOperation: Readonly<Record<string, number>>;
  /** How often each kind of mistake was made. */
  readonly byKind: Readonly<Record<string, number>>;
  /** Requests that were not refused as they should be. */
  readonly problems: readonly string[];
}

export interface Tokens {
  readonly admin: string;
  readonly owner: string;
}

const FIRST_REFUSAL = 400;
const FIRST_FAILURE = 500;

/** Asks every operation in turn for what its description does not allow. Each is to be refused, with a code of its own. */
export async function fuzzRoutes(
  client: TestClient,
  tokens: Tokens,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Fuzzed> {
  const random = seeded(seed);
  const operations = operationsOf(apiDocument()).filter(
    ({ operation: { security, requestBody } }) => (security ?? []).length > 0 || requestBody !== undefined,
  );
  const byOperation: Record<string, number> = {};
  const byKind: Record<string, number> = {};
  const problems: string[] = [];
  let asked = 0;
  for (let turn = 0; asked < count; turn++) {
    const placed = operations[turn % operations.length];
    const request = placed === undefined ? undefined : invalidRequest(placed, random);
    if (placed === undefined || request === undefined) continue;
    const { operationId, security } = placed.operation;
    const isOwners = security?.[0]?.token?.[0] === "owner";
    const problem = await problemOf(client, isOwners ? tokens.owner : tokens.admin, request);
    if (problem !== undefined) problems.push(`${operationId}, ${request.kind}: ${problem}`);
    byOperation[operationId] = (byOperation[operationId] ?? 0) + 1;
    byKind[request.kind] = (byKind[request.kind] ?? 0) + 1;
    asked++;
  }
  return { asked, byOperation, byKind, problems };
}

async function problemOf(
  client: TestClient,
  token: string,
  request: InvalidRequest,
): Promise<string | undefined> {
  const { method, path, headers, body } = request;
  const shown = `${method} ${path.slice(0, 200)} ${(body ?? "").slice(0, 300)}`;
  try {
    const answer = await client.raw(method, path, {
      headers: { ...headers, authorization: `Bearer ${token}` },
      body,
    });
    const isRefused = answer.status >= FIRST_REFUSAL && answer.status < FIRST_FAILURE;
    return isRefused
      ? undefined
      : `${answer.status} ${JSON.stringify(answer.body).slice(0, 300)} to ${shown}`;
  } catch (error) {
    // An answer that the document does not describe, or none at all.
    return `${error instanceof Error ? error.message : String(error)} to ${shown}`;
  }
}
