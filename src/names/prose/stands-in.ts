/** Tells whether the text holds a name as written; a line may break inside it. Prepared once for many names. */
export function standsIn(text: string): (name: string) => boolean {
  let flat: string | undefined;
  return (name) => {
    if (text.includes(name)) return true;
    if (!name.includes(" ")) return false;
    flat ??= text.replace(/\s+/g, " ");
    return flat.includes(name);
  };
}
