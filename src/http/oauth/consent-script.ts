import { SIGN_IN_ITEM } from "../../contract/headers.ts";

/** Offers to go on as who is signed in on the page: the key is where only scripts of this very server read it. */
export const CONSENT_SCRIPT = `const key = localStorage.getItem("${SIGN_IN_ITEM}")?.split(".")[1];
if (key) {
  document.querySelector("[name=key]").value = key;
  document.getElementById("signed-in").hidden = false;
}`;
