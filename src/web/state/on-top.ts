/** Elements that make everything outside of them unreachable: the open dialogs, the last one on top. */
const covers: HTMLElement[] = [];
let kept: HTMLElement | undefined;

function place(): void {
  const over = covers.at(-1) ?? document.body;
  if (kept !== undefined && kept.parentElement !== over) over.append(kept);
}

/** Says that a dialog covers the page; the function returned, that it does so no longer. */
export function cover(dialog: HTMLElement): () => void {
  covers.push(dialog);
  place();
  return () => {
    covers.splice(covers.indexOf(dialog), 1);
    place();
  };
}

/** Keeps an element where it is seen, read out and reached: inside the dialog on top, or else at the end of the page. */
export function keepOnTop(element: HTMLElement): () => void {
  kept = element;
  place();
  return () => {
    kept = undefined;
    element.remove();
  };
}
