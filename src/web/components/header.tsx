import { usePage } from "../state/page.ts";
import { VIEW_NAMES } from "../state/place.ts";
import { strings } from "../strings.ts";
import { VIEWS } from "../views/views.tsx";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/** Name, views, the palette, the workspace. On a narrow screen the views stand at its lower edge. */
export const Header = ({ signOut }: { readonly signOut: () => void }) => {
  const { place, status, show } = usePage();
  const { workspace, name, scope } = status;
  const { q } = place.parameters;
  // Search and graph use the same query.
  const parameters = q === undefined ? {} : { q };
  return (
    <header class="header">
      <a class="skip" href="#main">
        {strings.skip}
      </a>
      <Link to={{ view: "search", parameters: {} }} class="brand">
        <img src="/icon.svg" alt="" width="24" height="24" />
        <span>{strings.product}</span>
      </Link>
      <nav class="views" aria-label={strings.navigation}>
        {VIEW_NAMES.map((view) => (
          <Link key={view} to={{ view, parameters }} current={view === place.view}>
            <Icon name={VIEWS[view].icon} />
            <span>{strings.views[view]}</span>
          </Link>
        ))}
      </nav>
      <div class="account">
        <button type="button" class="jump" aria-haspopup="dialog" onClick={() => show("palette")}>
          <Icon name="search" />
          <span>{strings.palette.open}</span>
          <kbd>{strings.palette.key}</kbd>
        </button>
        <span class="workspace small" title={strings.signIn.scope(scope)}>
          <span class="visually-hidden">{strings.signIn.workspace}</span> <bdi>{name || workspace}</bdi>
        </span>
        <IconButton icon="settings" label={strings.settings.title} onClick={() => show("settings")} />
        <IconButton icon="out" label={strings.signIn.out} onClick={signOut} />
      </div>
    </header>
  );
};
