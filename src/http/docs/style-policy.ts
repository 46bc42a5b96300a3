/**
 * Content-Security-Policy of a page that loads and runs nothing but its own style, which is named by its hash; its forms
 * lead to `formAction`.
 */
export async function stylePolicy(styles: string, formAction = "'none'"): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(styles));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
}
