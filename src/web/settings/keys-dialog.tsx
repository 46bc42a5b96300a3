import { Dialog } from "../components/dialog.tsx";
import type { SheetProps } from "../state/page.ts";
import { hasCharacterKeys, setCharacterKeys } from "../state/session.ts";
import { strings } from "../strings.ts";

const words = strings.keys;

/** Whether single letters are keys of the page. */
export const KeySwitch = () => (
  <label class="key-switch">
    <input
      type="checkbox"
      defaultChecked={hasCharacterKeys()}
      onChange={(event) => setCharacterKeys(event.currentTarget.checked)}
    />
    {words.toggle}
  </label>
);

/** All keys, of every view and of the search. */
export const KeysDialog = ({ close }: SheetProps) => (
  <Dialog title={words.title} close={close}>
    {words.groups.map(({ name, keys }) => (
      <section key={name} class="keys">
        <h3>{name}</h3>
        <dl>
          {keys.map(([key, meaning]) => (
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
      </section>
    ))}
    <KeySwitch />
  </Dialog>
);
