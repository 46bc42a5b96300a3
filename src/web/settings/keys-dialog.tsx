import { Dialog } from "../components/dialog.tsx";
import type { SheetProps } from "../state/page.ts";
import { hasCharacterKeys, setCharacterKeys } from "../state/session.ts";
import { strings } from "../strings.ts";
import { memoryStrings } from "../strings/memory.ts";

const words = strings.keys;
const { list, one, contradictions, review } = memoryStrings.keys;
const { graph, ofMemory } = words;

/** Of every view, in the order of the views. */
const GROUPS = [
  ...words.groups,
  { name: ofMemory.list, keys: list },
  { name: ofMemory.one, keys: one },
  { name: ofMemory.contradictions, keys: contradictions },
  { name: ofMemory.review, keys: review },
  graph,
];

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
    {GROUPS.map(({ name, keys }) => (
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
