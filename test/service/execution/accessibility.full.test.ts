import { describe, expect, it } from 'vitest';
import { html, noBrowser, serve, sharedRealService, verdictOf, whyNot } from './support.ts';

const claim = 'The page has no serious accessibility issues';
const goodPage = `<main><h1>Shop</h1><img src="data:," alt="A lamp"><label>Name <input></label><button>Save</button></main>`;

describe.skipIf(noBrowser)(`what axe-core finds on a page is an issue${whyNot}`, () => {
  // What passes here does so at the first looks; only what fails waits so long.
  const service = sharedRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '3' });

  it('a page without serious issues passes, also by other words for it', async () => {
    const { url: targetUrl } = await serve((_request, response) => response.end(html(goodPage)));
    const prompt = `${claim}.\nThere are no critical accessibility violations.\nThe page is accessible.`;
    expect(verdictOf(await (await service()).run(prompt, { targetUrl }))).toBe('completed PASS');
  });

  it('what comes late and what lies in a frame is looked at too', async () => {
    const late = `<main><h1>Shop</h1><button onclick="setTimeout(() => { document.querySelector('main').append(new Image()); }, 600)">Go</button></main>`;
    const framed = `<main><h1>Shop</h1><iframe title="Part" srcdoc="<button></button>"></iframe></main>`;
    const { run } = await service();
    for (const [body, prompt] of [
      [late, `Click "Go".\n${claim}`],
      [framed, claim],
    ] as const) {
      const { url: targetUrl } = await serve((_request, response) => response.end(html(body)));
      expect(verdictOf(await run(prompt, { targetUrl }))).toBe('completed FAILED');
    }
  });
});
