// Files that are opened and saved. The engine's own parsers read them; nothing is kept on
// the server.

import {engine, showRecord} from './actions.js';
import {recordOf} from './game.js';
import {state, update} from './state.js';
import {t} from './texts.js';

/** @typedef {import('./protocol.js').GameRecord} GameRecord */
/** @typedef {{name: string, text?: string, base64?: string, beside?: {name: string, base64: string}[]}} Source */

const LARGEST = 8 << 20; // bytes of a file

/** @param {Blob} file @returns {Promise<string>} */
function base64Of(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** @param {string} name */
const isNameList = name => /\.(jou|trn)$/i.test(name);

/** Opens files that were chosen or dropped, each with the lists of names beside it. @param {File[]} files */
export async function openFiles(files) {
  const large = files.filter(f => f.size > LARGEST), small = files.filter(f => f.size <= LARGEST);
  const beside = await Promise.all(small.filter(f => isNameList(f.name)).map(async f => ({name: f.name, base64: await base64Of(f)})));
  const sources = await Promise.all(small.filter(f => !isNameList(f.name)).map(async f => {
    const source = {name: f.name, base64: await base64Of(f)};
    return /\.wtb$/i.test(f.name) && beside.length > 0 ? {...source, beside} : source;
  }));
  await openSources(sources, large.map(f => t('tooLarge', f.name)));
}

/** Opens what was pasted. @param {string} text */
export const openText = text => openSources([{name: '', text}], []);

/** @param {Source[]} sources @param {string[]} faults */
async function openSources(sources, faults) {
  /** @type {GameRecord[]} */
  const records = [];
  let cut = false;
  for (const source of sources) {
    try {
      const answer = await engine.request({action: 'read', ...source});
      records.push(...answer.games);
      faults.push(...answer.faults);
      cut ||= answer.more === true;
    } catch (error) {
      const why = /** @type {Error} */ (error).message;
      faults.push(why === 'lost' ? t('offline') : why);
    }
  }
  const name = sources.map(s => s.name).filter(Boolean).join(', ') || t('paste');
  if (records.length === 0) return update({faults, dialog: 'open'});
  const notice = t('opened', name);
  update({faults, dialog: null, list: records.length > 1 || faults.length > 0 ? {name, records, cut, chosen: 0} : null});
  showRecord(records[0], notice);
}

/** The game shown as a file. @param {string} format @returns {Promise<string>} */
export async function fileOf(format) {
  const answer = await engine.request({action: 'write', format, games: [recordOf(state.game)]});
  return answer.text;
}

/** Gives a file to the browser to keep. @param {string} name @param {string} content @param {string} type */
export function download(name, content, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A file may be dropped anywhere. */
export function acceptDrops() {
  const hasSomething = (/** @type {DragEvent} */ e) => [...(e.dataTransfer?.types ?? [])].some(type => type === 'Files' || type === 'text/plain');
  addEventListener('dragover', event => {
    if (!hasSomething(event)) return;
    event.preventDefault();
    if (!state.dropping) update({dropping: true});
  });
  addEventListener('dragleave', event => {
    if (!event.relatedTarget) update({dropping: false});
  });
  addEventListener('drop', event => {
    event.preventDefault();
    update({dropping: false});
    const files = [...(event.dataTransfer?.files ?? [])], text = event.dataTransfer?.getData('text/plain');
    if (files.length > 0) openFiles(files);
    else if (text) openText(text);
  });
  addEventListener('paste', event => {
    const at = /** @type {Element} */ (event.target), text = event.clipboardData?.getData('text/plain');
    if (at.closest?.('textarea, input') || !text?.trim()) return;
    openText(text);
  });
}
