import { change, formOf } from "./api.js";
import { askText, confirmed, tell } from "./dialogs.js";
import { fill, make, newId, sign, write } from "./dom.js";
import { select } from "./fields.js";
import { signed } from "./figures.js";
import { hasPlan, isAlive, nameOf, tried } from "./session.js";
import { words } from "./words.js";

const said = words.judge;
const ALONE = "";

/** The step "Judge": the versions beside each other, and the page that plays them. */
export function showJudge(panel, { session, frame, root, tools: bar }) {
  let chosen = null;
  let isPicked = false; // else the newest that has ended is shown
  let beside = ALONE;
  let address = "";
  const list = make("ul", { class: "versions", role: "list" });
  const empty = make("p", { class: "soft" }, said.none);
  const compare = select({ label: said.beside, choose: (value) => { beside = value; show(); } });
  const file = make("input", { type: "file", multiple: true, accept: ".gpx,.csv,.geojson,.json", id: newId("today"), class: "unseen", onchange: giveToday });
  const giveText = make("span");
  const give = make("label", { for: file.id, class: "button plain" }, sign("file"), giveText);
  const forget = make("button", { type: "button", class: "plain", onclick: forgetToday }, said.forget);
  const wrong = make("p", { class: "wrong", role: "alert" });
  const tab = make("a", { class: "button plain", target: "_blank", rel: "noopener" }, sign("out"), said.tab);
  const wide = make("button", { type: "button", class: "plain wide-toggle", "aria-pressed": "false", onclick: () => widen(true) }, sign("wide"), said.wide);
  const narrow = make("button", { type: "button", class: "plain", hidden: true, onclick: () => widen(false) }, said.narrow);
  const making = make("p", { class: "message soft", role: "status" });
  const page = make("iframe", { sandbox: "allow-scripts allow-popups", hidden: true, onload: () => { making.hidden = true; } });
  const tools = make("section", {}, compare.element, file, make("div", { class: "row wrap" }, give, forget), make("p", { class: "effect" }, said.uploadEffect), wrong, make("div", { class: "row wrap" }, tab, wide));
  fill(panel, make("section", {}, make("h2", {}, said.versions), empty, list), tools);
  fill(frame, making, page);
  bar.prepend(narrow);

  function widen(on) {
    root.classList.toggle("wide", on);
    narrow.hidden = !on;
    wide.setAttribute("aria-pressed", String(on));
    (on ? narrow : wide).focus();
  }

  /** Show the chosen version in the frame, alone or beside another. */
  function show() {
    const version = session.state.plan.versions.find(({ number }) => number === chosen);
    const wanted = version ? `${session.path}/versions/${chosen}/page${beside ? `?beside=${beside}` : ""}` : "";
    page.hidden = !version;
    write(making, version ? said.making : said.none);
    if (!version) making.hidden = false;
    const stamp = version ? `${wanted}#${isAlive(version.state) ? "" : version.cost}` : ""; // no new page per better plan
    if (stamp === address) return;
    address = stamp;
    if (!version) {
      page.removeAttribute("src");
      return;
    }
    making.hidden = false;
    page.title = said.frame(nameOf(version));
    page.src = wanted;
    tab.href = wanted;
  }

  async function giveToday() {
    if (!file.files.length) return;
    write(wrong, said.reading);
    try {
      await change("PUT", `${session.path}/today`, formOf(file.files));
      write(wrong, "");
      tell(said.uploaded);
      await session.load();
      beside = "today";
      update(session.state);
    } catch (error) {
      write(wrong, error.message);
    }
    file.value = "";
  }

  async function forgetToday() {
    if (!(await tried(change("DELETE", `${session.path}/today`)))) return;
    tell(said.forgotten);
    await session.load();
  }

  const pick = (number) => {
    [chosen, isPicked] = [number, true];
    update(session.state);
  };
  const rows = new Map();
  function update({ plan }) {
    const found = plan.versions.filter(hasPlan);
    if (!isPicked || !found.some(({ number }) => number === chosen)) chosen = (found.findLast(({ state }) => !isAlive(state)) || found.at(-1))?.number ?? null;
    const choice = found.find(({ number }) => number === chosen);
    empty.hidden = plan.versions.length > 0;
    tools.hidden = !found.length;
    for (const number of rows.keys()) if (!plan.versions.some((version) => version.number === number)) rows.delete(number);
    for (const version of plan.versions) {
      if (!rows.has(version.number)) rows.set(version.number, versionRow(session, pick));
      rows.get(version.number).update(version, choice);
    }
    const wanted = plan.versions.map((version) => rows.get(version.number).element).reverse();
    if (wanted.length !== list.children.length || wanted.some((row, at) => row !== list.children[at])) fill(list, wanted);
    const others = found.filter(({ number }) => number !== chosen);
    const options = [[ALONE, said.alone], ["shortest", said.shortest], ...(plan.has_today ? [["today", said.today]] : []), ...others.toReversed().map((version) => [String(version.number), nameOf(version)])];
    if (!options.some(([value]) => value === beside)) beside = ALONE;
    compare.update(options, beside);
    forget.hidden = !plan.has_today;
    write(giveText, plan.has_today ? said.uploadAgain : said.upload);
    show();
  }
  const end = session.store.watch(["plan"], update);
  return () => {
    end();
    root.classList.remove("wide");
    narrow.remove();
    fill(frame);
  };
}

function deed(name, text, onclick) {
  return make("button", { type: "button", class: "deed", onclick }, sign(name), text);
}

/** A version in the list: chosen by its radio button, with what can be done to it. */
function versionRow(session, choose) {
  let version = null;
  const id = newId("version");
  const radio = make("input", { type: "radio", name: "version", id, onchange: () => choose(version.number) });
  const name = make("label", { for: id, class: "name", dir: "auto" });
  const state = make("span", { class: "state" });
  const cost = make("span", { class: "cost" });
  const more = make("span", { class: "soft small" });
  const difference = make("span", { class: "difference" });
  const message = make("p", { class: "soft small" });
  const path = () => `${session.path}/versions/${version.number}`;
  const rename = deed("pencil", said.renameShort, async () => {
    const given = await askText(said.renameTitle, words.start.name, version.name || "", words.dialogs.save);
    if (given !== null && (await tried(change("PATCH", path(), { name: given })))) await session.load();
  });
  const back = deed("back_to", said.goBackShort, async () => {
    if (await tried(session.restore(version.number))) tell(said.wentBack(nameOf(version)));
  });
  const remove = deed("bin", said.removeShort, async () => {
    if (!(await confirmed(said.removeTitle(nameOf(version)), said.removeText, words.dialogs.remove))) return;
    if (await tried(change("DELETE", path()))) await session.load();
  });
  const deeds = make("div", { class: "deeds" }, rename, back, remove);
  const element = make(
    "li",
    {},
    make("div", { class: "row" }, radio, name, difference),
    make("div", { class: "row figures" }, cost, more, state),
    message,
    deeds,
  );
  return {
    element,
    update(news, choice) {
      version = news;
      const has = hasPlan(version);
      const { figures } = session;
      const { summary } = version;
      const isChosen = choice?.number === version.number;
      element.classList.toggle("chosen", isChosen);
      radio.checked = isChosen;
      radio.disabled = !has;
      write(name, nameOf(version));
      write(state, version.state === "done" ? "" : words.states[version.state]);
      state.dataset.state = version.state;
      write(cost, has ? figures.cost(version.cost) : "");
      const parts = [];
      if (has && summary?.length !== undefined) parts.push(figures.length(summary.length));
      if (has) parts.push(version.gap_short);
      if (has && summary?.unserved?.length) parts.push(said.unserved(summary.unserved.length));
      write(more, parts.filter(Boolean).join(" · "));
      write(difference, has && choice && !isChosen ? signed(version.cost / choice.cost - 1) || said.same : "");
      difference.dataset.sign = has && choice ? String(Math.sign(version.cost - choice.cost)) : "";
      write(message, version.message || "");
      message.hidden = !version.message;
      deeds.hidden = has && !isChosen;
      const labels = [[rename, said.rename], [back, said.goBack], [remove, said.remove]];
      for (const [button, text] of labels) {
        button.setAttribute("aria-label", text(nameOf(version)));
        button.title = text(nameOf(version));
      }
      back.title = `${said.goBack(nameOf(version))}. ${said.goBackEffect}`;
      remove.disabled = isAlive(version.state);
    },
  };
}
