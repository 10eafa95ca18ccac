import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { useRouteDeclarations } from '../../../src/service/http/route-declaration.ts';
import { startTestService } from '../../support/service.js';
import { documented, openApi } from './request.js';

describe('a route', () => {
  it('that does not declare who may call it stops the start', () => {
    const app = Fastify();
    useRouteDeclarations(app);
    app.get('/open', { config: { access: 'public' } }, async () => 'hello');
    expect(() => app.get('/forgotten', async () => 'hello')).toThrow(
      'GET /forgotten does not declare its access',
    );
  });

  it('that repeats an error which follows from its declaration stops the start', () => {
    const app = Fastify();
    useRouteDeclarations(app);
    const config = { access: 'project', errors: ['Conflict', 'NotFound'] } as const;
    expect(() => app.get('/runs/:id', { config, schema: {} }, async () => 'hello')).toThrow(
      'GET /runs/:id repeats NotFound, which every such route has',
    );
  });

  it('gives each of its parameters a form', () => {
    const formless = documented.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ schema: { type, format, pattern, enum: choices } }) => {
          return type === 'string' && format === undefined && pattern === undefined && choices === undefined;
        })
        .filter((parameter) => parameter.in !== 'header')
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(formless).toEqual([]);
  });

  it('answers 400 or 404 to a parameter that has no such form, with a NUL, half a character or a broken escape', async () => {
    const service = await startTestService();
    const faults: string[] = [];
    for (const { operationId, method, path, parameters } of documented) {
      for (const { name } of parameters.filter((parameter) => parameter.in === 'path')) {
        for (const text of ['%00', 'a%00', '%ff', '%ED%A0%80', '%zz', '%', '.', '-1', 'x'.repeat(300)]) {
          const filled = path
            .replace('/api/v1', '')
            .replaceAll(/\{(\w+)\}/g, (_whole, other) => (other === name ? text : service.projectId));
          const { status, body } = await service.call(method, filled, method === 'GET' ? undefined : {});
          const isRight = [400, 404].includes(status) && ['ValidationError', 'NotFound'].includes(body.error);
          if (!isRight) faults.push(`${operationId} ${name} ${text}: ${status}`);
        }
      }
      for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
        const filled = path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, service.projectId);
        const { status } = await service.call(method, `${filled}?${name}=a%00b`);
        if (status !== 400 && status !== 404) faults.push(`${operationId} ?${name}: ${status}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('is described with what can happen to every call, and the delivery with its headers', () => {
    for (const { operationId, method, path, responses } of documented) {
      const common = [
        '400',
        '503',
        ...(method === 'GET' ? [] : ['413', '415']),
        ...(path.includes('{') ? ['404'] : []),
      ];
      expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(common)]);
    }
    expect(openApi.webhooks).toMatchObject({
      runResult: {
        post: {
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
            expect.objectContaining({ name, in: 'header', required: true }),
          ),
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Run' } } } },
        },
      },
    });
  });
});
