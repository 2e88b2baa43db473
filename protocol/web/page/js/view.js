// What all views use.

import {h} from 'preact';
import htm from 'htm';

/** Templates for elements: html`<p>...</p>`. */
export const html = htm.bind(h);

/** @typedef {import('preact').ComponentChildren} Children */

/** Icons are paths in a square of 24. */
const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  back: 'M16 5l-9 7 9 7z',
  next: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  undo: 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z',
  newGame: 'M12 5v14M5 12h14',
  open: 'M3 18V6h6l2 2h8v3M3 18l3-7h15l-3 7z',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  setUp: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  report: 'M5 20V10M10 20V4M15 20v-7M20 20V8',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5',
};

/** @param {{name: keyof typeof ICONS}} props */
export const Icon = ({name}) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

/**
 * A button with an icon, and its words beside it where there is room.
 * @param {{icon: keyof typeof ICONS, label: string, onClick: () => void, disabled?: boolean, pressed?: boolean, words?: boolean}} props
 */
export const Button = ({icon, label, onClick, disabled, pressed, words}) => html`
  <button type="button" class="tool" title=${label} aria-label=${label} aria-pressed=${pressed === undefined ? undefined : String(pressed)}
    disabled=${disabled} onClick=${onClick}><${Icon} name=${icon} />${words && html`<span>${label}</span>`}</button>`;
