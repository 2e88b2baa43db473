// The board: a button for each square, so that mouse, touch and keyboard do the same.

import {playMove, setSquare} from './actions.js';
import {lineOf} from './game.js';
import {PASS, legalMoves, parsePly, plyName} from './rules.js';
import {state, update} from './state.js';
import {sideName, signed, t} from './texts.js';
import {knownOf, shownPosition} from './thoughts.js';
import {html} from './view.js';

/** @typedef {{text: string, best: boolean, proved: boolean, book: boolean}} Shown a value on a square */

const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The values to show, by square. @returns {Map<number, Shown>} */
function values() {
  /** @type {Map<number, Shown>} */
  const found = new Map();
  const p = shownPosition(), asks = state.human === null ? state.settings.analysing : state.hinting;
  const known = asks && !state.setup ? knownOf(p) : undefined;
  if (!known) return found;
  const book = new Set(state.book?.position === known.position ? state.book.moves.map(m => m.move) : []);
  const lines = known.moves.slice(0, state.settings.shown);
  for (const m of lines) {
    const best = m === lines[0] || (m.score === lines[0].score && m.depth === lines[0].depth);
    found.set(parsePly(m.move), {text: valueText(m), best, proved: isProved(m), book: book.has(m.move)});
  }
  return found;
}

/** @param {import('./protocol.js').Line} m */
export const isProved = m => (m.stage === 'exact' || m.stage === 'forced') && m.selectivity === 100 && m.bound === 'exact';

/** @param {import('./protocol.js').Line} m @returns {string} */
export function valueText(m) {
  if (isProved(m)) return signed(m.score, 0) + '!';
  return {lower: '≥', upper: '≤', exact: ''}[m.bound] + signed(m.score);
}

/** @param {number} square @param {string} disc @param {boolean} legal @param {Shown} [value] */
function label(square, disc, legal, value) {
  const what = disc === '-' ? t(legal ? 'playable' : 'empty') : sideName(/** @type {import('./rules.js').Side} */ (disc));
  return `${plyName(square)}, ${what}${value ? ', ' + value.text : ''}`;
}

/** @param {KeyboardEvent} event */
function move(event) {
  const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8}[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const to = state.focus + step;
  if (to < 0 || to > 63 || (Math.abs(step) === 1 && to >> 3 !== state.focus >> 3)) return;
  update({focus: to});
  document.getElementById(`square-${to}`)?.focus();
}

/** A click is a move and no step of the keyboard, whose arrows go on through the game. @param {MouseEvent} event */
const keepFocus = event => event.preventDefault();

const STARS = [[2, 2], [6, 2], [2, 6], [6, 6]]; // the dots of a board, by columns and rows before them

export function Board() {
  const setup = state.setup, p = setup ?? shownPosition();
  const line = lineOf(state.game), last = setup || state.at === 0 ? -1 : line[state.at - 1];
  const legal = new Set(setup || state.thinking ? [] : legalMoves(p)), shown = values();
  const mine = state.human === null || p.side === state.human;
  /** @param {number} square */
  const cell = square => {
    const disc = p.squares[square], value = shown.get(square), open = legal.has(square) && mine;
    const kinds = ['square', {X: 'black', O: 'white', '-': ''}[disc], open && 'open', square === last && last !== PASS && 'last',
      value && 'valued', value?.best && 'best', value?.book && 'known'];
    return html`<button type="button" role="gridcell" id=${`square-${square}`} class=${kinds.filter(Boolean).join(' ')}
      aria-label=${label(square, disc, open, value)} aria-disabled=${String(!setup && !open)} tabindex=${square === state.focus ? 0 : -1}
      onFocus=${() => square !== state.focus && update({focus: square})} onMouseDown=${keepFocus}
      onClick=${() => (setup ? setSquare(square) : open && playMove(square))}>
      ${disc !== '-' ? html`<i class="disc" />` : value ? html`<b>${value.text}</b>` : open && html`<i class="dot" />`}
    </button>`;
  };
  return html`<div class=${`board ${setup ? 'setting' : ''} ${p.side === 'X' ? 'by-black' : 'by-white'}`} role="grid" aria-label=${t('board')} onKeyDown=${move}>
    <span class="corner" aria-hidden="true" />
    ${COLUMNS.map(c => html`<span class="column" aria-hidden="true">${c}</span>`)}
    ${[0, 1, 2, 3, 4, 5, 6, 7].map(row => html`<div role="row" class="row">
      <span class="number" aria-hidden="true">${row + 1}</span>
      ${COLUMNS.map((_, column) => cell(8 * row + column))}</div>`)}
    ${STARS.map(([column, row]) => html`<i class="star" aria-hidden="true" style=${{gridColumn: column + 2, gridRow: row + 2}} />`)}
  </div>`;
}
