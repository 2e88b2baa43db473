// Runs the engine beside the page where no server does: each message is a query, each
// answer a message, as over the WebSocket.

/** @type {string[]} */
const early = []; // queries before the engine is ready

// @ts-ignore: the script of the Go toolchain
importScripts('../engine/wasm_exec.js');

const scope = /** @type {any} */ (self);

scope.kaeshiReady = () => {
  postMessage('ready');
  for (const line of early.splice(0)) scope.kaeshiLine(line);
};

onmessage = message => {
  if (scope.kaeshiLine) scope.kaeshiLine(message.data);
  else early.push(message.data);
};

async function start() {
  const packed = await fetch('../engine/kaeshi.wasm.gz');
  if (!packed.ok || !packed.body) throw new Error(`kaeshi.wasm.gz: ${packed.status}`);
  // A server that knows what .gz is has the browser unpack it on the way.
  const isPacked = packed.headers.get('Content-Encoding') === null;
  const code = isPacked ? packed.body.pipeThrough(new DecompressionStream('gzip')) : packed.body;
  const go = new scope.Go();
  const {instance} = await WebAssembly.instantiateStreaming(new Response(code, {headers: {'Content-Type': 'application/wasm'}}), go.importObject);
  go.run(instance);
}

start();
