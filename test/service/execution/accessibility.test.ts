import { describe, expect, it } from 'vitest';
import { html, noBrowser, serve, sharedRealService, verdictOf, whyNot } from './support.ts';

const claim = 'The page has no serious accessibility issues';
const withoutNames = `<main><h1>Shop</h1><img id="lamp" src="data:,"><img src="data:,"><button></button></main>`;

describe.skipIf(noBrowser)(`what axe-core finds on a page is an issue${whyNot}`, () => {
  // What passes here does so at the first looks; only what fails waits so long.
  const service = sharedRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '2' });

  it('each rule that is broken is an issue of its own, with its elements and their place', async () => {
    const { url: targetUrl } = await serve((_request, response) => response.end(html(withoutNames)));
    const run = await (await service()).run(claim, { targetUrl });
    expect(verdictOf(run)).toBe('completed FAILED');
    const issues = run.output.issues.filter(({ type }) => type === 'issue');
    expect(issues.map(({ name }) => name).sort()).toEqual([
      'Accessibility: Buttons must have discernible text',
      'Accessibility: Images must have alternative text',
    ]);
    const images = issues.find(({ name }) => name.includes('Images'));
    expect(images).toMatchObject({ severity: 5, stepIndex: 1, url: `${targetUrl}/` });
    expect(images?.description).toMatch(/^Critical: 2 elements break the rule "image-alt", such as #lamp\./);
    expect(images?.rect).not.toBeNull();
    expect(run.output.steps.at(-1)).toMatchObject({ status: 'failed' });
  });

  it('what hinders people less than was asked for counts only where it is asked for', async () => {
    const body = '<main><h1>Shop</h1><p>Text</p></main><p>Outside of every landmark</p>';
    const { url: targetUrl } = await serve((_request, response) => response.end(html(body)));
    const { run } = await service();
    expect(verdictOf(await run(claim, { targetUrl }))).toBe('completed PASS');
    const all = await run('The page has no accessibility issues', { targetUrl });
    expect(all.output.issues.map(({ name }) => name)).toEqual([
      'Accessibility: All page content should be contained by landmarks',
    ]);
  });

  it('a page that forbids scripts by its policy, or replaces what axe-core needs, is looked at all the same', async () => {
    const body = `${withoutNames}<script nonce="n">Array.prototype.map = () => { throw new Error('no'); }; window.axe = { run: () => ({ violations: [] }) };</script>`;
    const { url: targetUrl } = await serve((_request, response) => {
      response.setHeader('content-security-policy', "default-src 'self' data:; script-src 'nonce-n'");
      response.end(html(body));
    });
    expect(verdictOf(await (await service()).run(claim, { targetUrl }))).toBe('completed FAILED');
  });
});
