let loaded: Promise<void> | undefined;

/**
 * Loads the stylesheet that the views other than the search have, once; the document names it in a `meta`, which no browser
 * loads ahead. Rejects where it cannot be loaded; the next call tries again.
 */
export function viewStyles(): Promise<void> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

function load(): Promise<void> {
  const named = document.querySelector<HTMLMetaElement>("meta[name=view-styles]");
  if (named === null) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = named.content;
  return new Promise((done, fail) => {
    link.addEventListener("load", () => done(), { once: true });
    link.addEventListener(
      "error",
      () => {
        link.remove();
        fail(new Error(`${named.content} was not loaded`));
      },
      { once: true },
    );
    document.head.append(link);
  });
}
