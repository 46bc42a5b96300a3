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

/** A token that a header can carry, as it is read from a file too. Throws `invalid_input` for another: no request leaves with it. */
export function headerToken(given: string): string {
  const token = given.trim();
  if (/^[\x21-\x7e]*$/.test(token)) return token;
  throw new AppError("invalid_input", "A token has only visible ASCII characters");
}
