import { expect, it } from 'vitest';
import { html, noBrowser, serve, startRealService, verdictOf, whyNot } from './support.ts';

it.skipIf(noBrowser)(
  `dialogs, lines of the console, tabs and downloads without end change no other run${whyNot}`,
  async () => {
    const { run } = await startRealService({
      GANTRY_SLOT_MEMORY_MIB: '700',
      GANTRY_BROWSER_SLOTS: '2',
      // Long enough for a page that shares a slow machine with these.
      GANTRY_STEP_TIMEOUT_SECONDS: '20',
      GANTRY_ASSERT_TIMEOUT_SECONDS: '10',
    });
    const site = await serve((request, response) => {
      const name = request.url?.slice(1) ?? '';
      if (name === 'file') response.setHeader('content-disposition', 'attachment');
      response.end(html(`<h1>Ready</h1><script>${hostile[name] ?? ''}</script>`));
    });
    const names = Object.keys(hostile);
    const ended = await Promise.all([
      ...names.map((name) => run(`Open ${site.url}/${name}. Wait 2 seconds. See "Nothing".`)),
      ...names.map(() => run(`Open ${site.url}/. See "Ready".`)),
    ]);
    expect(ended.slice(0, names.length).map(({ output }) => output.result)).not.toContain('PASS');
    expect(ended.slice(names.length).map(verdictOf)).toEqual(names.map(() => 'completed PASS'));
  },
);

const hostile: Record<string, string> = {
  alerts: 'setInterval(() => { for (;;) alert("Hello ".repeat(1000)); }, 0);',
  lines: 'setInterval(() => { for (let n = 0; n < 100; n += 1) console.error("x".repeat(50_000), n); }, 0);',
  tabs: 'setInterval(() => open("/tabs"), 0);',
  downloads: 'setInterval(() => { location.href = "/file"; }, 10);',
};
