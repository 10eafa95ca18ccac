import { page, routes } from './serve.mjs';

const notKept = 'a switch falls back after a reload';
const neighbour = 'the neighbour of the chosen size is kept';
const stale = 'a checkbox that was unchecked comes back';

/** A switch, a styled checkbox, a slider-free set of preferences and a listbox drawn by script, kept on the server. */
export const preferences = {
  name: 'preferences',
  layout: 'lines',
  sentences: (url) => [
    `Given I open ${url}/preferences`,
    'When I turn on "Dark mode"',
    'And I uncheck "Weekly newsletter"',
    'And I select "Large" from "Text size"',
    'And I click the "Save preferences" button',
    'Then I should see "Preferences saved"',
    'And I reload the page',
    'Then the "Dark mode" switch is on',
    'And the "Weekly newsletter" checkbox is not checked',
    'And I should see "Text size is Large"',
    'And I should not see "Text size is Medium"',
  ],
  bugs: [
    { name: notKept, issue: /Dark mode/ },
    { name: neighbour, issue: /Text size is (Large|Medium)/ },
    { name: stale, issue: /Weekly newsletter/ },
  ],
  serve(bug) {
    const kept = { dark: false, newsletter: true, size: 'Medium' };
    return routes({
      'GET /preferences': ({ html }) => html(form(kept)),
      'POST /api/preferences': async ({ body, json }) => {
        const { dark, newsletter, size } = await body();
        if (bug !== notKept) kept.dark = dark;
        if (bug !== stale || newsletter) kept.newsletter = newsletter;
        kept.size = bug === neighbour ? 'Medium' : size;
        json(kept);
      },
    });
  },
};

function form(data) {
  return page({
    title: 'Preferences',
    style: `.tick input { position: absolute; opacity: 0; width: 1px; height: 1px; }
.tick span::before { content: "☐ "; } .tick input:checked + span::before { content: "☑ "; }`,
    body: `<main><h1>Preferences</h1>
<p><button role="switch" aria-checked="false" id="dark">Dark mode</button></p>
<p><label class="tick"><input type="checkbox" id="newsletter"><span>Weekly newsletter</span></label></p>
<p><span id="size-label">Text size</span>
<button role="combobox" id="size" aria-labelledby="size-label" aria-haspopup="listbox" aria-expanded="false" aria-controls="sizes"></button></p>
<ul role="listbox" id="sizes" aria-labelledby="size-label" hidden>
<li role="option">Small</li><li role="option">Medium</li><li role="option">Large</li></ul>
<p id="size-text"></p><button id="save">Save preferences</button><p id="state" role="status"></p></main>`,
    client: edit,
    data,
  });
}

function edit(kept) {
  const one = (selector) => document.querySelector(selector);
  const chosen = { ...kept };
  const draw = () => {
    one('#dark').setAttribute('aria-checked', String(chosen.dark));
    one('#newsletter').checked = chosen.newsletter;
    one('#size').textContent = chosen.size;
    one('#size-text').textContent = `Text size is ${chosen.size}`;
    for (const option of document.querySelectorAll('[role=option]')) {
      option.setAttribute('aria-selected', String(option.textContent === chosen.size));
    }
  };
  const expand = (isOpen) => {
    one('#sizes').hidden = !isOpen;
    one('#size').setAttribute('aria-expanded', String(isOpen));
  };
  one('#dark').addEventListener('click', () => {
    chosen.dark = !chosen.dark;
    draw();
  });
  one('#newsletter').addEventListener('change', ({ target }) => {
    chosen.newsletter = target.checked;
  });
  one('#size').addEventListener('click', () => expand(one('#sizes').hidden));
  one('#sizes').addEventListener('click', ({ target }) => {
    chosen.size = target.textContent;
    expand(false);
    draw();
  });
  one('#save').addEventListener('click', async () => {
    await fetch('/api/preferences', { method: 'POST', body: JSON.stringify(chosen) });
    one('#state').textContent = 'Preferences saved';
  });
  draw();
}
