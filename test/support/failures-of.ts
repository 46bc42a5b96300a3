/** How a contract names its cases: vitest's `it`, or anything that collects them. */
export type DefineCase = (title: string, run: () => void | Promise<void>) => void;

/** Titles of a contract's cases that fail: a contract is only worth the broken adapters that it rejects. */
export async function failuresOf(contract: (it: DefineCase) => void): Promise<string[]> {
  const cases: { title: string; run: () => void | Promise<void> }[] = [];
  contract((title, run) => cases.push({ title, run }));
  const failed: string[] = [];
  for (const { title, run } of cases) {
    try {
      await run();
    } catch (error) {
      failed.push(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failed;
}
