import { describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.js';

describe('POST /steps/read', () => {
  it('says of each sentence of a prompt what would be done, or why not and what instead, and runs nothing', async () => {
    const service = await startTestService();
    const { status, body } = await read(service, {
      prompt: 'Click "Save". Frobnicate the "Save" button.\nSee "Saved".',
    });
    expect(status).toBe(200);
    expect(body.sentences).toEqual([
      {
        sentence: 'Click "Save"',
        understood: true,
        type: 'act',
        reading: expect.stringContaining('Save'),
        readBefore: null,
        problem: null,
        nearest: [],
      },
      {
        sentence: 'Frobnicate the "Save" button',
        understood: false,
        type: null,
        reading: null,
        readBefore: null,
        problem: expect.any(String),
        nearest: expect.arrayContaining([expect.any(String)]),
      },
      expect.objectContaining({ sentence: 'See "Saved"', understood: true, type: 'assert' }),
    ]);
    expect((await service.call('GET', '/runs')).body.runs).toEqual([]);
  });

  it('what it offers instead is understood', async () => {
    const service = await startTestService();
    const [first] = (await read(service, { prompt: 'Clicc on the "Save" button' })).body.sentences;
    const again = await read(service, { prompt: first.nearest.join('\n') });
    expect(again.body.sentences).toHaveLength(first.nearest.length);
    expect(problemsOf(again)).toEqual([]);
  });

  it('holds the steps of a test to their types, one answer for each', async () => {
    const service = await startTestService();
    const steps = [
      { type: 'act', title: 'Click "A". Click "B".' },
      { type: 'act', title: 'See "A"' },
      { type: 'screenshot', title: 'whatever {{it}} is called' },
    ];
    const { body } = await read(service, { steps, prompt: null });
    expect(body.sentences).toMatchObject([
      { understood: true, type: 'act' },
      { understood: false, type: 'act', problem: expect.any(String) },
      { understood: true, type: 'screenshot' },
    ]);
  });

  it('reads for the browser unless told otherwise, and for either phone as for each of them', async () => {
    const service = await startTestService();
    const prompt = 'Tap "Buy". Hide the keyboard.';
    const understood = async (platform?: string | null) =>
      (await read(service, { prompt, platform })).body.sentences.map(
        (sentence: { understood: boolean }) => sentence.understood,
      );
    expect(await understood()).toEqual([true, false]);
    expect(await understood(null)).toEqual([true, false]);
    for (const platform of ['mobile', 'ios', 'android']) {
      expect(await understood(platform)).toEqual([true, true]);
    }
  });

  it.each([
    ['nothing to read', {}, 'exactly one of prompt and steps'],
    [
      'both',
      { prompt: 'See "A"', steps: [{ type: 'act', title: 'Click "A"' }] },
      'exactly one of prompt and steps',
    ],
    ['too many sentences', { prompt: 'a. '.repeat(501) }, 'prompt: There are more than 500 sentences'],
    [
      'too many sentences in steps',
      { steps: Array.from({ length: 200 }, () => ({ type: 'act', title: 'Click "A". '.repeat(3) })) },
      'steps: There are more than 500 sentences',
    ],
    [
      'more variables than a project can have',
      { prompt: Array.from({ length: 201 }, (_, at) => `{{v${at}}}`).join(' ') },
      'prompt: More than 200 variables',
    ],
  ])('refuses %s', async (_name, body, says) => {
    const service = await startTestService();
    const answer = await read(service, body);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'ValidationError', message: expect.stringContaining(says) },
    });
  });
});

describe('a sentence with a name without quotes', () => {
  it('has the reading by the letter that it had before; one that means the same has none', async () => {
    const service = await startTestService();
    const { body } = await read(service, {
      prompt: [
        'Click Sign in',
        'Click "Delete" in the row Bob',
        'Press Enter until Total is shown',
        'Click "Sign in"',
        'Click the first button',
        'Click what is called *Sign in*',
        'Frobnicate Sign in',
      ].join('\n'),
    });
    expect(body.sentences.map((sentence: { readBefore: string | null }) => sentence.readBefore)).toEqual([
      'Click "Sign in"',
      'Click "Delete" in the row "Bob"',
      'Press Enter until "Total" is shown',
      ...[null, null, null, null],
    ]);
  });

  it('has it for the whole of a stored step', async () => {
    const service = await startTestService();
    const { body } = await read(service, {
      steps: [
        { type: 'act', title: 'Click "A". Click Sign in.' },
        { type: 'act', title: 'Click "A". Click "B".' },
        { type: 'screenshot', title: 'Sign in' },
      ],
    });
    expect(body.sentences).toMatchObject([
      { readBefore: 'Click "A" Click "Sign in"' },
      { readBefore: null },
      { readBefore: null },
    ]);
  });

  it('has none where a variable is missing, since it would not be done', async () => {
    const service = await startTestService();
    const { body } = await read(service, { prompt: 'Type {{nobody}} into the Name field' });
    expect(body.sentences).toMatchObject([{ understood: false, readBefore: null }]);
  });
});

describe('a variable', () => {
  it('that the project lacks is the problem of the sentences that name it, and of no other', async () => {
    const service = await startTestService();
    await setVariable(service, 'user_name', { value: 'alice' });
    const prompt = 'Type {{username}} into "Name". Type {{user_name}} into "Name". See "{{zzz}}".';
    const { body } = await read(service, { prompt });
    expect(body.sentences).toMatchObject([
      {
        understood: false,
        type: 'act',
        reading: null,
        problem: 'The project has no variable "username"; it has user_name.',
        nearest: ['Type {{user_name}} into "Name"'],
      },
      { understood: true, problem: null },
      { understood: false, problem: expect.stringContaining('no variable "zzz"'), nearest: [] },
    ]);
  });

  it('in a sentence that is not understood is named beside that', async () => {
    const service = await startTestService();
    const { body } = await read(service, { prompt: 'Frobnicate {{thing}}' });
    expect(body.sentences[0].problem).toMatch(/\S The project has no variable "thing"; it has none\.$/);
    expect(body.sentences[0].nearest).not.toEqual([]);
  });

  it('that is secret shows its value nowhere', async () => {
    const service = await startTestService();
    await setVariable(service, 'password', { value: 'correct horse', secret: true });
    const { body } = await read(service, { prompt: 'Type {{password}} into "Password". Open {{password}}.' });
    expect(body.sentences[0]).toMatchObject({ understood: true });
    expect(JSON.stringify(body)).not.toContain('correct horse');
  });
});

describe('with a model', () => {
  it('a free sentence is understood, but not a variable that is missing', async () => {
    const service = await startTestService({ settings: { GANTRY_MODEL: 'openai/gpt-5' } });
    const { body } = await read(service, { prompt: 'Make yourself at home. Type {{nobody}} into "Name".' });
    expect(body.sentences).toMatchObject([
      { understood: true, type: null, reading: 'A language model decides how to do it.', problem: null },
      { understood: false, problem: expect.stringContaining('no variable "nobody"') },
    ]);
  });
});

function read(service: TestService, body: object, key?: string) {
  return service.call('POST', '/steps/read', body, key === undefined ? {} : { key });
}

function setVariable(service: TestService, name: string, variable: object) {
  return service.call('PUT', `/projects/${service.projectId}/variables/${name}`, variable);
}

function problemsOf({ body }: Awaited<ReturnType<typeof read>>): string[] {
  return body.sentences.flatMap(({ problem }: { problem: string | null }) => problem ?? []);
}
