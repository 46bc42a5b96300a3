/** The text of a file: wrangler, esbuild and Vitest load `.sql` so. */
declare module "*.sql" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the form that wrangler gives the text of a file
  export default text;
}

/** A compiled module: wrangler, the local server and Vitest load `.wasm` so. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  // biome-ignore lint/style/noDefaultExport: the form that wrangler gives a module
  export default module;
}
