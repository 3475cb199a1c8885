/* Sign-in with a key, which is exchanged for a cookie and then forgotten. */
import { el, field } from "./dom.js";
import { send } from "./api.js";
import { act } from "./states.js";
import { TEXT } from "./text.js";

export default async function signIn({ signedIn }) {
  const input = el("input", { type: "password", name: "key", required: true, maxlength: 200, autocomplete: "off", spellcheck: "false" });
  const trouble = el("div", "");
  const go = el("button", { type: "submit", class: "primary" }, TEXT.signIn.title);
  const submit = (event) => {
    event.preventDefault();
    act(go, trouble, async () => {
      const me = await send("POST", "/session", { key: input.value.trim() });
      input.value = "";
      signedIn(me);
    });
  };
  return el("section", "sign-in", el("h1", "", TEXT.signIn.title),
    el("p", "quiet", TEXT.signIn.intro),
    el("form", { onsubmit: submit },
      field(TEXT.signIn.key, input, TEXT.signIn.keyHint),
      el("div", "actions", go), trouble));
}
