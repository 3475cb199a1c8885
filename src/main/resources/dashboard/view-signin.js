/* Sign-in with a key, which is exchanged for a cookie and then forgotten. */
import { el, field } from "./dom.js";
import { send } from "./api.js";
import { act } from "./states.js";

export default async function signIn({ signedIn }) {
  const input = el("input", { type: "password", name: "key", required: true, maxlength: 200, autocomplete: "off", spellcheck: "false" });
  const trouble = el("div", "");
  const go = el("button", { type: "submit", class: "primary" }, "Sign in");
  const submit = (event) => {
    event.preventDefault();
    act(go, trouble, async () => {
      const me = await send("POST", "/session", { key: input.value.trim() });
      input.value = "";
      signedIn(me);
    });
  };
  return el("section", "sign-in", el("h1", "", "Sign in"),
    el("p", "quiet", "This service asks for a key. An administrator makes one under Settings."),
    el("form", { onsubmit: submit },
      field("API key", input, "It is exchanged for a session of at most 12 hours and not kept in the browser."),
      el("div", "actions", go), trouble));
}
