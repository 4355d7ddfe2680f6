// A pane shows the newest, unless whoever looks has scrolled back; acting brings it to the newest again.
const timeline = document.getElementById("channel-timeline");
const newer = document.getElementById("new-messages");
let follows = true, awaits = "";

const newest = () => timeline.querySelector(".channel-message:last-of-type")?.dataset.messageId ?? "";

const atEnd = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 80;

function toEnd() {
  if (!newer.hidden) newer.click();
  timeline.scrollTop = timeline.scrollHeight;
}

for (const kind of ["wheel", "touchmove", "keyup"]) {
  timeline.addEventListener(kind, () => requestAnimationFrame(() => [follows, awaits] = [atEnd(), ""]), { passive: true });
}
timeline.addEventListener("pointerup", () => requestAnimationFrame(() => { follows = atEnd(); }));
timeline.addEventListener("click", (event) => { if (event.target.closest("button")) awaits = newest(); });
document.addEventListener("submit", () => { follows = true; }, true);
addEventListener("newest", () => { follows = true; toEnd(); });
new MutationObserver(() => {
  if (awaits && newest() !== awaits) [follows, awaits] = [true, ""];  // the answer to what was tapped
  if (follows) toEnd();
}).observe(timeline, { childList: true, subtree: true });
new ResizeObserver(() => { if (follows) toEnd(); }).observe(timeline);
document.addEventListener("load", () => { if (follows) toEnd(); }, true);
