// A game with one line beside it. Games are never changed: each step makes a new one, so
// that any step can be taken back.

import {PASS, START, format, isLegal, isStart, mustPass, parsePly, parsePosition, play, plyName} from './rules.js';

/** @typedef {import('./rules.js').Position} Position */
/** @typedef {import('./protocol.js').GameRecord} GameRecord */
/**
 * @typedef {object} Game
 * @property {Position} start
 * @property {number[]} main the plies, passes included
 * @property {{at: number, plies: number[]} | null} branch another line in place of ply `at` of the main one and all after it
 * @property {Partial<GameRecord>} facts what its file says besides
 */

/** @type {Game} */
export const NEW_GAME = {start: START, main: [], branch: null, facts: {}};

/** @type {WeakMap<Game, number[]>} */
const lines = new WeakMap();

/** The plies that are looked at. @param {Game} game @returns {number[]} */
export function lineOf(game) {
  const {main, branch} = game;
  if (!branch) return main;
  let line = lines.get(game);
  if (!line) lines.set(game, (line = [...main.slice(0, branch.at), ...branch.plies]));
  return line;
}

/** @type {WeakMap<number[], Position[]>} */
const courses = new WeakMap();

/** The positions of the line: one more than it has plies. @param {Game} game @returns {Position[]} */
export function positionsOf(game) {
  const line = lineOf(game);
  let positions = courses.get(line);
  if (!positions || positions[0] !== game.start) {
    positions = [game.start];
    for (const ply of line) positions.push(play(positions[positions.length - 1], ply));
    courses.set(line, positions);
  }
  return positions;
}

/**
 * The game after a move in the position after so many plies. A pass that follows of need
 * is made at once.
 * @param {Game} game @param {number} at @param {number} ply @returns {{game: Game, at: number}}
 */
export function addPly(game, at, ply) {
  const line = lineOf(game), plies = [ply];
  const next = play(positionsOf(game)[at], ply);
  if (mustPass(next)) plies.push(PASS);
  const after = at + plies.length;
  if (line[at] === ply) return {game, at: Math.min(after, line.length)};
  const {main, branch} = game;
  if (branch && at >= branch.at) {
    return {game: {...game, branch: {at: branch.at, plies: [...branch.plies.slice(0, at - branch.at), ...plies]}}, at: after};
  }
  // What a file said of the end does not hold for a game that goes on.
  if (at === main.length) return {game: {...game, main: [...main, ...plies], facts: stillTrue(game.facts)}, at: after};
  return {game: {...game, branch: {at, plies}}, at: after};
}

/** @param {Partial<GameRecord>} facts */
function stillTrue(facts) {
  const {score, ending, known, ...rest} = facts;
  return rest;
}

/** The game without its other line, or with that line as its own. @param {Game} game @param {boolean} keep @returns {Game} */
export function endBranch(game, keep) {
  if (!keep) return {...game, branch: null};
  const line = lineOf(game), notes = game.facts.notes?.filter(n => n.ply <= (game.branch?.at ?? line.length));
  return {...game, main: line, branch: null, facts: {...stillTrue(game.facts), notes}};
}

/** @param {number[]} plies @returns {string} as links and files have it, which leave passes out */
export const movesText = plies => plies.map(ply => (ply === PASS ? '' : plyName(ply))).join('');

/** @param {number[]} plies @returns {string} as queries have it: a pass at the end has to stand there */
export const pliesText = plies => plies.map(plyName).join('');

/**
 * The game of a record; null if its moves cannot be played.
 * @param {GameRecord} record @returns {Game | null}
 */
export function gameFrom(record) {
  const {moves, position, ...facts} = record;
  const start = position ? parsePosition(position) : START;
  const plies = start && pliesFrom(start, moves);
  return plies && {start, main: plies, branch: null, facts};
}

/** @param {Position} start @param {string} moves @returns {number[] | null} */
export function pliesFrom(start, moves) {
  const plies = [];
  let p = start;
  if (!/^([a-h][1-8])*$/i.test(moves)) return null;
  for (const name of moves.match(/../g) ?? []) {
    const ply = parsePly(name);
    if (mustPass(p)) {
      plies.push(PASS);
      p = play(p, PASS);
    }
    if (!isLegal(p, ply)) return null;
    plies.push(ply);
    p = play(p, ply);
  }
  if (mustPass(p)) plies.push(PASS);
  return plies;
}

/** The record of the line that is looked at. @param {Game} game @returns {GameRecord} */
export function recordOf(game) {
  const shown = game.branch ? endBranch(game, true) : game;
  const record = /** @type {GameRecord} */ ({...shown.facts, moves: movesText(shown.main)});
  if (!isStart(game.start)) record.position = format(game.start);
  return JSON.parse(JSON.stringify(record)); // without what is undefined
}

/** The game in the fragment of an address. @param {Game} game @param {number} at @returns {string} */
export function linkOf(game, at) {
  const line = lineOf(game), words = new URLSearchParams();
  if (!isStart(game.start)) words.set('position', format(game.start).replace(' ', ''));
  if (line.length > 0) words.set('moves', movesText(line));
  if (at !== line.length) words.set('at', String(at));
  return words.toString();
}

/** @param {string} fragment @returns {{game: Game, at: number} | null} */
export function gameFromLink(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  const start = words.has('position') ? parsePosition(words.get('position') ?? '') : START;
  const plies = start && pliesFrom(start, words.get('moves') ?? '');
  if (!start || !plies) return null;
  const at = words.has('at') ? Number(words.get('at')) : plies.length;
  return {game: {start, main: plies, branch: null, facts: {}}, at: at >= 0 && at <= plies.length ? Math.trunc(at) : plies.length};
}
