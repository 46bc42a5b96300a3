/** What is set of some parameters, as the end of an address; empty when nothing is. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return set.length === 0 ? "" : `?${new URLSearchParams(set)}`;
}
