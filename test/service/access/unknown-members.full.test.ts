import { describe, expect, it } from 'vitest';
import { adminKey, apiOnly, startTestService } from '../../support/service.js';
import { documented, send } from './request.js';
import { requestTo } from './unknown-members.ts';

describe('a member that a call does not know', () => {
  it('is named where a call takes no body, and so is a parameter', async () => {
    const service = await startTestService({ settings: apiOnly });
    for (const call of documented) {
      const request = await requestTo(service, call);
      const parameter = { path: 'nobodyKnows', message: "isn't known" };
      const url = `${request.url}${request.url.includes('?') ? '&' : '?'}nobodyKnows=secret-value`;
      const isBodyAdded = call.body === null && !['GET', 'HEAD'].includes(call.method);
      const body = isBodyAdded ? { nobodyKnowsThis: 'secret-value' } : request.body;
      const { status, text, headers } = await send(service.url, { ...request, url, body }, adminKey);
      const expected = isBodyAdded
        ? [parameter, { path: 'nobodyKnowsThis', message: "isn't known" }]
        : [parameter];
      const header = headers.get('gantry-warnings');
      const shown = status >= 300 ? [] : (JSON.parse(header ?? text) as unknown);
      expect([
        call.operationId,
        header === null ? (shown as { warnings?: unknown }).warnings : shown,
      ]).toEqual([call.operationId, status >= 300 ? undefined : expected]);
      expect(text + header).not.toContain('secret-value');
    }
  });
});
