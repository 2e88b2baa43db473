// The rules, so that a click is answered at once and without the engine.

/** @typedef {'X' | 'O'} Side black or white */
/** @typedef {{squares: string, side: Side}} Position 64 of X, O and -, from a1 to h8, and who is to move */

/** A ply that is no square. */
export const PASS = 64;

/** @type {Position} */
export const START = {squares: '-'.repeat(27) + 'OX' + '-'.repeat(6) + 'XO' + '-'.repeat(27), side: 'X'};

const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

/** @param {Side} side @returns {Side} */
export const other = side => (side === 'X' ? 'O' : 'X');

/**
 * The discs that a move would turn; none if it is not legal.
 * @param {Position} p @param {number} square @returns {number[]}
 */
export function flips({squares, side}, square) {
  if (squares[square] !== '-') return [];
  const turned = [], enemy = other(side);
  for (const [dx, dy] of DIRECTIONS) {
    let x = (square % 8) + dx, y = (square >> 3) + dy;
    const run = [];
    while (x >= 0 && x < 8 && y >= 0 && y < 8 && squares[8 * y + x] === enemy) {
      run.push(8 * y + x);
      x += dx;
      y += dy;
    }
    if (run.length > 0 && x >= 0 && x < 8 && y >= 0 && y < 8 && squares[8 * y + x] === side) turned.push(...run);
  }
  return turned;
}

/** @type {WeakMap<Position, number[]>} */
const known = new WeakMap();

/** @param {Position} p @returns {number[]} the squares where the side to move may play */
export function legalMoves(p) {
  let moves = known.get(p);
  if (!moves) {
    moves = [];
    for (let square = 0; square < 64; square++) if (flips(p, square).length > 0) moves.push(square);
    known.set(p, moves);
  }
  return moves;
}

/** @param {Position} p @returns {Position} */
const passed = p => ({squares: p.squares, side: other(p.side)});

/** @param {Position} p */
export const mustPass = p => legalMoves(p).length === 0 && legalMoves(passed(p)).length > 0;

/** @param {Position} p */
export const isOver = p => legalMoves(p).length === 0 && legalMoves(passed(p)).length === 0;

/**
 * The position after a legal ply.
 * @param {Position} p @param {number} ply @returns {Position}
 */
export function play(p, ply) {
  if (ply === PASS) return passed(p);
  const squares = [...p.squares];
  for (const square of flips(p, ply)) squares[square] = p.side;
  squares[ply] = p.side;
  return {squares: squares.join(''), side: other(p.side)};
}

/** @param {Position} p @param {number} ply */
export const isLegal = (p, ply) => (ply === PASS ? mustPass(p) : legalMoves(p).includes(ply));

/** @param {Position} p @param {string} what */
export const count = (p, what) => p.squares.split(what).length - 1;

/** @param {Position} p @returns {number} discs for Black as if the game were over: the empties are the winner's */
export function finalScore(p) {
  const lead = count(p, 'X') - count(p, 'O');
  return lead + Math.sign(lead) * count(p, '-');
}

/** @param {number} ply @returns {string} */
export const plyName = ply => (ply === PASS ? 'PASS' : 'ABCDEFGH'[ply % 8] + ((ply >> 3) + 1));

/** @param {string} name @returns {number} a ply, or -1 */
export function parsePly(name) {
  if (name.toUpperCase() === 'PASS') return PASS;
  const match = /^([a-h])([1-8])$/i.exec(name);
  return match ? 'ABCDEFGH'.indexOf(match[1].toUpperCase()) + 8 * (Number(match[2]) - 1) : -1;
}

/** @param {Position} p @returns {string} as the engine writes it */
export const format = p => p.squares + ' ' + p.side;

/** @param {string} text @returns {Position | null} */
export function parsePosition(text) {
  const match = /^([XO-]{64}) ?([XO])$/.exec(text.trim());
  return match ? {squares: match[1], side: /** @type {Side} */ (match[2])} : null;
}

/** Where a game begins. @param {Position} p */
export const isStart = p => format(p) === format(START);
