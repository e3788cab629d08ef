// Double taps: the second half of one, at the same place and sooner than a hand taps twice on purpose, presses nothing.
const TWICE = 120; // milliseconds; three passes in a row are at least as far apart

/** @type {MouseEvent | null} */
let tapped = null;

/** Remembers where the last tap was; called once when the page begins. */
export const watchTaps = () => addEventListener('click', (event) => (tapped = event), true);

/** Covers the place of the last tap for a moment. A key press has no place (`detail` 0) and needs no cover. */
export function guard() {
  if (!tapped?.detail) return;
  const pad = document.createElement('i');
  pad.style.cssText = `position:fixed;z-index:99;width:48px;height:48px;left:${tapped.clientX - 24}px;top:${tapped.clientY - 24}px`;
  pad.onclick = () => {}; // a browser that moves a tap to what can be tapped leaves it here
  document.body.append(pad);
  setTimeout(() => pad.remove(), TWICE);
}
