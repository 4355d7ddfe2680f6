// A pane and a button for every channel and thread of the local game. A new log opens in place of the one before it;
// what is for some people only waits for a click. Where there is room for one pane only, one is open.
const buttons = document.getElementById("places");
const panes = document.getElementById("panes");
const shown = new Map();
const narrow = matchMedia("(max-width: 700px)");

function show(place, open) {
  const { button, frame } = shown.get(place);
  frame.hidden = !open;
  button.setAttribute("aria-pressed", String(open));
  if (open && narrow.matches) for (const id of shown.keys()) if (id !== place) show(id, false);
}

function add(place) {
  const button = document.createElement("button");
  const frame = document.createElement("iframe");
  button.textContent = place.thread ? place.name : `#${place.name}`;
  frame.title = place.name;
  button.addEventListener("click", () => show(place.id, frame.hidden));
  buttons.append(button, " ");
  panes.append(frame);
  shown.set(place.id, { button, frame, thread: place.thread });
  if (place.thread && !place.private) for (const [id, other] of shown) if (other.thread) show(id, false);
  show(place.id, !place.private && !(narrow.matches && shown.size > 1));
}

narrow.addEventListener("change", () => {
  const first = [...shown].find(([, { frame }]) => !frame.hidden);
  if (first) show(first[0], true);
});

async function follow() {
  try {
    const places = await (await fetch("/places")).json();
    for (const place of places) {
      if (!shown.has(place.id)) add(place);
      const { frame } = shown.get(place.id);
      if (frame.src !== place.url) frame.src = place.url;
    }
    document.title = "Fireteam, played locally";
  } catch {
    document.title = "Fireteam has stopped";
  }
  setTimeout(follow, 1000);
}

follow();
