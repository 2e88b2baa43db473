// Every text of the page in both languages, in one table. {0} stands for what is put in.

/** @typedef {'en' | 'ja'} Language */

/** @type {Record<string, [en: string, ja: string]>} */
const TEXTS = {
  title: ['Kaeshi, an Othello board', 'Kaeshi オセロ盤'],
  black: ['Black', '黒'],
  white: ['White', '白'],
  draw: ['Draw', '引き分け'],
  wins: ['{0} wins by {1}', '{0}の{1}石勝ち'],
  toMove: ['{0} to move', '{0}の番'],
  thinking: ['{0} is thinking', '{0}が考えています'],
  passes: ['{0} passes', '{0}はパス'],
  plays: ['{0} plays {1}', '{0}は{1}'],
  yourTurn: ['Your move', 'あなたの番です'],
  even: ['Even', '互角'],
  ahead: ['{0} +{1}', '{0} +{1}'],
  discs: ['Black {0}, White {1}', '黒{0}、白{1}'],

  newGame: ['New game', '新しい対局'],
  open: ['Open', '開く'],
  save: ['Save', '保存'],
  setUp: ['Set up', '局面編集'],
  link: ['Copy link', 'リンクをコピー'],
  badLink: ['The address has no game that can be played', 'アドレスの棋譜は読み込めません'],
  linkCopied: ['The link is copied', 'リンクをコピーしました'],
  report: ['Report', '棋譜解析'],
  help: ['Help', 'ヘルプ'],
  settings: ['Settings', '設定'],
  language: ['Language', '言語'],
  theme: ['Colours', '配色'],
  themeAuto: ['as the system', 'システムに合わせる'],
  themeLight: ['light', 'ライト'],
  themeDark: ['dark', 'ダーク'],
  shown: ['Values shown', '表示する評価値'],
  shownAll: ['of all moves', 'すべての手'],
  shownThree: ['of the best three', '上位3手'],
  shownOne: ['of the best', '最善手のみ'],
  close: ['Close', '閉じる'],
  cancel: ['Cancel', 'キャンセル'],
  done: ['Done', '完了'],
  menu: ['Actions', '操作'],

  board: ['Board', '盤面'],
  empty: ['empty', '空き'],
  playable: ['playable', '着手可能'],
  first: ['To the start', '最初へ'],
  back: ['Back', '戻る'],
  next: ['Forward', '進む'],
  last: ['To the end', '最後へ'],
  undo: ['Undo', '元に戻す'],
  hint: ['Hint', 'ヒント'],

  analysis: ['Analysis', '解析'],
  analysisOff: ['Analysis is off', '解析はオフです'],
  depth: ['depth {0}', '深さ{0}'],
  toEnd: ['to the end', '最終まで'],
  proved: ['proved', '確定'],
  outcomeProved: ['win, draw or loss proved', '勝敗確定'],
  nodes: ['{0} nodes', '{0}ノード'],
  perSecond: ['{0}/s', '毎秒{0}'],
  gameOver: ['The game is over', '終局'],
  waiting: ['Searching', '探索中'],
  offline: ['No connection to the engine; trying again', 'エンジンに接続できません。再接続中'],
  loading: ['Loading the engine', 'エンジンを読み込んでいます'],

  moves: ['Moves', '棋譜'],
  noMoves: ['No moves yet', 'まだ手がありません'],
  otherLine: ['Another line from move {0}', '{0}手目からの変化'],
  backToGame: ['Back to the game', '棋譜に戻る'],
  keepLine: ['Keep this line', 'この変化を棋譜にする'],
  loses: ['loses {0}', '{0}損'],
  inaccuracy: ['inaccuracy', '疑問手'],
  mistake: ['mistake', '悪手'],
  blunder: ['blunder', '大悪手'],
  judging: ['Judging moves: {0} of {1}', '各手を評価中 {0}/{1}'],
  graph: ['Value for Black over the game', '黒から見た評価値の推移'],
  graphAt: ['Move {0}: {1}', '{0}手目 {1}'],
  unknownValue: ['not judged yet', '未評価'],

  book: ['Book', '定石'],
  outOfBook: ['The book does not know this position', '定石にない局面です'],
  move: ['Move', '手'],
  value: ['Value', '評価'],
  games: ['Games', '対局数'],
  name: ['Name', '名称'],

  opponent: ['You play', '手番'],
  both: ['Both sides, with analysis', '両方(解析)'],
  strength: ['Kaeshi plays', 'Kaeshiの強さ'],
  level: ['Level {0}', 'レベル{0}'],
  elo: ['Elo {0}', 'Elo {0}'],
  seconds: ['{0} s a move', '1手{0}秒'],
  byLevel: ['By level', 'レベル'],
  byElo: ['Like a person, by Elo', '人間らしく(Elo)'],
  byTime: ['By time', '考慮時間'],
  from: ['From', '開始局面'],
  fromStart: ['the start', '初期局面'],
  fromHere: ['the position shown', '表示中の局面'],
  start: ['Start', '開始'],
  against: ['A game against Kaeshi, {0}', 'Kaeshi({0})と対局中'],
  strengthHint: ['Level 0 is for beginners; each level more is stronger. By Elo it plays, and errs, like a person of that strength.', 'レベル0は初心者向けです。数字が大きいほど強くなります。Eloを選ぶと、その強さの人のように打ちます。'],
  analyseGame: ['Analyse', '解析する'],

  openTitle: ['Open games', '棋譜を開く'],
  openHint: ['Drop files on the page, choose them, or paste moves, OBF, GGF, SGF or PGN.', 'ファイルをドロップまたは選択するか、着手列、OBF、GGF、SGF、PGNを貼り付けてください。'],
  paste: ['Moves or a game', '着手列または棋譜'],
  choose: ['Choose files', 'ファイルを選択'],
  read: ['Open', '開く'],
  gamesOf: ['{0}: {1} games', '{0}: {1}局'],
  filter: ['Find', '検索'],
  moreGames: ['{0} more: find them by a word', '他{0}局(語句で絞り込み)'],
  cutGames: ['Only the first 10,000 games are here', '最初の10,000局のみ'],
  faults: ['{0} could not be read', '{0}件は読み込めませんでした'],
  tooLarge: ['{0} is larger than 8 MB', '{0}は8 MBを超えています'],
  opened: ['{0} opened', '{0}を開きました'],
  dropHere: ['Drop to open', 'ドロップして開く'],
  closeList: ['Close list', '一覧を閉じる'],

  saveTitle: ['Save the game', '棋譜を保存'],
  formatOf: ['Format', '形式'],
  formatText: ['Text: moves', 'テキスト(着手列)'],
  formatPosition: ['OBF: the position', 'OBF(局面)'],
  download: ['Save file', 'ファイルに保存'],
  copy: ['Copy', 'コピー'],
  copied: ['Copied', 'コピーしました'],

  tool: ['A click sets', 'クリックで置く石'],
  mover: ['To move', '手番'],
  setUpHint: ['Click squares to set them.', 'マスをクリックして石を置きます。'],
  clear: ['Clear', '全消去'],
  initial: ['Start position', '初期局面'],
  positionText: ['Position (64 of X, O, - and the side)', '局面(X・O・-の64文字と手番)'],
  badPosition: ['64 of X, O and -, a blank, and X or O', 'X・O・-の64文字、空白、XまたはO'],
  noMoveThere: ['No side can move there; it can be set up all the same', 'どちらも打てない局面です(設定は可能)'],

  reportTitle: ['Report on this game', 'この棋譜の解析レポート'],
  reportHint: ['What each move lost and what would have been better, on one page that can be kept.', '各手の損失と最善手を1ページにまとめて保存できます。'],
  reportStart: ['Write report', '作成'],
  reportProgress: ['{0} of {1} moves', '{1}手中{0}手'],
  reportReady: ['The report is ready', 'レポートができました'],
  openReport: ['Show', '表示'],

  helpKeys: ['Keys', 'キー操作'],
  keyStep: ['Left, Right: step through the game', '←→: 一手ずつ移動'],
  keyEnds: ['Home, End: to the start, to the end', 'Home・End: 最初・最後へ'],
  keyBoard: ['On the board: arrows choose a square, Enter plays', '盤上: 矢印で選択、Enterで着手'],
  keyUndo: ['Z: undo', 'Z: 元に戻す'],
  keyAnalysis: ['A: analysis on or off', 'A: 解析の切替'],
  keyHint: ['H: hint', 'H: ヒント'],
  helpValues: ['Values on squares are discs for the side to move; those of the graph are for Black. ?! loses 2 discs or more, ? 4, ?? 8. A value with ! is proved.', 'マスの数字は手番側から見た石差、グラフは黒から見た値です。?!は2石以上、?は4石以上、??は8石以上の損。!付きは確定値です。'],
  version: ['Kaeshi {0}', 'Kaeshi {0}'],
};

/** @type {Language} */
let language = 'en';

/** @param {Language} to */
export function setLanguage(to) {
  language = to;
  document.documentElement.lang = to;
}

/** @returns {Language} */
export const currentLanguage = () => language;

/** @param {string} key @param {(string | number)[]} parts @returns {string} */
export function t(key, ...parts) {
  const text = TEXTS[key][language === 'ja' ? 1 : 0];
  return text.replace(/\{(\d)\}/g, (_, i) => String(parts[Number(i)]));
}

/** @param {import('./rules.js').Side} side */
export const sideName = side => t(side === 'X' ? 'black' : 'white');

/** An opening's name, in the language of the page if there is one. @param {import('./protocol.js').OpeningName} [name] */
export const openingName = name => (language === 'ja' ? name?.ja ?? name?.en : name?.en ?? name?.ja) ?? '';

/** @param {number} value @param {number} digits @returns {string} with a true minus sign */
export function signed(value, digits = 1) {
  const size = Math.abs(value).toFixed(digits);
  if (Number(size) === 0) return size;
  return (value < 0 ? '\u2212' : '+') + size;
}

/** @param {number} n @returns {string} such as 12,345, without the tables of all languages that a browser loads for it */
export const grouped = n => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** @param {number} n @returns {string} such as 1.2 M */
export function short(n) {
  for (const [size, unit] of /** @type {[number, string][]} */ ([[1e9, ' G'], [1e6, ' M'], [1e3, ' k']])) {
    if (n >= size) return (n / size).toFixed(n >= 100 * size ? 0 : 1) + unit;
  }
  return String(n);
}

/** For tests: keys that lack a text. @returns {string[]} */
export const untranslated = () => Object.keys(TEXTS).filter(key => TEXTS[key].some(text => !text));
