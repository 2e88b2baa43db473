// The value of the game for Black, ply by ply. A click goes there; so do the arrow keys.

import {goTo} from './actions.js';
import {lineOf} from './game.js';
import {state} from './state.js';
import {signed, t} from './texts.js';
import {gradeOf, lossAt, valueAt} from './thoughts.js';
import {html} from './view.js';

const WIDTH = 640, HEIGHT = 120, LEFT = 34, RIGHT = 8, TOP = 8, BOTTOM = 8;

/** @param {number[]} values @returns {number} a round number that none goes beyond */
const limitOf = values => Math.min(64, Math.max(8, Math.ceil(Math.max(...values.map(Math.abs), 0) / 8) * 8));

/** @param {KeyboardEvent} event */
function step(event) {
  const to = {ArrowLeft: state.at - 1, ArrowRight: state.at + 1, Home: 0, End: lineOf(state.game).length}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  goTo(to);
}

export function Graph() {
  const line = lineOf(state.game), plies = Math.max(line.length, 1);
  const values = Array.from({length: line.length + 1}, (_, turn) => valueAt(turn));
  const limit = limitOf(values.map(v => v ?? 0));
  const x = (/** @type {number} */ turn) => LEFT + ((WIDTH - LEFT - RIGHT) * turn) / plies;
  const y = (/** @type {number} */ value) => TOP + ((HEIGHT - TOP - BOTTOM) * (limit - value)) / (2 * limit);
  const points = values.flatMap((value, turn) => (value === null ? [] : [{turn, value}]));
  // Nothing is drawn over plies that nobody has judged.
  const runs = points.map((point, i) => (i > 0 && points[i - 1].turn === point.turn - 1 ? 'L' : 'M'));
  const path = points.map(({turn, value}, i) => `${runs[i]}${x(turn).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const area = points.map(({turn, value}, i) => {
    const top = `${x(turn).toFixed(1)} ${y(value).toFixed(1)}`, foot = `${x(turn).toFixed(1)} ${y(0)}`;
    return (runs[i] === 'M' ? `M${foot}` : '') + `L${top}` + (runs[i + 1] === 'L' ? '' : `L${foot}Z`);
  }).join('');
  const here = values[state.at];
  if (state.human !== null && points.length < 2) return null; // a game that is still to be played
  const text = t('graphAt', state.at, here === null ? t('unknownValue') : signed(here));
  /** @param {MouseEvent} event */
  const click = event => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    goTo(Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * plies));
  };
  return html`<section class="graph">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="slider" tabindex="0" aria-label=${t('graph')} aria-valuemin="0" aria-valuemax=${line.length}
      aria-valuenow=${state.at} aria-valuetext=${text} onClick=${click} onKeyDown=${step} preserveAspectRatio="none">
      <title>${t('graph')}</title>
      <clipPath id="above"><rect x="0" y="0" width=${WIDTH} height=${y(0)} /></clipPath>
      <clipPath id="below"><rect x="0" y=${y(0)} width=${WIDTH} height=${HEIGHT} /></clipPath>
      ${[limit, limit / 2, -limit / 2, -limit].map(v => html`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(v)} y2=${y(v)} />`)}
      <path class="area-black" d=${area} clip-path="url(#above)" /><path class="area-white" d=${area} clip-path="url(#below)" />
      <line class="zero" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(0)} y2=${y(0)} />
      <path class="curve" d=${path} />
      <line class="here" x1=${x(state.at)} x2=${x(state.at)} y1=${TOP} y2=${HEIGHT - BOTTOM} />
      ${line.map((_, turn) => {
        const grade = gradeOf(lossAt(turn)), value = values[turn + 1];
        return grade && value !== null && html`<circle class=${`mark ${grade.name}`} cx=${x(turn + 1)} cy=${y(value)} r="4" />`;
      })}
      ${here !== null && html`<circle class="spot" cx=${x(state.at)} cy=${y(here)} r="4.5" />`}
      ${[limit, 0, -limit].map(v => html`<text x=${LEFT - 6} y=${y(v) + (v > 0 ? 8 : v < 0 ? 0 : 4)} text-anchor="end">${signed(v, 0)}</text>`)}
    </svg>
  </section>`;
}
