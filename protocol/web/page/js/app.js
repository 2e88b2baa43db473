// The whole page.

import {render} from 'preact';

import {begin, beginSetup, canUndo, goTo, hint, openDialog, toggleAnalysis, undo} from './actions.js';
import {Board} from './board.js';
import {CurrentDialog, Setup} from './dialogs.js';
import {acceptDrops} from './files.js';
import {lineOf} from './game.js';
import {Graph} from './graph.js';
import {Analysis, Book, GameList, Moves, Status} from './panel.js';
import {beginDrawing, onDraw, state, update} from './state.js';
import {openingName, setLanguage, t} from './texts.js';
import {Button, html} from './view.js';

/** Copies the address, which carries the game. */
async function copyLink() {
  await new Promise(resolve => setTimeout(resolve, 150)); // until the address has the last step
  try {
    await navigator.clipboard.writeText(location.href);
    update({notice: t('linkCopied')});
  } catch {
    prompt(t('link'), location.href);
  }
}

function players() {
  const {black, white, event, date} = state.game.facts;
  if (!black?.name && !white?.name) return '';
  return [`${black?.name ?? '?'} – ${white?.name ?? '?'}`, event, date].filter(Boolean).join(', ');
}

const Top = () => html`<header class="top">
  <h1>Kaeshi</h1>
  <p class="opening" title=${t('name')}>${players() || openingName(state.book?.name)}</p>
  <nav aria-label=${t('menu')}>
    <${Button} icon="newGame" words label=${t('newGame')} onClick=${() => openDialog('new')} />
    <${Button} icon="open" words label=${t('open')} onClick=${() => openDialog('open')} />
    <${Button} icon="save" words label=${t('save')} onClick=${() => openDialog('save')} />
    <${Button} icon="setUp" words label=${t('setUp')} onClick=${beginSetup} />
    <${Button} icon="report" words label=${t('report')} disabled=${lineOf(state.game).length === 0} onClick=${() => openDialog('report')} />
    <${Button} icon="link" label=${t('link')} onClick=${copyLink} />
    <${Button} icon="settings" label=${t('settings')} onClick=${() => openDialog('settings')} />
    <${Button} icon="help" label=${t('help')} onClick=${() => openDialog('help')} />
  </nav>
</header>`;

function Steps() {
  const {at, human} = state, end = lineOf(state.game).length;
  return html`<div class="steps" role="group" aria-label=${t('moves')}>
    <${Button} icon="first" label=${t('first')} disabled=${at === 0} onClick=${() => goTo(0)} />
    <${Button} icon="back" label=${t('back')} disabled=${at === 0} onClick=${() => goTo(at - 1)} />
    <${Button} icon="next" label=${t('next')} disabled=${at === end} onClick=${() => goTo(at + 1)} />
    <${Button} icon="last" label=${t('last')} disabled=${at === end} onClick=${() => goTo(end)} />
    <${Button} icon="undo" label=${t('undo')} disabled=${!canUndo()} onClick=${undo} />
    ${human !== null && html`<${Button} icon="hint" label=${t('hint')} pressed=${state.hinting} disabled=${state.thinking} onClick=${hint} />`}
  </div>`;
}

function App() {
  return html`<${Top} />
    <main class=${state.setup ? 'setting' : ''}>
      <div class="table"><${Board} /><${Status} /></div>
      ${state.setup ? html`<div class="side"><${Setup} /></div>` : html`<div class="side">
        ${state.list && html`<${GameList} />`}<${Analysis} /><${Moves} /><${Steps} /><${Graph} /><${Book} /></div>`}
    </main>
    ${state.dropping && html`<div class="drop" aria-hidden="true">${t('dropHere')}</div>`}
    <${CurrentDialog} />`;
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => goTo(state.at - 1), ArrowRight: () => goTo(state.at + 1), Home: () => goTo(0),
  End: () => goTo(lineOf(state.game).length), z: undo, a: toggleAnalysis, h: hint,
};

addEventListener('keydown', event => {
  const at = /** @type {Element} */ (event.target);
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const step = (plain || (event.key === 'z' && !event.altKey)) && KEYS[event.key];
  if (!step || state.dialog || state.setup || at.closest('textarea, input, select')) return;
  event.preventDefault();
  step();
});

onDraw(() => {
  document.documentElement.dataset.theme = state.settings.theme;
  document.title = t('title');
  render(html`<${App} />`, /** @type {Element} */ (document.getElementById('page')));
});
setLanguage(state.settings.language);
acceptDrops();
begin();
beginDrawing();
