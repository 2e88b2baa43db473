// What the engine is asked for: each time something has changed, sync compares what the
// page wants to know with what is being asked, and ends, begins or leaves queries.

import {lineOf, pliesText, positionsOf} from './game.js';
import {count, finalScore, format, isOver, isStart, legalMoves, parsePly} from './rules.js';
import {state, update, updateSoon} from './state.js';

/** @typedef {import('./protocol.js').Engine} Engine */
/** @typedef {import('./protocol.js').Analysis} Analysis */

/** Something that is asked: what for, and how to end it. @typedef {{key: string, end: () => void}} Question */

const PARTIAL = 0.2; // seconds between news of a search
/** For the graph and the losses, at first and then: how deep, and at how many empties to the end. */
const JUDGING = {socket: [{depth: 10, end: 14}, {depth: 14, end: 18}], worker: [{depth: 8, end: 12}, {depth: 11, end: 14}]};
const HURRY = 150; // milliseconds between steps of who holds a key down: then a position
const SETTLE = 40; // has to be shown for so many before it is searched
const FIRST_DEPTH = 4; // of the first values of all: the browser draws them with all processors,
const FIRST_SHOWN = 150; // milliseconds long, before the search goes on
const SHOWN_MOVE = 300; // milliseconds before the engine's move, so that one's own is seen

/** @type {Record<'analysis' | 'judging' | 'book' | 'reply', Question | null>} */
const asked = {analysis: null, judging: null, book: null, reply: null};
/** When the question of each kind changed last. */
const changed = {analysis: 0, judging: 0, book: 0, reply: 0};

/** The position that is shown. */
export const shownPosition = () => positionsOf(state.game)[state.at];

/** How a query names the position after so many plies. @param {number} at */
function place(at) {
  const {start} = state.game;
  return {position: isStart(start) ? undefined : format(start), moves: pliesText(lineOf(state.game).slice(0, at))};
}

/**
 * Keeps one question of a kind: the same one goes on, another one ends it.
 * @param {keyof typeof asked} kind @param {string | null} key null asks nothing @param {() => () => void} begin
 */
function keep(kind, key, begin) {
  if ((asked[kind]?.key ?? null) === key) return;
  asked[kind]?.end();
  asked[kind] = null;
  if (key === null) return;
  const now = performance.now(), hurry = now - changed[kind] < HURRY;
  changed[kind] = now;
  let end = () => {}, timer = 0;
  asked[kind] = {
    key,
    end: () => {
      clearTimeout(timer);
      end();
    },
  };
  const ask = () => (end = begin());
  if (kind === 'reply') timer = setTimeout(ask, SHOWN_MOVE);
  else if (hurry) timer = setTimeout(ask, SETTLE);
  else ask();
}

/** Asks for what is wanted now. @param {Engine} engine @param {(ply: number) => void} playReply */
export function sync(engine, playReply) {
  const p = shownPosition(), key = format(p), {human, settings} = state;
  const online = state.online === true && !state.setup;
  const atEnd = state.at === lineOf(state.game).length;
  const reply = online && human !== null && p.side !== human && atEnd && !isOver(p);
  const analyse = online && !isOver(p) && (human === null ? settings.analysing : state.hinting && !reply);
  keep('reply', reply ? key : null, () => askReply(engine, playReply));
  keep('analysis', analyse ? `${key} ${settings.shown}` : null, () => askAnalysis(engine, playReply));
  keep('book', online ? key : null, () => askBook(engine));
  // Nobody is helped in a game against the engine, but for what he may learn of it when it is over.
  const positions = positionsOf(state.game), judging = online && positions.length > 1 && (human === null || isOver(positions[positions.length - 1]));
  // What is looked at comes first.
  const early = asked.judging === null && analyse && (isFirst || state.current === null);
  const stage = !judging || early ? -1 : unjudged(0).length > 0 ? 0 : settings.analysing && unjudged(1).length > 0 ? 1 : -1;
  // Those that are judged already are no part of the key, so that a query goes on.
  keep('judging', stage < 0 ? null : judgingKey(stage), () => judge(engine, stage, playReply));
  if (state.thinking !== reply) update({thinking: reply});
  if (!analyse && state.current) update({current: null});
}

/** @param {number} stage */
const judgingKey = stage => `${pliesText(lineOf(state.game))} ${format(state.game.start)} ${stage}`;

/** How often positions were judged. @type {Map<string, number>} */
const judged = new Map();

/** The turns of the line whose moves are still to be compared. @param {number} stage 0 or, deeper, 1 @returns {number[]} */
function unjudged(stage) {
  /** @type {number[]} */
  const turns = [];
  positionsOf(state.game).forEach((p, turn) => {
    const many = legalMoves(p).length, known = state.known.get(format(p));
    const lacks = stage === 0 ? (known?.moves.length ?? 0) < many : many > 1 && (judged.get(format(p)) ?? 0) <= stage && known?.stage !== 'exact';
    if (many > 0 && lacks) turns.push(turn);
  });
  return turns;
}

/** Whether a says more than b. @param {Analysis} a @param {Analysis | undefined} b */
function saysMore(a, b) {
  if (!b || a.moves.length > b.moves.length) return true;
  if (a.moves.length < b.moves.length) return false;
  const weight = (/** @type {Analysis} */ r) => [{wld: 0, midgame: 1}[r.stage] ?? 2, r.selectivity, r.depth]; // wld says only who wins
  const [x, y] = [weight(a), weight(b)];
  const i = x.findIndex((value, k) => value !== y[k]);
  return i < 0 || x[i] > y[i];
}

/** @param {Analysis} answer */
function remember(answer) {
  if (answer.moves.length > 0 && saysMore(answer, state.known.get(answer.position))) state.known.set(answer.position, answer);
}

let isFirst = true;

/** @param {Engine} engine @param {(ply: number) => void} playReply */
function askAnalysis(engine, playReply) {
  const bound = isFirst ? {depth: FIRST_DEPTH} : {endless: true, partial: PARTIAL};
  return engine.ask({...place(state.at), ...bound, multipv: state.settings.shown, priority: 1}, answer => {
    if (answer.error) {
      asked.analysis = null;
      return;
    }
    const found = /** @type {Analysis} */ (/** @type {unknown} */ (answer));
    remember(found);
    if (state.current) return updateSoon({current: found});
    update({current: found}); // the first one at once
    if (!isFirst) return sync(engine, playReply);
    isFirst = false;
    const question = asked.analysis;
    setTimeout(() => {
      if (asked.analysis === question) asked.analysis = null;
      sync(engine, playReply);
    }, FIRST_SHOWN);
  });
}

/** @param {Engine} engine @param {number} stage @param {(ply: number) => void} playReply */
function judge(engine, stage, playReply) {
  const turns = unjudged(stage), isWorker = document.documentElement.dataset.engine === 'worker';
  const {depth, end} = JUDGING[isWorker ? 'worker' : 'socket'][stage], positions = positionsOf(state.game);
  const near = turns.filter(turn => count(positions[turn], '-') <= end), far = turns.filter(turn => !near.includes(turn));
  const whole = place(lineOf(state.game).length);
  let done = 0;
  updateSoon({judging: {done, of: turns.length}});
  /** @param {import('./protocol.js').Answer} answer */
  const hear = answer => {
    if (answer.error) {
      asked.judging = null;
      return;
    }
    const found = /** @type {Analysis} */ (/** @type {unknown} */ (answer));
    remember(found);
    judged.set(found.position, stage + 1);
    updateSoon({judging: {done: ++done, of: turns.length}});
    if (done === turns.length) sync(engine, playReply); // which goes on deeper
  };
  const queries = [{turns: far, depth}, {turns: near, solve: 'exact'}].filter(query => query.turns.length > 0);
  const ends = queries.map(query => engine.ask({...whole, ...query, multipv: 64, priority: -stage}, hear));
  return () => {
    for (const stop of ends) stop();
    updateSoon({judging: {done: 0, of: 0}});
  };
}

/** @param {Engine} engine */
function askBook(engine) {
  return engine.ask({action: 'book', ...place(state.at)}, answer => {
    if (answer.error) asked.book = null;
    else updateSoon({book: /** @type {any} */ (answer)});
  });
}

/** @param {Engine} engine @param {(ply: number) => void} playReply */
function askReply(engine, playReply) {
  return engine.ask({...place(state.at), play: true, book: true, priority: 2, ...state.settings.strength}, answer => {
    asked.reply = null;
    if (!answer.error && answer.moves?.length > 0) playReply(parsePly(answer.moves[0].move));
  });
}

/** Everything is asked anew when the engine is back. */
export function forgetQuestions() {
  for (const kind of /** @type {(keyof typeof asked)[]} */ (Object.keys(asked))) {
    asked[kind]?.end();
    asked[kind] = null;
  }
}

/** What is known of a position, the search at work before what was found earlier. @param {import('./rules.js').Position} p @returns {Analysis | undefined} */
export function knownOf(p) {
  const key = format(p), known = state.known.get(key);
  return state.current?.position === key && state.current.moves.length > 0 && saysMore(state.current, known) ? state.current : known;
}

/** The value for Black after so many plies, if anything is known. @param {number} turn @returns {number | null} */
export function valueAt(turn) {
  const p = positionsOf(state.game)[turn];
  if (isOver(p)) return finalScore(p);
  let q = p, sign = p.side === 'X' ? 1 : -1;
  if (legalMoves(p).length === 0) {
    q = positionsOf(state.game)[turn + 1] ?? p;
    sign = q.side === 'X' ? 1 : -1;
  }
  const known = knownOf(q);
  return known?.score === undefined ? null : sign * known.score;
}

/** Discs that a ply lost against the best move, if that is known. @param {number} turn @returns {number | null} */
export function lossAt(turn) {
  const p = positionsOf(state.game)[turn], ply = lineOf(state.game)[turn], known = knownOf(p);
  if (ply === undefined || known?.score === undefined || legalMoves(p).length === 0) return null;
  const played = known.moves.find(m => parsePly(m.move) === ply);
  if (played) return Math.max(0, known.score - played.score);
  const after = valueAt(turn + 1);
  return after === null ? null : Math.max(0, known.score - (p.side === 'X' ? after : -after));
}

/** @typedef {'blunder' | 'mistake' | 'inaccuracy'} Grade */

/** The grades of package gamereport. @type {[Grade, number, string][]} */
const GRADES = [['blunder', 8, '??'], ['mistake', 4, '?'], ['inaccuracy', 2, '?!']];

/** @param {number | null} loss @returns {{name: Grade, sign: string} | null} */
export function gradeOf(loss) {
  const grade = loss === null ? undefined : GRADES.find(([, from]) => loss >= from);
  return grade ? {name: grade[0], sign: grade[2]} : null;
}
