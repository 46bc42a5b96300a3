/** Whether the text holds the name as written; a line may break inside it. */
export const standsIn = (text: string, name: string): boolean =>
  text.includes(name) || (name.includes(" ") && text.replace(/\s+/g, " ").includes(name));
