const sourceOf = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
};

interface Allowed {
  /** Where its forms lead. @default nowhere */
  readonly formAction?: string | undefined;
  /** The one script that runs. @default none */
  readonly script?: string | undefined;
}

/**
 * Content-Security-Policy of a page that loads and runs nothing but its own style, and a script of its own where it has one:
 * both are named by their hashes.
 */
export async function stylePolicy(
  styles: string,
  { formAction = "'none'", script }: Allowed = {},
): Promise<string> {
  const scripts = script === undefined ? "" : ` script-src ${await sourceOf(script)};`;
  return `default-src 'none'; style-src ${await sourceOf(styles)};${scripts} base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
}
