import { page, routes } from './serve.mjs';

const repeats = 'the second batch brings the last entry of the first again';
const stops = 'nothing is loaded after the second batch';

const batchSize = 15;
const titles = Array.from({ length: 40 }, (_, index) => `Article ${index + 1}`);

/** A list that grows as it is scrolled. */
export const infiniteList = {
  name: 'infinite list',
  sentences: (url) => [
    `Open ${url}/articles`,
    'See "Article 15"',
    'Do not see "Article 16"',
    'Scroll to "Article 15"',
    'Scroll down',
    'See "Article 16"',
    'See the text "Article 15" once',
    'Scroll to "Article 30"',
    'Scroll down',
    'See "Article 40"',
    'Scroll to "Article 40"',
    'Wait for "You have reached the end"',
    'There are 40 list items',
  ],
  bugs: [
    { name: repeats, issue: /Article 15/ },
    { name: stops, issue: /Article 40/ },
  ],
  serve(bug) {
    return routes({
      'GET /articles': ({ html }) => html(list()),
      'GET /api/articles': ({ query, json }) => {
        const from = Number(query.get('from'));
        if (bug === stops && from >= batchSize * 2) return json({ titles: [], isLast: false });
        const start = bug === repeats && from === batchSize ? from - 1 : from;
        return json({
          titles: titles.slice(start, from + batchSize),
          isLast: from + batchSize >= titles.length,
        });
      },
    });
  },
};

function list() {
  return page({
    title: 'Articles',
    style: 'li { min-height: 4rem; } #end { min-height: 1px; }',
    body: '<main><h1>Articles</h1><ul></ul><div id="end"></div></main>',
    client: loadAtTheEnd,
    data: { batchSize },
  });
}

function loadAtTheEnd({ batchSize: size }) {
  const end = document.querySelector('#end');
  const items = document.querySelector('ul');
  let loaded = 0;
  let isLoading = false;
  const watcher = new IntersectionObserver(async ([entry]) => {
    if (!entry.isIntersecting || isLoading) return;
    isLoading = true;
    const answer = await fetch(`/api/articles?from=${loaded}`);
    const { titles: batch, isLast } = await answer.json();
    loaded += size;
    for (const title of batch) {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = `#${title.replace(' ', '-')}`;
      link.textContent = title;
      item.append(link);
      items.append(item);
    }
    isLoading = false;
    if (!isLast) return;
    watcher.disconnect();
    end.textContent = 'You have reached the end';
  });
  watcher.observe(end);
}
