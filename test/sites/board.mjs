import { page, routes } from './serve.mjs';

const copied = 'a dragged card is copied instead of moved';
const count = 'the number of cards in a column is not brought up to date';
const noMenu = 'the menu has lost an entry';

/** Cards that are dragged, renamed by a double click, explained on hover and archived by a context menu. */
export const board = {
  name: 'board',
  sentences: (url) => [
    `Open ${url}/board`,
    'Hover over "Write tests"',
    'See "Due on Friday"',
    'Drag "Write tests" to "Done"',
    'See "Write tests" in "Done"',
    'See "To do (1)"',
    'See "Done (1)"',
    'Double click "Fix the roof"',
    'Fill "Card name" with "Fix the door"',
    'Press Enter',
    'See "Fix the door"',
    'Right click "Fix the door"',
    'Click the "Archive" menu item',
    'See "To do (0)"',
    'Do not see "Fix the door"',
  ],
  bugs: [
    { name: copied, issue: /To do \(1\).*To do \(2\)/ },
    { name: count, issue: /Done \(1\).*Done \(0\)/ },
    { name: noMenu, issue: /Archive/ },
  ],
  serve(bug) {
    return routes({
      'GET /board': ({ html }) =>
        html(columns({ copied: bug === copied, count: bug === count, noMenu: bug === noMenu })),
    });
  },
};

function columns(faults) {
  const column = (id) =>
    `<section class="column" data-name="${id}" aria-label="${id}"><h2></h2><div class="cards"></div></section>`;
  return page({
    title: 'Board',
    style:
      '.column { min-height: 12rem; border: 1px solid #ccc; padding: 1rem; margin: 1rem 0; } .tip { display: none; } .card:hover .tip { display: block; }',
    body: `<main><h1>Board</h1>${column('To do')}${column('Done')}</main><div role="menu" class="hidden"></div>`,
    client: runBoard,
    data: faults,
  });
}

function runBoard({ copied: copies, count: isStale, noMenu: isPoor }) {
  const [todo, done] = document.querySelectorAll('.column');
  const menu = document.querySelector('[role=menu]');
  let dragged = null;
  let chosen = null;
  const tell = (column) => {
    const number = column.querySelectorAll('.card').length;
    column.querySelector('h2').textContent = `${column.dataset.name} (${number})`;
  };
  const add = (text, tip) => {
    const card = document.createElement('div');
    card.className = 'card';
    card.draggable = true;
    card.innerHTML = '<span class="name"></span><small class="tip"></small>';
    card.querySelector('.name').textContent = text;
    card.querySelector('.tip').textContent = tip;
    todo.querySelector('.cards').append(card);
    watch(card);
  };
  const watch = (card) => {
    card.addEventListener('dragstart', () => {
      dragged = card;
    });
    card.addEventListener('dblclick', () => rename(card.querySelector('.name')));
    card.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      chosen = card;
      menu.classList.remove('hidden');
    });
  };
  const rename = (name) => {
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'Card name');
    input.value = name.textContent;
    name.replaceChildren(input);
    input.focus();
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') name.textContent = input.value;
    });
  };
  for (const column of [todo, done]) {
    column.addEventListener('dragover', (event) => event.preventDefault());
    column.addEventListener('drop', (event) => {
      event.preventDefault();
      column.querySelector('.cards').append(copies ? dragged.cloneNode(true) : dragged);
      tell(todo);
      if (!isStale) tell(done);
    });
    tell(column);
  }
  menu.innerHTML = `<button role="menuitem">Duplicate</button>${isPoor ? '' : '<button role="menuitem" id="archive">Archive</button>'}`;
  menu.querySelector('#archive')?.addEventListener('click', () => {
    chosen.remove();
    menu.classList.add('hidden');
    tell(todo);
  });
  add('Write tests', 'Due on Friday');
  add('Fix the roof', 'Due some day');
  tell(todo);
}
