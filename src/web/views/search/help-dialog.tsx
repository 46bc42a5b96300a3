import { useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.tsx";
import { hasCharacterKeys, setCharacterKeys } from "../../state/session.ts";
import { strings } from "../../strings.ts";

const words = strings.search.keys;

const KeySwitch = () => {
  const [isOn, setOn] = useState(hasCharacterKeys());
  const change = (event: Event) => {
    const { checked } = event.target as HTMLInputElement;
    setCharacterKeys(checked);
    setOn(checked);
  };
  return (
    <label class="key-switch">
      <input type="checkbox" checked={isOn} onChange={change} />
      {words.toggle}
    </label>
  );
};

/** All keys of the view. */
export const HelpDialog = ({ close }: { readonly close: () => void }) => (
  <Dialog title={words.title} close={close}>
    <dl class="keys">
      {words.list.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            {key.split(" ").map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <KeySwitch />
  </Dialog>
);
