// The JSON of the engine, as kaeshi analyze --schema has it, and the two ways to it: a
// WebSocket to kaeshi web, or a worker of this page.

/** @typedef {{move: string, score: number, bound: string, stage: string, depth: number, selectivity: number, pv: string[]}} Line */
/**
 * @typedef {object} Analysis
 * @property {number} turn
 * @property {boolean} final
 * @property {string} position
 * @property {string} stage
 * @property {number} depth
 * @property {number} selectivity
 * @property {number} [score]
 * @property {Line[]} moves
 * @property {number} nodes
 * @property {number} seconds
 */
/** @typedef {{en?: string, ja?: string}} OpeningName */
/** @typedef {{move: string, score: number, games: number, depth: number, name?: OpeningName}} BookMove */
/** @typedef {{position: string, name?: OpeningName, moves: BookMove[]}} BookAnswer */
/** @typedef {{name?: string, rating?: string, clock?: string}} Player */
/** @typedef {{ply: number, eval?: number, seconds?: number, comment?: string}} Note */
/**
 * @typedef {object} GameRecord
 * @property {string} moves
 * @property {string} [position]
 * @property {Player} [black]
 * @property {Player} [white]
 * @property {string} [event]
 * @property {string} [date]
 * @property {number} [score]
 * @property {string} [ending]
 * @property {Note[]} [notes]
 * @property {{move: string, score: number}[]} [known]
 */
/** @typedef {{min: number, max: number, default: number}} Range */
/** @typedef {{version: string, searches: number, level: Range, elo?: Range}} About */
/** @typedef {{id: string, error?: string, lost?: boolean, final?: boolean} & Record<string, any>} Answer */
/** @typedef {(answer: Answer) => void} Listener */

/**
 * A way to the engine.
 * @typedef {object} Transport
 * @property {(line: string) => void} send
 */

/** The engine, wherever it is. It comes back by itself when it was gone. */
export class Engine {
  /** @param {(online: boolean) => void} changed is told when the engine comes and goes */
  constructor(changed) {
    /** @type {Map<string, {listener: Listener, left: number}>} by id: who hears, and how many last answers are to come */
    this.open = new Map();
    /** @type {Transport | null} */
    this.transport = null;
    this.count = 0;
    this.changed = changed;
    const connect = document.documentElement.dataset.engine === 'worker' ? connectWorker : connectSocket;
    connect({
      ready: transport => {
        this.transport = transport;
        changed(true);
      },
      line: text => this.take(JSON.parse(text)),
      gone: () => this.lose(),
    });
  }

  /** @param {Answer} answer */
  take(answer) {
    const asked = this.open.get(answer.id);
    if (!asked) return;
    if (answer.error || (answer.final !== false && --asked.left === 0)) this.open.delete(answer.id);
    asked.listener(answer);
  }

  lose() {
    const asked = [...this.open];
    this.open.clear();
    if (this.transport) {
      this.transport = null;
      this.changed(false);
    }
    for (const [id, {listener}] of asked) listener({id, error: 'lost', lost: true});
  }

  /**
   * Asks, and returns how to stop asking: nothing is heard after it.
   * @param {Record<string, any>} query @param {Listener} listener @returns {() => void}
   */
  ask(query, listener) {
    const id = `q${++this.count}`;
    if (!this.transport) {
      queueMicrotask(() => listener({id, error: 'lost', lost: true}));
      return () => {};
    }
    this.open.set(id, {listener, left: query.turns?.length ?? 1});
    this.transport.send(JSON.stringify({id, ...query}));
    return () => {
      if (!this.open.delete(id) || !this.transport) return;
      this.transport.send(JSON.stringify({id: `q${++this.count}`, action: 'terminate', terminate: id}));
    };
  }

  /** @param {Record<string, any>} query @returns {Promise<Answer>} */
  request(query) {
    return new Promise((resolve, reject) =>
      this.ask(query, answer => {
        if (answer.error) reject(new Error(answer.error));
        else if (answer.final !== false) resolve(answer);
      }),
    );
  }
}

/** @typedef {{ready: (t: Transport) => void, line: (text: string) => void, gone: () => void}} Events */

const FIRST_WAIT = 250, LONGEST_WAIT = 4000; // milliseconds between tries

/** @param {Events} events */
function connectSocket(events) {
  let wait = FIRST_WAIT;
  const connect = () => {
    const address = new URL('ws', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    address.search = address.hash = '';
    const socket = new WebSocket(address);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      events.ready({send: line => socket.send(line)});
    };
    socket.onmessage = message => events.line(message.data);
    socket.onclose = () => {
      events.gone();
      setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
  };
  connect();
}

/** @param {Events} events */
function connectWorker(events) {
  const worker = new Worker('js/worker.js');
  worker.onmessage = message => {
    if (message.data === 'ready') events.ready({send: line => worker.postMessage(line)});
    else events.line(message.data);
  };
  worker.onerror = () => events.gone();
}
