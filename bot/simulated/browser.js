// One switch for who looks, a pane for the channel, the log and the GM's thread each, and the next step as a button.
const SLOTS = { channel: "Channel", log: "Log", gm: "GM" };
const NAMES = { gm: "GM" };
const EVERY_MS = 700, BETWEEN_STEPS_MS = 1400;
const $ = (id) => document.getElementById(id);
const panes = new Map();
let table = null, who = "gm", tab = "channel", busy = false, plays = false;

const named = (user) => NAMES[user] ?? user[0].toUpperCase() + user.slice(1);

function element(kind, text, more = {}) {
  return Object.assign(document.createElement(kind), { textContent: text }, more);
}

for (const slot of Object.keys(SLOTS)) {
  const pane = element("section", "", { className: "pane" });
  const title = element("h2", ""), frame = document.createElement("iframe"), empty = element("p", "");
  frame.title = slot;
  pane.append(title, empty, frame);
  $("panes").append(pane);
  panes.set(slot, { pane, title, frame, empty, url: "" });
  const button = element("button", SLOTS[slot], { type: "button" });
  button.addEventListener("click", () => { tab = slot; show(); newest(slot); });
  button.dataset.slot = slot;
  $("tabs").append(button);
}

function newest(slot) {
  panes.get(slot).frame.contentWindow?.dispatchEvent(new Event("newest"));
}

function be(user) {
  who = user;
  if (user !== "gm" && tab === "gm") tab = "channel";
  show();
}

// simcord's own switch stands in each pane, out of sight; it is set until it is as ours.
function lookAs(frame, id) {
  const picker = frame.contentDocument?.getElementById("viewer-picker");
  if (!picker || picker.value === id || ![...picker.options].some((each) => each.value === id)) return;
  picker.value = id;
  picker.dispatchEvent(new Event("change"));
}

function show() {
  if (!table) return;
  const narrow = matchMedia("(max-width: 800px)").matches;
  $("who").replaceChildren(...table.people.map((user) => {
    const button = element("button", named(user), { type: "button" });
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(user === who));
    button.classList.toggle("due", table.due.includes(user));
    if (table.due.includes(user)) button.title = `It is the moment of ${named(user)}`;
    button.addEventListener("click", () => be(user));
    return button;
  }));
  for (const [slot, each] of panes) {
    const place = table.places.find((one) => one.slot === slot);
    const reads = Boolean(place && who in place.readers);
    const url = place ? `/pane/${place.id}-${place.key.slice(0, 6)}#${place.key}` : "about:blank";
    if (each.url !== url) each.frame.contentWindow.location.replace(each.url = url);  // leaves no way back behind it
    each.title.textContent = place ? (slot === "channel" ? `# ${place.name}` : place.name) : SLOTS[slot];
    each.pane.hidden = (slot === "gm" && !reads) || (narrow && tab !== slot);
    each.frame.hidden = !reads;
    each.empty.hidden = reads;
    each.empty.textContent = place ? "This is not for you." : "It opens with the fight.";
    if (reads) lookAs(each.frame, place.readers[who]);
    const button = $("tabs").querySelector(`[data-slot=${slot}]`);
    button.hidden = slot === "gm" && !reads;
    button.setAttribute("aria-pressed", String(tab === slot));
  }
  showGuide();
}

const done = (deed) => (deed.startsWith("[") ? "Tapped: " : "Typed: ");

function showGuide() {
  $("stops").replaceChildren(...table.stops.map((stop) =>
    element("li", stop.title, { className: stop.done ? "done" : stop.next ? "here" : "" })));
  $("step").disabled = busy || !table.step;
  $("step").textContent = table.step ? `${named(table.step.user)}: ${table.step.title}` : "Setting the table…";
  $("step").title = table.step?.typed ?? "";
  $("auto").setAttribute("aria-pressed", String(plays));
  $("auto").textContent = plays ? "Stop" : "Play on";
  const said = [];
  if (table.refusal) said.push(table.refusal.split("\n")[0], " ");
  if (table.typed) said.push(done(table.typed), element("code", table.typed));
  else if (table.step) said.push("Types ", element("code", table.step.typed));
  $("said").replaceChildren(...said);
  $("games").replaceChildren(...Object.entries(table.games).map(([key, title]) =>
    element("option", title, { value: key, selected: key === table.game })));
}

async function ask(path, body) {
  busy = true;
  show();
  try {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(body ?? {}) });
    if (answer.ok) table = await answer.json();
  } finally {
    busy = false;
    show();
  }
}

async function step() {
  if (!table?.step || busy) return;
  be(table.step.user);
  await ask("/table/play");
  for (const slot of panes.keys()) newest(slot);
}

async function playOn() {
  while (plays) {
    const was = table.stops.findIndex((stop) => stop.next);
    await step();
    if (was > 0 && table.stops[0]?.next) plays = false;
    await new Promise((done) => setTimeout(done, BETWEEN_STEPS_MS));
  }
  show();
}

$("step").addEventListener("click", step);
$("auto").addEventListener("click", () => { plays = !plays; show(); if (plays) playOn(); });
$("reset").addEventListener("click", () => { plays = false; be("gm"); ask("/table/reset"); });
$("games").addEventListener("change", (event) => {
  const game = event.target.value;  // whoever is looked at next, the menu is made anew
  plays = false;
  be("gm");
  ask("/table/open", { game });
});
matchMedia("(max-width: 800px)").addEventListener("change", show);

let drawn = "";
async function follow() {
  try {
    if (!busy) {
      const text = await (await fetch("/table")).text();
      table = JSON.parse(text);
      if (text !== drawn) { drawn = text; show(); }
      else for (const [slot, each] of panes) {
        const place = table.places.find((one) => one.slot === slot);
        if (place && who in place.readers) lookAs(each.frame, place.readers[who]);
      }
    }
    document.title = "Fireteam, played locally";
  } catch {
    document.title = "Fireteam has stopped";
  }
  setTimeout(follow, EVERY_MS);
}

follow();
