import { Header } from "./components/header.tsx";
import { Notices, useNotices } from "./components/notices.tsx";
import { FailurePanel } from "./components/state-panel.tsx";
import { ChangeWorkspace, SignIn, TakeLink } from "./sign-in.tsx";
import { type Page, PageContext } from "./state/page.ts";
import { usePlace, withParameters } from "./state/place.ts";
import { useAccess } from "./state/use-access.ts";
import { VIEWS } from "./views/views.tsx";

/** The page: the sign-in form, or a view under the header. */
export const App = () => {
  const { notices, close, tell } = useNotices();
  const { access, offer, check, signOut } = useAccess(tell);
  const { place, go } = usePlace();
  if (access.kind === "unreachable")
    return (
      <main id="main" class="content">
        <FailurePanel failure={access.failure} retry={() => check(access.token)} />
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
  const page: Page = { api: access.api, status: access.status, place, go, change, tell };
  const { View } = VIEWS[place.view];
  return (
    <PageContext.Provider value={page}>
      <Header signOut={signOut} />
      <main id="main" class={`content view-${place.view}`} tabindex={-1}>
        <View key={place.view} />
      </main>
      {offer && <ChangeWorkspace status={page.status} offer={offer} />}
      <Notices notices={notices} close={close} />
    </PageContext.Provider>
  );
};
