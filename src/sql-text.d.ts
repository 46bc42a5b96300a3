/** The text of a file: wrangler, esbuild and Vitest load `.sql` so. */
declare module "*.sql" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the form that wrangler gives the text of a file
  export default text;
}
