'use strict';
// Steps through a game: the boards stand in the rows of its table of moves. Nothing
// here comes from the game.
(() => {
  const colours = {X: ['#111111', '#111111'], O: ['#f7f7f7', '#222222'], '-': ['none', 'none']};
  const here = 'rgba(31,95,168,0.2)';

  const stepper = article => {
    const circles = article.querySelectorAll('.board circle');
    const strips = article.querySelectorAll('.graph rect[pointer-events]');
    const rows = [...article.querySelectorAll('tr[data-board]')];
    let at = rows.length - 1;

    const paint = (circle, [fill, stroke]) => {
      circle.setAttribute('fill', fill);
      circle.setAttribute('stroke', stroke);
    };
    const mark = (circle, square, fill) => {
      if (square) {
        circle.setAttribute('cx', circles[square].getAttribute('cx'));
        circle.setAttribute('cy', circles[square].getAttribute('cy'));
      }
      paint(circle, square ? [fill, '#222222'] : ['none', 'none']);
    };
    const isSeen = row => {
      const box = row.getBoundingClientRect();
      return box.bottom > 0 && box.top < innerHeight;
    };
    const show = to => {
      const follow = isSeen(rows[at]);
      rows[at].classList.remove('here');
      if (at > 0) strips[at - 1].setAttribute('fill', 'none');
      at = Math.min(Math.max(to, 0), rows.length - 1);
      const row = rows[at];
      row.classList.add('here');
      if (at > 0) strips[at - 1].setAttribute('fill', here);
      [...row.dataset.board].forEach((disc, square) => paint(circles[square], colours[disc]));
      mark(circles[64], row.dataset.move, row.dataset.colour);
      mark(circles[65], row.dataset.best, '#80deea');
      article.querySelector('.says').textContent = row.dataset.says;
      if (follow) row.scrollIntoView({block: 'nearest'});
    };
    const steps = {
      ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), Home: () => show(0), End: () => show(rows.length - 1),
    };
    rows.forEach((row, to) => row.addEventListener('click', () => show(to)));
    strips.forEach((strip, ply) => strip.addEventListener('click', () => show(ply + 1)));
    article.querySelectorAll('button').forEach(button => button.addEventListener('click', steps[button.dataset.key]));
    show(at);
    return {article, steps};
  };

  const games = [...document.querySelectorAll('article')].map(stepper);
  document.addEventListener('keydown', event => {
    const game = games.find(g => g.article.getBoundingClientRect().bottom > innerHeight / 2) || games[games.length - 1];
    const step = game && game.steps[event.key];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      step();
      event.preventDefault();
    }
  });
})();
