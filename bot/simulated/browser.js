// A pane and a button for every channel and thread of the local game. A new log opens in place of the one before it;
// what is for some people only waits for a click.
const buttons = document.getElementById("places");
const panes = document.getElementById("panes");
const shown = new Map();

function show(place, open) {
  const { button, frame } = shown.get(place);
  frame.hidden = !open;
  button.setAttribute("aria-pressed", String(open));
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
  show(place.id, !place.private);
}

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
