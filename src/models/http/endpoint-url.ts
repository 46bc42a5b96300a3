/**
 * The address of a call below a base URL: of a bare host `/<version>/<operation>`; of a base with a path that path and the
 * operation (the path holds the version then, as in `http://localhost:11434/v1`); of a base that ends in the operation the
 * base itself. `version` may be empty. The query string stays.
 */
export function endpointUrl(base: string, operation: string, version: string): string {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, "");
  if (path.endsWith(`/${operation}`)) url.pathname = path;
  else if (path !== "") url.pathname = `${path}/${operation}`;
  else url.pathname = version === "" ? `/${operation}` : `/${version}/${operation}`;
  return url.href;
}

/** The header that carries a key, in most APIs; none without a key. */
export const bearer = (key: string | undefined): Readonly<Record<string, string>> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };
