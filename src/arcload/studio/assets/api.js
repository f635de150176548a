import { askText } from "./dialogs.js";
import { words } from "./words.js";

const FIRST_WAIT = 500; // milliseconds until the server is asked again
const LONGEST_WAIT = 4000;
const HIDDEN_FOR = 20000; // then a tab that nobody sees gives its connections back

/** A request that the server refused; its message is the server's sentence. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Whether the server answers; `onChange` hears when that changes. */
export const connection = {
  lost: false,
  onChange: () => {},
  set(lost) {
    if (this.lost === lost) return;
    this.lost = lost;
    this.onChange(lost);
  },
};

const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

async function refusalOf(response) {
  const text = await response.text();
  let sentence = "";
  try {
    sentence = JSON.parse(text).error || "";
  } catch {
    sentence = "";
  }
  return new Refusal(sentence || words.errors.status(response.status), response.status);
}

/** Ask once. */
async function ask(method, path, body, headers) {
  let response;
  try {
    response = await fetch(path, { method, body, headers });
  } catch {
    connection.set(true);
    probe();
    throw new Refusal(words.errors.silent, 0);
  }
  if (response.status === 401) {
    askForToken();
    await new Promise(() => {}); // the page begins anew
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

let asked = false;

/** Ask for the token until one is given; the page then begins anew with it. */
async function askForToken() {
  if (asked) return;
  asked = true;
  let token = "";
  while (!token) token = await askText(words.errors.locked, words.errors.token, "", words.errors.enter);
  window.location.assign(`/?token=${encodeURIComponent(token)}${window.location.hash}`);
}

let probing = null;

/** Ask until the server answers again. */
export function probe() {
  probing ||= (async () => {
    let wait = FIRST_WAIT;
    for (;;) {
      try {
        const response = await fetch("/api/health", { cache: "no-store" });
        if (response.status < 500) break;
      } catch {
        // asked again below
      }
      connection.set(true);
      await pause(wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
    probing = null;
    connection.set(false);
  })();
  return probing;
}

/** Read something; where the server does not answer, wait until it does. */
export async function read(path) {
  for (;;) {
    try {
      const response = await ask("GET", path);
      return await response.json();
    } catch (error) {
      if (error.status !== 0 && !(error instanceof TypeError)) throw error;
      await probe();
    }
  }
}

/** Change something; the answer's JSON, or null where there is none. */
export async function change(method, path, value) {
  const isForm = value instanceof FormData;
  const body = value === undefined || isForm ? value : JSON.stringify(value);
  const response = await ask(method, path, body, body && !isForm ? { "content-type": "application/json" } : {});
  return response.status === 204 ? null : response.json();
}

/** Fetch a file: its content and its name, which the server may state. */
export async function fetchFile(path, name) {
  const response = await ask("GET", path);
  const stated = response.headers.get("content-disposition") || "";
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(stated);
  return { name: encoded ? decodeURIComponent(encoded[1]) : name, content: await response.blob() };
}

/** A form of files, as the server takes them. */
export function formOf(files) {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  return form;
}

/**
 * Hear the events of an address, for as long as somebody looks: handlers by the names of events,
 * `open` whenever the stream begins anew. Returns what ends it.
 */
export function listen(path, handlers) {
  let source = null;
  let ended = false;
  let sleeping = 0;

  const open = () => {
    if (ended || source) return;
    source = new EventSource(path);
    source.addEventListener("open", () => {
      connection.set(false);
      if (handlers.open) handlers.open();
    });
    for (const [name, handler] of Object.entries(handlers)) {
      if (name !== "open") source.addEventListener(name, (event) => handler(JSON.parse(event.data)));
    }
    source.addEventListener("error", async () => {
      shut();
      await pause(FIRST_WAIT);
      await probe();
      open();
    });
  };
  const shut = () => {
    if (source) source.close();
    source = null;
  };
  const seen = () => {
    clearTimeout(sleeping);
    if (document.hidden) sleeping = setTimeout(shut, HIDDEN_FOR);
    else open();
  };
  document.addEventListener("visibilitychange", seen);
  open();
  return () => {
    ended = true;
    clearTimeout(sleeping);
    document.removeEventListener("visibilitychange", seen);
    shut();
  };
}
