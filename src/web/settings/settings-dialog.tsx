import { useState } from "preact/hooks";
import { Dialog } from "../components/dialog.tsx";
import { keepRanking, readRanking } from "../state/kept.ts";
import { lacksModel, type SheetProps, usePage } from "../state/page.ts";
import { strings } from "../strings.ts";
import { KeySwitch } from "./keys-dialog.tsx";

const words = strings.settings;
const USUAL = "edge";

/** Ways of ranking, by what they do. It holds for this browser, and at once for the search that is shown. */
const Ranking = () => {
  const { place, change } = usePage();
  const [chosen, setChosen] = useState(place.parameters.profile ?? readRanking() ?? USUAL);
  const choose = (profile: string) => {
    keepRanking(profile === USUAL ? undefined : profile);
    setChosen(profile);
    change({ profile: undefined }, { replace: true });
  };
  return (
    <fieldset class="rankings">
      <legend>{words.ranking}</legend>
      {Object.entries(strings.search.profiles).map(([profile, does]) => (
        <label key={profile}>
          <input
            type="radio"
            name="ranking"
            value={profile}
            checked={profile === chosen}
            onChange={() => choose(profile)}
          />
          {does}
        </label>
      ))}
    </fieldset>
  );
};

/** What somebody sets once: how hits are ranked, and the keys. */
export const SettingsDialog = ({ close }: SheetProps) => {
  const { status } = usePage();
  const { workspace, name, scope } = status;
  return (
    <Dialog title={words.title} close={close}>
      <Ranking />
      {lacksModel(status) && <p class="quiet">{strings.search.home.noModel}</p>}
      <KeySwitch />
      <p class="quiet">
        {strings.signIn.workspace} <bdi>{name || workspace}</bdi> · {strings.signIn.scope(scope)}
      </p>
    </Dialog>
  );
};
