import { AppError } from "../../errors.ts";

/** A token's form, without what each part of it means: that is the server's to know. */
const TOKEN = /^rcl_[A-Za-z0-9._-]{1,200}$/;

/** The token that a server says it made. Throws AppError for anything else: the token is printed and kept unchanged. */
export function assertMinted(token: unknown): string {
  if (typeof token === "string" && TOKEN.test(token)) return token;
  throw new AppError("unavailable", "The server's answer holds no token: is it an edge-recall server?");
}
