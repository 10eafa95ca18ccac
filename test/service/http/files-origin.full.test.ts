import { describe, expect, it } from 'vitest';
import { html, noBrowser, serve, startRealService, whyNot } from '../execution/support.ts';
import { frame, openPage } from './files-origin.ts';

describe('the viewer of recordings', () => {
  it.skipIf(noBrowser)(
    `opens the recording of a failed run within the dashboard, and its policy is not in the way${whyNot}`,
    async () => {
      const service = await startRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '1' });
      const site = await serve((_request, response) => {
        response.end(
          html('<style>h1 { color: red }</style><h1 style="margin: 9px">Shop</h1><button>Buy</button>'),
        );
      });
      const { output } = await service.run(`Open ${site.url}/. Click "Buy". See "Thank you".`);
      const page = await openPage();
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) violations.push(message.text());
      });
      await page.goto(`${service.url}/`);
      const address = await page.getAttribute('meta[name="trace-viewer"]', 'content');
      const viewer = await frame(page, `${address}?trace=${encodeURIComponent(output.traceUrl ?? '')}`);
      await viewer.getByText('Click', { exact: true }).click();
      await viewer.getByRole('tab', { name: 'After' }).click();
      await viewer.frameLocator('iframe:visible').getByRole('heading', { name: 'Shop' }).waitFor();
      for (const tab of ['Log', 'Errors', 'Console', 'Network'])
        await viewer.getByRole('tab', { name: tab }).click();
      const controller = await page
        .frames()
        .find((one) => one.url().startsWith(address ?? ''))
        ?.evaluate('navigator.serviceWorker.controller.scriptURL');
      expect(controller).toBe(`${service.service.filesUrl}/trace-viewer/sw.bundle.js`);
      expect(violations).toEqual([]);
    },
  );
});
