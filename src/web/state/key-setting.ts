const KEY = "edge-recall.keys";
const OFF = "off";

/**
 * Whether `/` and `?` are keys of the page: who speaks to the computer, or whose assistive technology has those keys, can
 * turn them off (WCAG 2.2, 2.1.4). Kept in this browser.
 */
export const hasCharacterKeys = (): boolean => localStorage.getItem(KEY) !== OFF;

export function setCharacterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
}
