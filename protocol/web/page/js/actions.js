// What a person can do. Each action changes the state, and lets the engine be asked for
// what is wanted then.

import {NEW_GAME, addPly, endBranch, gameFrom, gameFromLink, lineOf, linkOf, positionsOf} from './game.js';
import {Engine} from './protocol.js';
import {PASS, format, isLegal, isOver, mustPass, other, plyName} from './rules.js';
import {changeSettings, state, update} from './state.js';
import {sideName, t} from './texts.js';
import {forgetQuestions, shownPosition, sync} from './thoughts.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./rules.js').Side} Side */
/** @typedef {import('./protocol.js').GameRecord} GameRecord */

/** @type {Engine} */
export let engine;

/** Connects to the engine, and goes on with the game of the address or of this visit. */
export function begin() {
  resume();
  engine = new Engine(online => {
    forgetQuestions();
    update({online});
    if (online) engine.request({action: 'about'}).then(about => know(/** @type {any} */ (about)), () => {});
    follow();
  });
  addEventListener('hashchange', () => {
    if (location.hash.slice(1) === linkOf(state.game, state.at)) return;
    const linked = gameFromLink(location.hash);
    if (linked) show(linked.game, linked.at, null);
    else update({notice: t('badLink')});
  });
}

/** @param {import('./protocol.js').About} about */
function know(about) {
  // A new game begins as kaeshi web --elo was started; one that goes on keeps its opponent.
  if (about.elo?.default && state.human === null) changeSettings({strength: {elo: about.elo.default}});
  update({about});
}

const VISIT = 'kaeshi-visit';

function resume() {
  const fragment = location.hash.slice(1);
  const linked = gameFromLink(fragment);
  let visit = null;
  try {
    visit = JSON.parse(sessionStorage.getItem(VISIT) ?? 'null');
  } catch {
    // Then there is only the address.
  }
  if (visit && visit.link === fragment) Object.assign(state, {game: visit.game, at: visit.at, human: visit.human});
  else if (linked) Object.assign(state, {game: linked.game, at: linked.at, human: null});
  else state.notice = t('badLink');
}

let written = 0;

/** Keeps the game in the address and for a reload; not at every step of many. */
function keepGame() {
  clearTimeout(written);
  written = setTimeout(() => {
    const {game, at, human} = state, link = linkOf(game, at);
    try {
      history.replaceState(null, '', link ? '#' + link : location.pathname);
      sessionStorage.setItem(VISIT, JSON.stringify({link, game, at, human}));
    } catch {
      // A browser may refuse both; the game goes on.
    }
  }, 100);
}

/** After each change: the engine is asked for what is wanted now. */
function follow() {
  keepGame();
  sync(engine, ply => reply(ply));
}

/** @param {Game} game @param {number} at @param {Side | null} human @param {string} [notice] */
function show(game, at, human, notice = '') {
  update({game, at, human, notice, hinting: false, thinking: false, current: null});
  follow();
}

function push() {
  const {game, at, human, past} = state;
  update({past: [...past.slice(-199), {game, at, human}]});
}

/** Makes a move of whoever is to move. @param {number} square */
export function playMove(square) {
  const p = shownPosition();
  if (state.thinking || !isLegal(p, square)) return;
  push();
  const {game, at} = addPly(state.game, state.at, square);
  show(game, at, state.human, passNotice(game, at));
}

/** @param {number} ply */
function reply(ply) {
  if (!isLegal(shownPosition(), ply)) return;
  const side = shownPosition().side;
  const {game, at} = addPly(state.game, state.at, ply);
  show(game, at, state.human, [t('plays', sideName(side), plyName(ply)), passNotice(game, at)].filter(Boolean).join('. '));
}

/** @param {Game} game @param {number} at */
function passNotice(game, at) {
  if (lineOf(game)[at - 1] !== PASS) return '';
  return t('passes', sideName(other(positionsOf(game)[at].side)));
}

/** Plays several moves, as of a line of the engine. @param {number[]} plies */
export function playLine(plies) {
  push();
  let {game, at} = state;
  for (const ply of plies) {
    if (ply === PASS || !isLegal(positionsOf(game)[at], ply)) continue;
    ({game, at} = addPly(game, at, ply));
  }
  show(game, at, state.human);
}

/** @param {number} at */
export function goTo(at) {
  const to = Math.max(0, Math.min(at, lineOf(state.game).length));
  if (to === state.at) return;
  update({at: to, notice: '', hinting: false, current: null});
  follow();
}

/** Takes back the last thing that changed the game; against the engine, its reply too. */
export function undo() {
  const {past, game, human} = state;
  if (past.length > 0) {
    const before = past[past.length - 1];
    update({past: past.slice(0, -1)});
    show(before.game, before.at, before.human);
    return;
  }
  // After a reload nothing is left but the moves themselves.
  const line = lineOf(game);
  let at = line.length - 1;
  while (at > 0 && (line[at] === PASS || (human !== null && positionsOf(game)[at].side !== human))) at--;
  if (at < 0) return;
  show({...game, main: line.slice(0, at), branch: null, facts: {}}, at, human);
}

export const canUndo = () => state.past.length > 0 || lineOf(state.game).length > 0;

/** @param {{human: Side | null, strength: import('./state.js').Strength, here: boolean}} how */
export function newGame({human, strength, here}) {
  push();
  changeSettings({human, strength});
  const start = here ? shownPosition() : NEW_GAME.start;
  update({dialog: null, list: here ? state.list : null, faults: []});
  showStart(start, human);
}

/** @param {import('./rules.js').Position} start @param {Side | null} human */
function showStart(start, human) {
  const main = mustPass(start) ? [PASS] : [];
  show({start, main, branch: null, facts: {}}, main.length, human);
}

/** Goes from a game against the engine to analysis of it. */
export function analyse() {
  push();
  changeSettings({analysing: true});
  show(state.game, state.at, null);
}

/** Shows what the engine thinks of the position in a game against it. */
export function hint() {
  if (state.human === null) return toggleAnalysis();
  update({hinting: !state.hinting, current: null});
  follow();
}

export function toggleAnalysis() {
  if (state.human !== null) return;
  changeSettings({analysing: !state.settings.analysing});
  follow();
}

/** @param {number} shown */
export function showValues(shown) {
  changeSettings({shown});
  follow();
}

/** @param {boolean} keep */
export function leaveBranch(keep) {
  push();
  const {game, at} = state, from = game.branch?.at ?? at;
  show(endBranch(game, keep), keep ? at : Math.min(from, at), state.human);
}

/** Shows a game of a file. @param {GameRecord} record @param {string} [notice] */
export function showRecord(record, notice) {
  const game = gameFrom(record);
  if (!game) return;
  push();
  const positions = positionsOf(game);
  show(game, isOver(positions[positions.length - 1]) ? 0 : game.main.length, null, notice);
}

/** @param {number} chosen in the list */
export function chooseGame(chosen) {
  if (!state.list) return;
  update({list: {...state.list, chosen}});
  showRecord(state.list.records[chosen]);
}

export function beginSetup() {
  const {squares, side} = shownPosition();
  update({setup: {squares, side, tool: 'X'}, dialog: null, current: null});
  follow();
}

/** @param {boolean} take */
export function endSetup(take) {
  const made = state.setup;
  update({setup: null});
  if (!take || !made) return follow();
  push();
  const p = {squares: made.squares, side: made.side};
  showStart(p, null);
}

/** Sets a square to what the chosen tool makes of it. @param {number} square */
export function setSquare(square) {
  const s = state.setup;
  if (!s) return;
  const squares = [...s.squares];
  squares[square] = squares[square] === s.tool ? '-' : s.tool;
  update({setup: {...s, squares: squares.join('')}});
}

/** @param {import('./state.js').DialogName | null} dialog */
export const openDialog = dialog => update({dialog});
