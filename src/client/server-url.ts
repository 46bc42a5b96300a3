import { AppError } from "../errors.ts";

/** A server's URL without a slash at its end. Throws `invalid_input` for what no request can be sent to. */
export function serverUrl(given: string): string {
  const url = given.trim().replace(/\/+$/, "");
  if (/^https?:\/\/[^/]/i.test(url) && URL.canParse(url)) return url;
  const hint =
    /^[a-z][a-z\d+.-]*:\/\//i.test(url) || url === ""
      ? ""
      : `: did you mean https://${url}, or http:// on this machine?`;
  throw new AppError("invalid_input", `"${given}" is no http:// or https:// URL${hint}`);
}
