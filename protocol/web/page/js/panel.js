// Beside the board: what the engine says, the moves of the game, the book, the games of
// a file.

import {useEffect, useRef} from 'preact/hooks';

import {analyse, chooseGame, goTo, leaveBranch, playLine, playMove, toggleAnalysis} from './actions.js';
import {lineOf, positionsOf} from './game.js';
import {isProved, valueText} from './board.js';
import {PASS, count, finalScore, isOver, parsePly, plyName} from './rules.js';
import {state, update} from './state.js';
import {grouped, openingName, short, sideName, signed, t} from './texts.js';
import {gradeOf, knownOf, lossAt, shownPosition} from './thoughts.js';
import {html} from './view.js';

const LINES = 3; // of best moves, with how they go on
const LISTED = 300; // games; of more a word finds them

/** Who is ahead, in words. @param {number} black the value for Black @param {boolean} proved */
function verdict(black, proved) {
  const size = Math.abs(black).toFixed(proved ? 0 : 1);
  if (Number(size) === 0) return t(proved ? 'draw' : 'even');
  return t('ahead', t(black > 0 ? 'black' : 'white'), size);
}

/** @param {import('./protocol.js').Analysis} a */
function progress(a) {
  const first = a.moves[0], parts = [];
  if (isProved(first)) parts.push(t('proved'));
  else if (a.stage === 'wld') parts.push(t('outcomeProved'));
  else {
    parts.push(a.stage === 'exact' ? t('toEnd') : t('depth', a.depth));
    if (a.selectivity < 100) parts.push(`${a.selectivity}%`);
  }
  if (a.nodes > 0) parts.push(t('nodes', short(a.nodes)));
  if (a.nodes > 0 && a.seconds > 0.1) parts.push(t('perSecond', short(Math.round(a.nodes / a.seconds))));
  return parts.join(' · ');
}

/** Whom one plays, in words. */
function opponent() {
  const {strength} = state.settings;
  const [kind, number] = Object.entries(strength)[0];
  return t('against', t(kind, number));
}

export function Analysis() {
  const p = shownPosition(), on = state.human === null ? state.settings.analysing : state.hinting;
  const known = on ? knownOf(p) : undefined, over = isOver(p), sign = p.side === 'X' ? 1 : -1;
  const value = over ? finalScore(p) : known?.score === undefined ? null : sign * known.score;
  return html`<section class="analysis" aria-label=${t('analysis')}>
    <header>
      ${state.human === null && html`<button type="button" role="switch" class="switch" aria-checked=${String(on)} aria-label=${t('analysis')}
        title=${t('analysis')} onClick=${toggleAnalysis}><i /></button>`}
      ${(on || over) && html`<strong class="value">${value === null ? '…' : verdict(value, over || (!!known && isProved(known.moves[0])))}</strong>`}
      <span class="progress">${over ? t('gameOver') : known ? progress(known) : on ? t('waiting') : state.human === null ? t('analysisOff') : opponent()}</span>
    </header>
    <ol class="lines">${(over ? [] : known?.moves.slice(0, Math.min(LINES, state.settings.shown)) ?? []).map(m => html`<li key=${m.move}>
      <button type="button" class="line" onClick=${() => playLine(m.pv.slice(0, 1).map(parsePly))}>
        <b>${valueText(m)}</b><span>${m.pv.map(name => html`<i>${name === 'PASS' ? '–' : name.toLowerCase()}</i>`)}</span></button></li>`)}</ol>
  </section>`;
}

/** @param {{turn: number, ply: number}} props */
function Move({turn, ply}) {
  const loss = ply === PASS ? null : lossAt(turn), grade = gradeOf(loss), here = state.at === turn + 1;
  const who = `${turn + 1} ${sideName(positionsOf(state.game)[turn].side)} `, lost = loss !== null && loss >= 0.5;
  const words = who + [plyName(ply), lost ? t('loses', loss.toFixed(1)) : '', grade ? t(grade.name) : ''].filter(Boolean).join(' ');
  return html`<button type="button" class=${`move ${here ? 'here' : ''} ${grade?.name ?? ''}`} aria-current=${here ? 'step' : undefined} title=${words}
    onClick=${() => goTo(turn + 1)}><span class="hidden">${who}</span>${ply === PASS ? '–' : plyName(ply).toLowerCase()}
    <small>${grade?.sign ?? ''}${lost ? ' ' + signed(-loss) : ''}</small>${grade && html`<span class="hidden"> ${t(grade.name)}</span>`}</button>`;
}

export function Moves() {
  const line = lineOf(state.game), {branch} = state.game, {done, of} = state.judging;
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => { // the move shown is in sight, without moving the page
    const list = ref.current, here = /** @type {HTMLElement | null} */ (list?.querySelector('.here'));
    if (!list) return;
    const top = here ? here.offsetTop : 0, bottom = top + (here?.offsetHeight ?? 0);
    if (top < list.scrollTop) list.scrollTop = top - 8;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
  }, [state.at, line]);
  return html`<section class="moves" ref=${ref} aria-label=${t('moves')}>
    ${branch && html`<p class="branch"><span>${t('otherLine', branch.at + 1)}</span>
      <button type="button" onClick=${() => leaveBranch(false)}>${t('backToGame')}</button>
      <button type="button" onClick=${() => leaveBranch(true)}>${t('keepLine')}</button></p>`}
    ${line.length === 0 ? html`<p class="faint">${t('noMoves')}</p>`
      : html`<ol class="list">${line.map((ply, turn) => html`<li key=${turn} class=${branch && turn >= branch.at ? 'aside' : ''}>
        <span class=${`mover ${positionsOf(state.game)[turn].side === 'X' ? 'black' : 'white'}`} aria-hidden="true">${turn + 1}</span><${Move} turn=${turn} ply=${ply} /></li>`)}</ol>`}
    ${state.human === null && done < of && of > 2 && html`<p class="faint small" role="status">${t('judging', done, of)}</p>`}
  </section>`;
}

export function Book() {
  const book = state.book, p = shownPosition();
  if (!book || isOver(p)) return null;
  const open = state.human === null || p.side === state.human;
  return html`<details class="book" open=${state.human === null}>
    <summary>${t('book')}${book.name && html` <em>${openingName(book.name)}</em>`}</summary>
    ${book.moves.length === 0 ? html`<p class="faint">${t('outOfBook')}</p>` : html`<table>
      <thead><tr><th>${t('move')}</th><th>${t('value')}</th><th>${t('games')}</th><th class="wide">${t('name')}</th></tr></thead>
      <tbody>${book.moves.map(m => html`<tr key=${m.move}>
        <td><button type="button" class="plain" disabled=${!open} onClick=${() => playMove(parsePly(m.move))}>${m.move.toLowerCase()}</button></td>
        <td>${signed(m.score, 2)}</td><td>${m.games > 0 ? grouped(m.games) : '–'}</td><td class="wide">${openingName(m.name)}</td></tr>`)}</tbody>
    </table>`}
  </details>`;
}

/** @param {import('./protocol.js').GameRecord} r */
function gameTitle(r) {
  const names = [r.black?.name, r.white?.name].filter(Boolean).join(' – ');
  const about = [r.event, r.date].filter(Boolean).join(', ');
  return [names || about || r.moves.slice(0, 20).toLowerCase() || r.position?.slice(0, 20), names ? about : ''].filter(Boolean).join(' · ');
}

let word = '';

export function GameList() {
  const {list, faults} = state;
  if (!list) return null;
  const found = list.records.map((record, i) => ({record, i, title: gameTitle(record)})).filter(g => g.title.toLowerCase().includes(word.toLowerCase()));
  return html`<section class="games" aria-label=${t('gamesOf', list.name, list.records.length)}>
    <header><strong>${t('gamesOf', list.name, list.records.length)}</strong>
      <button type="button" class="plain" onClick=${() => update({list: null, faults: []})}>${t('closeList')}</button></header>
    ${list.records.length > 8 && html`<input type="search" aria-label=${t('filter')} placeholder=${t('filter')} value=${word}
      onInput=${(/** @type {any} */ e) => { word = e.target.value; update({}); }} />`}
    <ol>${found.slice(0, LISTED).map(({record, i, title}) => html`<li key=${i}><button type="button" class=${i === list.chosen ? 'here' : ''}
      aria-current=${i === list.chosen ? 'true' : undefined} onClick=${() => chooseGame(i)}><span>${i + 1}</span> ${title}
      ${record.score !== undefined && html`<small>${signed(record.score, 0)}</small>`}</button></li>`)}</ol>
    ${found.length > LISTED && html`<p class="faint">${t('moreGames', found.length - LISTED)}</p>`}
    ${list.cut && html`<p class="faint">${t('cutGames')}</p>`}
    ${faults.length > 0 && html`<details><summary>${t('faults', faults.length)}</summary><ul class="faults">${faults.slice(0, 100).map(f => html`<li>${f}</li>`)}</ul></details>`}
  </section>`;
}

/** What is going on, for everybody and for screen readers. */
export function Status() {
  const p = state.setup ?? shownPosition(), over = isOver(p), score = finalScore(p);
  let text = '';
  if (state.online === null) text = t('loading');
  else if (!state.online) text = t('offline');
  else if (state.setup) text = t('setUp');
  else if (over) text = score === 0 ? t('draw') : t('wins', t(score > 0 ? 'black' : 'white'), Math.abs(score));
  else if (state.thinking) text = t('thinking', sideName(p.side));
  else if (state.human !== null && p.side === state.human && state.at === lineOf(state.game).length) text = t('yourTurn');
  else text = t('toMove', sideName(p.side));
  return html`<div class="status">
    <span class="count"><i class="disc black" aria-hidden="true" />${count(p, 'X')}<i class="disc white" aria-hidden="true" />${count(p, 'O')}
      <span class="hidden">${t('discs', count(p, 'X'), count(p, 'O'))}</span></span>
    <span role="status" aria-live="polite" class=${state.online ? '' : 'warn'}>${[state.notice, text].filter(Boolean).join(' · ')}</span>
    ${state.human !== null && html`<button type="button" onClick=${analyse}>${t('analyseGame')}</button>`}
  </div>`;
}

