// What the page shows. Actions change it here; the views only read it.

import {NEW_GAME} from './game.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./protocol.js').Analysis} Analysis */
/** @typedef {import('./protocol.js').BookAnswer} BookAnswer */
/** @typedef {import('./protocol.js').GameRecord} GameRecord */
/** @typedef {import('./rules.js').Side} Side */
/** @typedef {{level: number} | {elo: number} | {seconds: number}} Strength */
/** @typedef {'new' | 'open' | 'save' | 'report' | 'help' | 'settings'} DialogName */

/**
 * @typedef {object} Settings kept by the browser
 * @property {'en' | 'ja'} language
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {number} shown how many moves have their values shown
 * @property {boolean} analysing
 * @property {Side | null} human
 * @property {Strength} strength
 */

/** @type {Settings} */
const DEFAULTS = {
  language: navigator.language.startsWith('ja') ? 'ja' : 'en', theme: 'auto', shown: 64, analysing: true, human: 'X', strength: {level: 1},
};

const KEY = 'kaeshi-settings'; // in the browser's store

export const state = {
  /** @type {boolean | null} null before the engine was there for the first time */
  online: /** @type {boolean | null} */ (null),
  /** @type {import('./protocol.js').About | null} */
  about: null,
  /** @type {Game} */
  game: NEW_GAME,
  at: 0,
  /** @type {{game: Game, at: number, human: Side | null}[]} what undo goes back to */
  past: [],
  /** @type {Side | null} the side of the person in a game against the engine; null in analysis */
  human: /** @type {Side | null} */ (null),
  thinking: false,
  hinting: false,
  /** @type {Map<string, Analysis>} the deepest analysis by position */
  known: new Map(),
  /** @type {Analysis | null} the search at work */
  current: null,
  judging: {done: 0, of: 0},
  /** @type {BookAnswer | null} */
  book: null,
  /** @type {{name: string, records: GameRecord[], cut: boolean, chosen: number} | null} */
  list: null,
  /** @type {string[]} */
  faults: [],
  /** @type {DialogName | null} */
  dialog: null,
  /** @type {{squares: string, side: Side, tool: string} | null} */
  setup: null,
  notice: '',
  dropping: false,
  focus: 19,
  settings: load(),
};

/** @typedef {typeof state} State */

/** @returns {Settings} */
function load() {
  try {
    return {...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}')};
  } catch {
    return DEFAULTS; // the browser keeps nothing, or something else is kept there
  }
}

/** @param {Partial<Settings>} patch */
export function changeSettings(patch) {
  const settings = {...state.settings, ...patch};
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold for this visit then.
  }
  update({settings});
}

/** @type {() => void} */
let draw = () => {};
let drawn = 0, planned = 0;

/** @param {() => void} how */
export function onDraw(how) {
  draw = how;
}

const BETWEEN = 200; // milliseconds between drawings that nobody has asked for
const FIRST = 80; // milliseconds until the page is drawn, unless there are values before

let queued = false, held = true;

/** Draws the page soon: to ask the engine and be answered takes less time than to draw. */
export function beginDrawing() {
  setTimeout(() => {
    held = false;
    update({});
  }, FIRST);
}

function drawNow() {
  clearTimeout(planned);
  planned = 0;
  drawn = performance.now();
  draw();
}

/** Changes what is shown, at once. @param {Partial<State>} patch */
export function update(patch) {
  Object.assign(state, patch);
  held &&= !patch.current;
  if (queued || held) return;
  queued = true;
  queueMicrotask(() => {
    queued = false;
    drawNow();
  });
}

/** Changes what is shown, at most five times a second. @param {Partial<State>} patch */
export function updateSoon(patch) {
  Object.assign(state, patch);
  if (planned === 0 && !held) planned = setTimeout(drawNow, Math.max(0, drawn + BETWEEN - performance.now()));
}
