// The dialogs behind the buttons at the top.

import {useEffect, useRef, useState} from 'preact/hooks';

import {endSetup, engine, newGame, openDialog, showValues} from './actions.js';
import {download, fileOf, openFiles, openText} from './files.js';
import {recordOf} from './game.js';
import {START, format, isOver, isStart, parsePosition} from './rules.js';
import {changeSettings, state, update} from './state.js';
import {setLanguage, t} from './texts.js';
import {shownPosition} from './thoughts.js';
import {html} from './view.js';

/** @param {{title: string, children?: import('./view.js').Children}} props */
function Dialog({title, children}) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = ref.current, before = /** @type {HTMLElement | null} */ (document.activeElement);
    dialog?.showModal();
    return () => { // what has opened it has the focus again, however it was closed
      dialog?.close();
      before?.focus();
    };
  }, []);
  const outside = (/** @type {MouseEvent} */ e) => e.target === ref.current && openDialog(null);
  return html`<dialog ref=${ref} aria-label=${title} onClose=${() => ref.current && openDialog(null)} onClick=${outside}>
    <div class="inside"><header><h2>${title}</h2><button type="button" class="plain" aria-label=${t('close')} onClick=${() => openDialog(null)}>✕</button></header>
    ${children}</div></dialog>`;
}

/** @param {any} event @returns {string} */
const valueOf = event => event.target.value;

/**
 * Radio buttons.
 * @param {{name: string, legend: string, options: [string, string][], value: string, onChange: (value: string) => void}} props
 */
const Choice = ({name, legend, options, value, onChange}) => html`<fieldset><legend>${legend}</legend>
  ${options.map(([key, label]) => html`<label><input type="radio" name=${name} value=${key} checked=${key === value}
    onChange=${() => onChange(key)} /> ${label}</label>`)}</fieldset>`;

const SECONDS = [0.5, 1, 3, 10, 30];

/** How strong the engine plays, by the first letter of its option. @type {Record<string, 'level' | 'elo' | 'seconds'>} */
const STRENGTHS = {l: 'level', e: 'elo', s: 'seconds'};

/** @param {import('./state.js').Strength} strength @returns {string} such as l3 for level 3, e1200 for Elo 1200 */
function optionOf(strength) {
  const [kind, number] = Object.entries(strength)[0];
  return kind[0] + number;
}

/** @param {import('./protocol.js').Range} range @param {number} step @returns {number[]} with both ends */
function numbers({min, max}, step) {
  const all = Array.from({length: Math.ceil((max - min) / step)}, (_, i) => min + i * step);
  return [...all, max];
}

/** @param {{value: string, onChange: (value: string) => void}} props */
function StrengthChoice({value, onChange}) {
  const {level, elo} = state.about ?? {level: {min: 0, max: 30, default: 10}};
  const chosen = Number(value.slice(1));
  const groups = /** @type {[string, string, number[]][]} */ ([
    ['byLevel', 'l', numbers(level, 1)], ['byElo', 'e', elo ? numbers(elo, 100) : []], ['byTime', 's', [...SECONDS]]]);
  for (const [, kind, all] of groups) if (kind === value[0] && all.length > 0 && !all.includes(chosen)) all.push(chosen);
  return html`<label class="field">${t('strength')} <select value=${value} onChange=${(/** @type {any} */ e) => onChange(valueOf(e))}>
    ${groups.filter(([, , all]) => all.length > 0).map(([title, kind, all]) => html`<optgroup label=${t(title)}>
      ${all.sort((a, b) => a - b).map(n => html`<option value=${kind + n} selected=${value === kind + n}>${t(STRENGTHS[kind], n)}</option>`)}</optgroup>`)}</select></label>`;
}

function NewGame() {
  const {human, strength} = state.settings;
  const [side, setSide] = useState(human ?? 'both');
  const [from, setFrom] = useState('start');
  const [how, setHow] = useState(optionOf(strength));
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = /** @type {any} */ ({[STRENGTHS[how[0]]]: Number(how.slice(1))});
    newGame({human: side === 'both' ? null : /** @type {'X' | 'O'} */ (side), strength: chosen, here: from === 'here'});
  };
  const options = /** @type {[string, string][]} */ ([['X', t('black')], ['O', t('white')], ['both', t('both')]]);
  return html`<${Dialog} title=${t('newGame')}><form onSubmit=${begin}>
    <${Choice} name="side" legend=${t('opponent')} options=${options} value=${side} onChange=${setSide} />
    ${side !== 'both' && html`<${StrengthChoice} value=${how} onChange=${setHow} /><p class="faint small">${t('strengthHint')}</p>`}
    ${!isStart(shownPosition()) && !isOver(shownPosition()) && html`<${Choice} name="from" legend=${t('from')} options=${[['start', t('fromStart')], ['here', t('fromHere')]]} value=${from} onChange=${setFrom} />`}
    <footer><button type="submit" class="main">${t('start')}</button></footer></form></${Dialog}>`;
}

function Open() {
  const [text, setText] = useState('');
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) openText(text);
  };
  const choose = (/** @type {any} */ event) => openFiles([...event.target.files]);
  return html`<${Dialog} title=${t('openTitle')}><form onSubmit=${submit}>
    <p>${t('openHint')}</p>
    <p><label class="file"><input type="file" multiple onChange=${choose} /><span>${t('choose')}</span></label></p>
    <label class="field stacked">${t('paste')}<textarea rows="6" spellcheck=${false} value=${text} onInput=${(/** @type {any} */ e) => setText(valueOf(e))} /></label>
    ${state.faults.length > 0 && html`<div role="alert"><ul class="faults">${state.faults.slice(0, 8).map(f => html`<li>${f}</li>`)}</ul></div>`}
    <footer><button type="submit" class="main" disabled=${!text.trim()}>${t('read')}</button></footer></form></${Dialog}>`;
}

/** Formats with the extensions of their files. @type {[string, string][]} */
const FORMATS = [['sgf', '.sgf'], ['ggf', '.ggf'], ['pgn', '.pgn'], ['moves', '.txt'], ['obf', '.obf']];

/** @returns {string} a name for files of the game */
function fileName() {
  const {black, white} = state.game.facts;
  const names = [black?.name, white?.name].filter(Boolean).join('-').replace(/[^\p{L}\p{N}-]+/gu, '_');
  return names || 'kaeshi';
}

function Save() {
  const [kind, setKind] = useState('sgf');
  const [text, setText] = useState('');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    setCopied(false);
    let wanted = true;
    fileOf(kind).then(made => wanted && setText(made), error => wanted && setText(error.message === 'lost' ? t('offline') : error.message));
    return () => { wanted = false; };
  }, [kind]);
  const labels = {sgf: 'SGF', ggf: 'GGF', pgn: 'PGN', moves: t('formatText'), obf: t('formatPosition')};
  const extension = FORMATS.find(([name]) => name === kind)?.[1];
  return html`<${Dialog} title=${t('saveTitle')}>
    <${Choice} name="format" legend=${t('formatOf')} options=${FORMATS.map(([name]) => [name, labels[/** @type {keyof typeof labels} */ (name)]])} value=${kind} onChange=${setKind} />
    <textarea class="result" rows="6" readonly aria-label=${t('saveTitle')} value=${text} />
    <footer><button type="button" onClick=${() => navigator.clipboard?.writeText(text).then(() => setCopied(true))}>${t(copied ? 'copied' : 'copy')}</button>
      <button type="button" class="main" onClick=${() => download(fileName() + extension, text, 'text/plain')}>${t('download')}</button></footer></${Dialog}>`;
}

function Report() {
  const [level, setLevel] = useState(state.about?.level.default ?? 10);
  const [progress, setProgress] = useState(/** @type {{done: number, of: number} | null} */ (null));
  const [page, setPage] = useState('');
  const [fault, setFault] = useState('');
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);
  const begin = () => {
    setPage('');
    setFault('');
    setProgress({done: 0, of: 0});
    end.current = engine.ask({action: 'report', game: recordOf(state.game), level}, answer => {
      if (answer.error) {
        setFault(answer.lost ? t('offline') : answer.error);
        setProgress(null);
      } else if (answer.final) {
        setPage(answer.text);
        setProgress(null);
      } else setProgress({done: answer.done, of: answer.of});
    });
  };
  const show = () => window.open(URL.createObjectURL(new Blob([page], {type: 'text/html'})), '_blank', 'noopener');
  const {min, max} = state.about?.level ?? {min: 0, max: 30};
  return html`<${Dialog} title=${t('reportTitle')}>
    <p>${t('reportHint')}</p>
    <label class="field">${t('level', '')} <input type="number" min=${min} max=${max} value=${level} disabled=${progress !== null} onInput=${(/** @type {any} */ e) => setLevel(Math.max(min, Math.min(max, Number(valueOf(e)))))} /></label>
    ${progress && html`<p role="status"><progress max=${Math.max(1, progress.of)} value=${progress.done} aria-label=${t('reportTitle')} /> ${t('reportProgress', progress.done, progress.of)}</p>`}
    ${fault && html`<p class="faults" role="alert">${fault}</p>`}
    ${page && html`<p role="status">${t('reportReady')}</p>`}
    <footer>${page ? html`<button type="button" onClick=${show}>${t('openReport')}</button>
      <button type="button" class="main" onClick=${() => download(fileName() + '.html', page, 'text/html')}>${t('download')}</button>`
      : html`<button type="button" class="main" disabled=${progress !== null} onClick=${begin}>${t('reportStart')}</button>`}</footer></${Dialog}>`;
}

const THEMES = /** @type {[string, string][]} */ ([['auto', 'themeAuto'], ['light', 'themeLight'], ['dark', 'themeDark']]);
const SHOWN = /** @type {[string, string][]} */ ([['64', 'shownAll'], ['3', 'shownThree'], ['1', 'shownOne']]);

function Settings() {
  const {language, theme, shown} = state.settings;
  const speak = (/** @type {string} */ to) => {
    setLanguage(/** @type {'en' | 'ja'} */ (to));
    changeSettings({language: /** @type {'en' | 'ja'} */ (to)});
  };
  const translated = (/** @type {[string, string][]} */ options) => options.map(([key, text]) => [key, t(text)]);
  return html`<${Dialog} title=${t('settings')}>
    <${Choice} name="language" legend=${t('language')} options=${[['en', 'English'], ['ja', '日本語']]} value=${language} onChange=${speak} />
    <${Choice} name="theme" legend=${t('theme')} options=${translated(THEMES)} value=${theme} onChange=${(/** @type {any} */ to) => changeSettings({theme: to})} />
    <${Choice} name="shown" legend=${t('shown')} options=${translated(SHOWN)} value=${String(shown)} onChange=${(/** @type {string} */ to) => showValues(Number(to))} />
    </${Dialog}>`;
}

const HELP_KEYS = ['keyStep', 'keyEnds', 'keyBoard', 'keyUndo', 'keyAnalysis', 'keyHint'];

const Help = () => html`<${Dialog} title=${t('help')}>
  <h3>${t('helpKeys')}</h3><ul>${HELP_KEYS.map(key => html`<li>${t(key)}</li>`)}</ul>
  <p>${t('helpValues')}</p>${state.about && html`<p class="faint">${t('version', state.about.version)}</p>`}</${Dialog}>`;

const DIALOGS = {new: NewGame, open: Open, save: Save, report: Report, settings: Settings, help: Help};

export const CurrentDialog = () => state.dialog && html`<${DIALOGS[state.dialog]} key=${state.dialog} />`;

/** What stands beside the board while a position is set up. */
export function Setup() {
  const s = state.setup;
  const [text, setText] = useState(/** @type {string | null} */ (null));
  if (!s) return null;
  const given = text === null ? null : parsePosition(text.toUpperCase()), p = {squares: s.squares, side: s.side};
  const change = (/** @type {Partial<NonNullable<typeof s>>} */ patch) => update({setup: {...s, ...patch}});
  const type = (/** @type {any} */ event) => {
    setText(valueOf(event));
    const read = parsePosition(valueOf(event).toUpperCase());
    if (read) change(read);
  };
  return html`<section class="setup" aria-label=${t('setUp')}>
    <p>${t('setUpHint')}</p>
    <${Choice} name="tool" legend=${t('tool')} options=${[['X', t('black')], ['O', t('white')], ['-', t('empty')]]} value=${s.tool} onChange=${(/** @type {string} */ tool) => change({tool})} />
    <${Choice} name="mover" legend=${t('mover')} options=${[['X', t('black')], ['O', t('white')]]} value=${s.side} onChange=${(/** @type {any} */ side) => change({side})} />
    <p><button type="button" onClick=${() => { setText(null); change({squares: '-'.repeat(64)}); }}>${t('clear')}</button>
      <button type="button" onClick=${() => { setText(null); change(START); }}>${t('initial')}</button></p>
    <label class="field stacked">${t('positionText')}<textarea rows="3" spellcheck=${false} value=${text !== null && !given ? text : format(p)} onInput=${type} /></label>
    ${text !== null && !given && html`<p class="faults" role="alert">${t('badPosition')}</p>`}
    ${isOver(p) && html`<p class="faint">${t('noMoveThere')}</p>`}
    <footer><button type="button" onClick=${() => endSetup(false)}>${t('cancel')}</button>
      <button type="button" class="main" onClick=${() => endSetup(true)}>${t('done')}</button></footer></section>`;
}

