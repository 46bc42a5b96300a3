let loaded: Promise<void> | undefined;

/**
 * Turns the stylesheet on that the views other than the search have; the document names it, and the browser loads it with
 * that. Rejects where it cannot be loaded.
 */
export function viewStyles(): Promise<void> {
  loaded ??= new Promise<void>((done, fail) => {
    const link = document.querySelector<HTMLLinkElement>("#view-styles");
    if (link === null || !link.disabled) return done();
    link.addEventListener("load", () => done(), { once: true });
    link.addEventListener("error", () => fail(new Error(`${link.href} was not loaded`)), { once: true });
    link.disabled = false;
  });
  return loaded;
}
