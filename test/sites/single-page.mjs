import { page, routes } from './serve.mjs';

const backBroken = 'the back button changes the address but not the page';
const deepLink = 'a reload within the app is not found';
const staleTitle = 'the title of the page stays that of the first view';

const recipes = [
  { id: 'soup', name: 'Tomato soup', text: 'Cook the tomatoes for twenty minutes.' },
  { id: 'bread', name: 'Rye bread', text: 'Let the dough rest over night.' },
];

/** Views by `history.pushState`, drawn by script from an API. */
export const singlePage = {
  name: 'single-page app',
  sentences: (url) => [
    `Open ${url}/app`,
    'See the heading "All recipes"',
    'The page title is "All recipes"',
    'Click "Rye bread"',
    'See the heading "Rye bread"',
    'The page title is "Rye bread"',
    'The address ends with "/app/recipes/bread"',
    'Reload the page',
    'See "Let the dough rest over night"',
    'Click "All recipes"',
    'Click the "Tomato soup" link',
    'See "Cook the tomatoes"',
    'Go back',
    'See the heading "All recipes"',
    'Go forward',
    'See the heading "Tomato soup"',
  ],
  bugs: [
    { name: backBroken, issue: /All recipes/ },
    { name: deepLink, issue: /Let the dough rest.*Page not found/ },
    { name: staleTitle, issue: /title.*Rye bread.*All recipes/ },
  ],
  serve(bug) {
    const app = ({ html }) => html(shell({ backBroken: bug === backBroken, staleTitle: bug === staleTitle }));
    return routes({
      'GET /app': app,
      ...(bug !== deepLink && { 'GET /app/recipes/soup': app, 'GET /app/recipes/bread': app }),
      'GET /api/recipes': ({ json }) => json(recipes),
    });
  },
};

function shell(faults) {
  return page({
    title: 'All recipes',
    body: '<nav><a href="/app">All recipes</a></nav><main aria-busy="true"></main>',
    client: runApp,
    data: faults,
  });
}

async function runApp({ backBroken: ignoresHistory, staleTitle: keepsTitle }) {
  const main = document.querySelector('main');
  const answer = await fetch('/api/recipes');
  const all = await answer.json();
  const draw = () => {
    const recipe = all.find(({ id }) => location.pathname === `/app/recipes/${id}`);
    const heading = document.createElement('h1');
    heading.textContent = recipe ? recipe.name : 'All recipes';
    if (!keepsTitle) document.title = heading.textContent;
    main.replaceChildren(heading, recipe ? recipe.text : listOf(all));
    main.setAttribute('aria-busy', 'false');
  };
  const listOf = (entries) => {
    const list = document.createElement('ul');
    for (const { id, name } of entries) {
      const link = document.createElement('a');
      link.href = `/app/recipes/${id}`;
      link.textContent = name;
      const item = document.createElement('li');
      item.append(link);
      list.append(item);
    }
    return list;
  };
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    draw();
  });
  if (!ignoresHistory) addEventListener('popstate', draw);
  draw();
}
