import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";

const words = strings.search;
const USUAL = "edge";

/** The ways of ranking; the usual one leaves the address free of it. */
export const ProfileSelect = ({ page }: { readonly page: Page }) => {
  const { profile = USUAL } = page.place.parameters;
  const change = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    page.go(withParameters(page.place, { profile: value === USUAL ? undefined : value }));
  };
  return (
    <label class="profile small">
      <span>{words.profile}</span>
      <select value={profile} onChange={change}>
        {Object.entries(words.profiles).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
};
