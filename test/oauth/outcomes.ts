import { expect } from "vitest";

/** Nothing is sent anywhere, and the person is told. */
export async function expectShownHere(answer: Response, words: RegExp | string = ""): Promise<void> {
  expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  const text = await answer.text();
  expect(text).toContain("Not connected");
  expect(text).toMatch(words);
}

/** The code of a refusal, which is the caller's fault. */
export async function refusalOf(answer: Response): Promise<string> {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  return ((await answer.json()) as { error: string }).error;
}
