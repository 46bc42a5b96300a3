import { AppError } from "../errors.ts";
import { redact } from "./redact.ts";

/** For what names something: cut, it would name something else. Throws `invalid_input` for a text with a secret. */
export function checkNoSecret(field: string, text: string | null | undefined): void {
  const [found] = redact(text ?? "").redacted;
  if (found === undefined) return;
  throw new AppError("invalid_input", `${field}: it holds what looks like a secret (${found.kind})`, {
    details: { kind: found.kind },
  });
}
