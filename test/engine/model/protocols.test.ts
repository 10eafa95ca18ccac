import { describe, expect, it } from 'vitest';
import { ActionFailed } from '../../../src/engine/acting/device.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import { keptReport } from '../acting/scripted-device.ts';
import { createScriptedDevice } from './scripted-device.ts';
import {
  call,
  done,
  execute,
  key,
  prompt,
  providers,
  setUp,
  smallVocabulary,
  taskOf,
  verdict,
} from './support.ts';

describe.each(providers)('over the wire of $model', (provider) => {
  const setup = { provider };

  it('an act is carried out by tool calls, turn by turn, until it is done', async () => {
    const device = createScriptedDevice(['heading "Shop"', 'button "Buy"']);
    device.on('click', () => {
      device.lines = ['heading "Thank you"'];
      return 'Clicked "Buy".';
    });
    const { server, error, summaries } = await execute({
      turns: [call('click', { target: { ref: 'e1' } }), done],
      steps: [['act', 'Buy the thing']],
      device,
      setup,
    });
    expect(error).toBeNull();
    expect(device.performed).toEqual([{ name: 'click', input: { target: { ref: 'e1' } } }]);
    expect(summaries).toEqual(['Clicked "Buy". The model says: It is done.']);
    expect(server.requests.map(({ path }) => path)).toEqual([provider.path, provider.path]);
    const [first, second] = server.requests;
    expect(first?.text).toContain('button \\"Buy\\"');
    expect(second?.text).toContain('Clicked \\"Buy\\".');
    expect(second?.text).toContain('Thank you');
    expect(second?.text, 'old screens are dropped').not.toContain('button \\"Buy\\"');
    expect(first?.text).toContain('iVBORw0KGgo');
    expect(second?.text.split('iVBORw0KGgo').length, 'one picture a turn').toBe(2);
    expect(sentKey(first?.headers)).toContain(key);
  });

  it('an assertion is judged by the screen alone and quotes it', async () => {
    const { server, error, summaries } = await execute({
      turns: [verdict(true, 'heading "Shop"', 'The shop is shown.')],
      steps: [['assert', 'The shop is shown']],
      setup,
    });
    expect(error).toBeNull();
    expect(summaries).toEqual(['The shop is shown. The screen says: "heading "Shop""']);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.text).not.toContain('give_up');
  });

  it('free text is planned in one call, and what the vocabulary understands costs none', async () => {
    const { understand, done: doneBy } = smallVocabulary();
    const plan = call('plan', {
      parts: [
        {
          part: 1,
          steps: [
            { type: 'act', title: 'Put a thing into the cart' },
            { type: 'act', title: 'Click "Pay"' },
          ],
        },
      ],
      check: 'The order is confirmed',
    });
    const { server, planner } = await setUp({ turns: [plan], provider });
    const read = prompt(
      understand,
      'See "Shop"',
      'Put a thing into the cart and then click "Pay"',
      'See "Thank you"',
    );
    const steps = await planner.plan(taskOf({}), read, understand, new AbortController().signal);
    expect(steps.map(({ type, title }) => [type, title])).toEqual([
      ['assert', 'See "Shop"'],
      ['act', 'Put a thing into the cart'],
      ['act', 'Click "Pay"'],
      ['assert', 'See "Thank you"'],
    ]);
    expect(server.requests).toHaveLength(1);
    const context = {
      device: createScriptedDevice([]),
      report: keptReport(),
      signal: new AbortController().signal,
      timeoutMs: 100,
    };
    await steps[2]?.execute(context);
    expect(doneBy).toEqual(['Click "Pay"']);
    expect(server.requests).toHaveLength(1);
  });

  it('a refusal ends the run with the sentence, as neither PASS nor FAILED', async () => {
    const { error } = await execute({
      turns: [{ refusal: "I'm sorry, I can't help with that." }],
      steps: [['act', 'Buy the thing']],
      setup,
    });
    expect(error).toBeInstanceOf(ExecutionFailure);
    expect(error).toMatchObject({ code: 'MODEL_REFUSED', message: expect.stringContaining('Buy the thing') });
  });

  it('an unknown tool, a broken input and a wrong one are told to the model, which may do better', async () => {
    const { server, device, error } = await execute({
      turns: [
        call('run_shell', { command: 'id' }),
        { calls: [{ name: 'click', rawInput: '{"target": {"ref": ' }] },
        call('click', { target: 'the button' }),
        call('click', { target: { name: 'Buy', role: null } }),
        done,
      ],
      steps: [['act', 'Buy the thing']],
      setup,
    });
    expect(error).toBeNull();
    expect(device.performed).toEqual([{ name: 'click', input: { target: { name: 'Buy' } } }]);
    expect(server.requests[1]?.text).toContain('There is no tool \\"run_shell\\"');
    expect(server.requests[3]?.text).toContain('got invalid input');
  });

  it('giving up fails the test, with the reason', async () => {
    const { error } = await execute({
      turns: [call('give_up', { reason: 'There is no cart anywhere.' })],
      steps: [['act', 'Buy the thing']],
      setup,
    });
    expect(error).toBeInstanceOf(ActionFailed);
    expect(error).toMatchObject({ message: expect.stringContaining('There is no cart anywhere.') });
  });

  it('several calls in one turn are carried out in order, up to the first that fails', async () => {
    const { server, device, error } = await execute({
      turns: [
        {
          calls: [
            { name: 'press', input: { key: 'Tab' } },
            { name: 'press', input: { key: 7 } },
            { name: 'done', input: { summary: 'done' } },
          ],
        },
        done,
      ],
      steps: [['act', 'Buy the thing']],
      setup,
    });
    expect(error).toBeNull();
    expect(device.performed).toEqual([{ name: 'press', input: { key: 'Tab' } }]);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.text).toContain('Not done: the call before it failed.');
  });

  it('a key that is not accepted is named by its setting, and not repeated', async () => {
    const { error } = await execute({
      turns: [
        { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } }) },
      ],
      steps: [['act', 'Buy the thing']],
      setup,
    });
    expect(error).toMatchObject({
      code: 'MODEL_REFUSED',
      message: expect.stringContaining('GANTRY_MODEL_API_KEY'),
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(key);
  });
});

function sentKey(headers: Record<string, unknown> | undefined): string {
  const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': google } = headers ?? {};
  return String(authorization ?? anthropic ?? google);
}
