import { Header } from "./components/header.tsx";
import { Notices, useNotices } from "./components/notices.tsx";
import { Sheet } from "./components/sheet.tsx";
import { FailurePanel, Skeleton } from "./components/state-panel.tsx";
import { useState } from "preact/hooks";
import { ChangeWorkspace, SignIn, TakeLink } from "./sign-in.tsx";
import { DropAnywhere } from "./push/drop-anywhere.tsx";
import { forgetSearches } from "./state/kept.ts";
import { type Page, PageContext, type SheetName } from "./state/page.ts";
import { type Go, type Place, usePlace, withParameters } from "./state/place.ts";
import { useAccess } from "./state/use-access.ts";
import { usePageKeys } from "./state/use-page-keys.ts";
import { strings } from "./strings.ts";
import { VIEWS } from "./views/views.tsx";

/** Shows the search with the box in focus, its text selected. */
function goToBox(place: Place, go: Go): void {
  const { open: _, ...parameters } = place.parameters;
  if (place.view !== "search") go({ view: "search", parameters: {} });
  else if (place.parameters.open !== undefined) go({ view: "search", parameters });
  // At once where it is shown: the next key is its own, not the page's.
  const select = (): void => document.querySelector<HTMLInputElement>(".search-box input")?.select();
  if (place.view === "search" && place.parameters.open === undefined) select();
  else requestAnimationFrame(select);
}

/** The page: the sign-in form, or a view under the header. */
export const App = () => {
  const { notices, close, tell } = useNotices();
  const { access, offer, check, signOut, isOpening } = useAccess(tell);
  const { place, go, entitle } = usePlace();
  const [sheet, setSheet] = useState<SheetName | undefined>(undefined);
  const isIn = access.kind === "in";
  usePageKeys({
    openPalette: () => isIn && setSheet("palette"),
    showKeys: () => isIn && setSheet("keys"),
    goToBox: () => isIn && goToBox(place, go),
  });
  if (isOpening || access.kind === "unreachable")
    return (
      <main id="main" class="content">
        <h1 class="visually-hidden">{strings.product}</h1>
        {access.kind === "unreachable" ? (
          <FailurePanel failure={access.failure} retry={() => check(access.entry)} />
        ) : (
          <Skeleton lines={6} />
        )}
      </main>
    );
  if (access.kind !== "in")
    return (
      <>
        <SignIn access={access} signIn={check} />
        {offer && <TakeLink offer={offer} />}
      </>
    );
  const change: Page["change"] = (changes, options) => go(withParameters(place, changes), options);
  const { api, status, signIn } = access;
  const leave = () => {
    forgetSearches(status.workspace);
    setSheet(undefined);
    signOut();
  };
  const page: Page = {
    api,
    status,
    signIn,
    signOut: leave,
    place,
    go,
    change,
    tell,
    entitle,
    show: setSheet,
  };
  const { View } = VIEWS[place.view];
  return (
    <PageContext.Provider value={page}>
      <Header signOut={leave} />
      <main id="main" class={`content view-${place.view}`} tabindex={-1}>
        <View key={place.view} />
      </main>
      {offer && <ChangeWorkspace status={page.status} offer={offer} />}
      {sheet !== undefined && <Sheet name={sheet} close={() => setSheet(undefined)} />}
      <DropAnywhere />
      <Notices notices={notices} close={close} />
    </PageContext.Provider>
  );
};
