import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createModelPlanner } from '../../../src/engine/model/planner.ts';
import { createModel } from '../../../src/engine/model/provider.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { quietPort } from '../../support/ports.ts';
import { keptReport } from '../acting/scripted-device.ts';
import { createScriptedDevice, notThere } from './scripted-device.ts';
import {
  busyTurns,
  call,
  done,
  execute,
  grammar,
  key,
  providers,
  stored,
  taskOf,
  understandsNothing,
  verdict,
} from './support.ts';

const steps: Array<['act' | 'assert', string]> = [['act', 'Buy the thing']];
const [openai, anthropic, google, local] = providers;

describe('a provider that does not answer as it should', () => {
  it('a 429 with Retry-After is waited for as long as it says', async () => {
    const beganAtMs = Date.now();
    const { server, error } = await execute({
      turns: [{ status: 429, headers: { 'retry-after': '1' } }, done],
      steps,
    });
    expect(error).toBeNull();
    expect(server.requests).toHaveLength(2);
    expect(Date.now() - beganAtMs).toBeGreaterThanOrEqual(1_000);
  });

  it('a Retry-After beyond what the run may wait ends it at once', async () => {
    const { server, error } = await execute({
      turns: [{ status: 429, headers: { 'retry-after': '3600' } }],
      steps,
    });
    expect(error).toMatchObject({ code: 'MODEL_UNREACHABLE', message: expect.stringContaining('3600 s') });
    expect(server.requests).toHaveLength(1);
  });

  it('a used-up quota is not asked again', async () => {
    const body = JSON.stringify({
      error: { message: 'You exceeded your quota', code: 'insufficient_quota' },
    });
    const { server, error } = await execute({ turns: [{ status: 429, body }, done], steps });
    expect(error).toMatchObject({ code: 'MODEL_REFUSED', message: expect.stringContaining('quota') });
    expect(server.requests).toHaveLength(1);
  });

  it.each([openai, anthropic, google, local])(
    '500s of $model are repeated, and then end the run',
    async (provider) => {
      const turns = [{ status: 500 }, { status: 503 }, { status: 502 }, done];
      const { server, error } = await execute({ turns, steps, setup: { provider } });
      expect(error).toMatchObject({
        code: 'MODEL_UNREACHABLE',
        message: expect.stringContaining('3 attempts'),
      });
      expect(server.requests).toHaveLength(3);
    },
  );

  it('a 500 in between costs nothing but time', async () => {
    const { error } = await execute({ turns: [{ status: 529 }, done], steps });
    expect(error).toBeNull();
  });

  it('a provider that hangs is given up after its time-outs', async () => {
    const { error } = await execute({
      turns: ['hang', 'hang', 'hang'],
      steps,
      setup: { patience: { callTimeoutMs: 300 } },
    });
    expect(error).toMatchObject({
      code: 'MODEL_UNREACHABLE',
      message: expect.stringContaining('after 3 attempts'),
    });
  });

  it('a cancelled run ends a hanging call at once, with its own reason', async () => {
    const reason = new Error('cancelled');
    const cancel = new AbortController();
    const device = createScriptedDevice(['heading "Shop"']);
    const { screenshot } = device;
    device.screenshot = (signal) => {
      setTimeout(() => cancel.abort(reason), 50);
      return screenshot(signal);
    };
    const { error } = await execute({ turns: ['hang'], steps, device, signal: cancel.signal });
    expect(error).toBe(reason);
  });

  it('an address where nothing listens is unreachable', async () => {
    const port = await quietPort();
    const { error } = await attempt(`http://127.0.0.1:${port}/v1`);
    expect(error).toMatchObject({
      code: 'MODEL_UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('a page instead of an answer is unreachable, not a verdict', async () => {
    const page = { status: 200, body: '<html>Welcome to the proxy</html>' };
    const { error } = await execute({ turns: [page, page, page], steps });
    expect(error).toMatchObject({ code: 'MODEL_UNREACHABLE' });
  });

  it('an answer without any choice is unreachable, not a verdict', async () => {
    const empty = { status: 200, body: JSON.stringify({ id: 'x', choices: [] }) };
    const { error } = await execute({ turns: [empty, empty, empty], steps, setup: { provider: local } });
    expect(error).toMatchObject({ code: 'MODEL_UNREACHABLE' });
  });

  it.each(providers)('the key of $model follows no redirect', async (provider) => {
    let asked = 0;
    const other = createServer((_request, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const location = `http://localhost:${(other.address() as AddressInfo).port}/v1`;
    const { error } = await execute({
      turns: [{ status: 307, headers: { location } }],
      steps,
      setup: { provider },
    });
    expect(error).toMatchObject({
      code: 'MODEL_UNREACHABLE',
      message: expect.stringContaining('GANTRY_MODEL_BASE_URL'),
    });
    expect(asked).toBe(0);
  });

  it.each([400, 404, 422, 500])(
    'an error %i that repeats the key does not bring it into the message',
    async (status) => {
      const body = JSON.stringify({ error: { message: `bad request with ${key}` } });
      const turn = { status, body };
      const { error } = await execute({ turns: [turn, turn, turn], steps });
      expect(error).toMatchObject({ message: expect.stringContaining('•••') });
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(key);
    },
  );

  it('a model that takes no images is asked again without, and never again with', async () => {
    const body = JSON.stringify({ error: { message: 'This model does not support image input.' } });
    const { server, error } = await execute({
      turns: [{ status: 400, body }, call('press', { key: 'Tab' }), done],
      steps,
    });
    expect(error).toBeNull();
    expect(server.requests.map(({ text }) => text.includes('iVBORw0KGgo'))).toEqual([true, false, false]);
  });
});

describe('a model that does not do as it should', () => {
  it('talking instead of calling is told three times, and then ends the run', async () => {
    const talk = { text: 'I would click the button now.' };
    const { server, error } = await execute({ turns: [talk, talk, talk, done], steps });
    expect(error).toMatchObject({ code: 'MODEL_CONFUSED' });
    expect(server.requests).toHaveLength(3);
    expect(server.requests[1]?.text).toContain('Answer by calling a tool.');
  });

  it('broken calls without end end the run', async () => {
    const broken = { calls: [{ name: 'click', rawInput: '{{{' }] };
    const { server, error } = await execute({ turns: Array(10).fill(broken), steps });
    expect(error).toMatchObject({ code: 'MODEL_CONFUSED', message: expect.stringContaining('JSON') });
    expect(server.requests).toHaveLength(3);
  });

  it('the same call on the same screen is performed twice, then told, then cut', async () => {
    const { server, device, error } = await execute({
      turns: Array(20).fill(call('click', { target: { ref: 'e1' } })),
      steps,
    });
    expect(error).toMatchObject({ code: 'MODEL_CONFUSED', message: expect.stringContaining('circles') });
    expect(device.performed).toHaveLength(2);
    expect(server.requests).toHaveLength(5);
  });

  it('the same call on a screen that changes is no circle', async () => {
    const device = createScriptedDevice(['text "0"']);
    let count = 0;
    device.on('click', () => {
      count += 1;
      device.lines = [`text "${count}"`];
      return 'Clicked "+".';
    });
    const turns = [...Array(8).fill(call('click', { target: { name: '+' } })), done];
    const { error } = await execute({ turns, steps, device });
    expect(error).toBeNull();
    expect(device.performed).toHaveLength(8);
  });

  it('a failed action is told to the model, which may find another way', async () => {
    const device = createScriptedDevice(['button "Checkout"']);
    device.on('click', ({ target }) => {
      if ((target as { name: string }).name === 'Buy') throw notThere('Buy');
      return 'Clicked "Checkout".';
    });
    const { server, error, summaries } = await execute({
      turns: [
        call('click', { target: { name: 'Buy' } }),
        call('click', { target: { name: 'Checkout' } }),
        done,
      ],
      steps,
      device,
    });
    expect(error).toBeNull();
    expect(summaries[0]).toContain('Clicked "Checkout".');
    expect(server.requests[1]?.text).toContain('There is no \\"Buy\\" on the page.');
  });

  it('a name that fits several things is told to the model, which may choose another', async () => {
    const device = createScriptedDevice(['button "Buy"', 'button "Buy"']);
    device.on('click', ({ target }) => {
      if ((target as { nth?: number }).nth === 2) return undefined;
      throw new ExecutionFailure('STEP_AMBIGUOUS', '"Buy" names 2 things.');
    });
    const { error, server, report } = await execute({
      turns: [
        call('click', { target: { name: 'Buy' } }),
        call('do_step', { sentence: 'Click "Buy"' }),
        call('click', { target: { name: 'Buy', nth: 2 } }),
        done,
      ],
      steps: [['act', 'Buy it']],
      device,
      understand: grammar(),
    });
    expect(error).toBeNull();
    expect(server.requests[2]?.text.split('names 2 things')).toHaveLength(3);
    expect(report.said).toEqual([['Click the 2nd "Buy"']]);
  });

  it('endless work ends with the calls of the run, over all of its steps', async () => {
    const { server, error, summaries } = await execute({
      turns: [...busyTurns(1), done, ...busyTurns(30)],
      steps: [
        ['act', 'Buy the thing'],
        ['act', 'Buy another'],
      ],
      setup: { limits: { callsPerRun: 6 } },
    });
    expect(summaries).toHaveLength(1);
    expect(error).toMatchObject({ code: 'MODEL_BUDGET', message: expect.stringContaining('6 model calls') });
    expect(server.requests).toHaveLength(6);
  });

  it('endless work ends with the tokens of the run', async () => {
    const { server, error } = await execute({
      turns: busyTurns(30, 400),
      steps,
      setup: { limits: { tokensPerRun: 1_000 } },
    });
    expect(error).toMatchObject({ code: 'MODEL_BUDGET', message: expect.stringContaining('tokens') });
    expect(server.requests).toHaveLength(3);
  });

  it('work without end is cut with the time of the run, also within an action', async () => {
    const device = createScriptedDevice(['button "Buy"']);
    device.settle = (signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const { error } = await execute({
      turns: [call('press', { key: 'Tab' }), done],
      steps,
      device,
      setup: { limits: { msPerRun: 400 } },
    });
    expect(error).toMatchObject({ code: 'MODEL_BUDGET', message: expect.stringContaining('seconds') });
  });

  it('a step that never ends is cut by its turns', async () => {
    const { error } = await execute({ turns: busyTurns(60), steps });
    expect(error).toMatchObject({ code: 'MODEL_CONFUSED', message: expect.stringContaining('40 turns') });
  });

  it('an answer that is written down instead of called is read all the same', async () => {
    const text =
      '```json\n{"holds": true, "evidence": "heading \\"Shop\\"", "actual": "The shop is shown."}\n```';
    const { error, summaries } = await execute({
      turns: [{ text }],
      steps: [['assert', 'The shop is shown']],
      setup: { provider: local },
    });
    expect(error).toBeNull();
    expect(summaries[0]).toContain('The shop is shown.');
  });

  it('a verdict that is never in its form ends the run as confused, not as FAILED', async () => {
    const { server, error } = await execute({
      turns: Array(5).fill(call('verdict', { holds: 'yes' })),
      steps: [['assert', 'The shop is shown']],
    });
    expect(error).toMatchObject({ code: 'MODEL_CONFUSED' });
    expect(server.requests).toHaveLength(3);
  });

  it('what only the model says is no evidence: the summary leads with what the device did', async () => {
    const { summaries } = await execute({
      turns: [call('done', { summary: 'Bought it, all is well.' }), verdict(true, 'heading "Shop"')],
      steps: [...steps, ['assert', 'The shop is shown']],
    });
    expect(summaries[0]).toBe('Nothing was done. The model says: Bought it, all is well.');
  });
});

async function attempt(baseUrl: string) {
  const planner = createModelPlanner({
    model: await createModel({ model: 'local-model', baseUrl }),
    limits: { callsPerRun: 9, tokensPerRun: 9_000, msPerRun: 90_000 },
    log: createLog('silent'),
    patience: { callTimeoutMs: 20_000, retryWaitsMs: [1], longestWaitMs: 1 },
  });
  const signal = new AbortController().signal;
  const [step] = await planner.plan(taskOf({}), stored(['act', 'Buy']), understandsNothing, signal);
  const context = { device: createScriptedDevice([]), report: keptReport(), signal, timeoutMs: 100 };
  return { error: await step?.execute(context).catch((error: unknown) => error) };
}
