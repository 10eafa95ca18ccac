import { describe, expect, it } from 'vitest';
import {
  expectComparedAsAWhole,
  expectKeptFromOtherHost,
  expectNothingToldOfParts,
  password,
  projectWithSecret,
  twoHosts,
  typed,
} from './secret-readings.ts';
import { noBrowser, sharedRealService, verdictOf, whyNot } from './support.ts';

const realService = sharedRealService();

describe.skipIf(noBrowser)(`a secret that was typed${whyNot}`, () => {
  it.each([
    ['copied out of its field', `${typed} Copy the text in the "Password" field.`, 'SECRET_PROTECTED'],
    ['remembered', `${typed} Remember "Password" as {{kept}}.`, 'SECRET_NOT_FOR_HOST'],
  ])('is not %s for a page of another host', async (_way, prompt, code) => {
    await expectKeptFromOtherHost(await realService(), prompt, code);
  });

  it('is compared as a whole and not by parts', async () => {
    await expectComparedAsAWhole(await realService(), 'the "Password" field contains "horse"');
  });

  it('tells nothing of itself where a part of it is sought', async () => {
    await expectNothingToldOfParts(await realService(), 'See "horse" in the "Password" field');
  });

  it('is compared and remembered as a whole, and its field like any other once it holds something else', async () => {
    const service = await realService();
    const { own, host } = await twoHosts();
    const projectId = await projectWithSecret(service, [host]);
    const prompt = `Open ${own.url}. ${typed} Remember "Password" as {{kept}}. Type {{kept}} into "Again".
      Verify that the "Again" field has the value "{{password}}". Verify that the "Password" field does not have the value "correct".
      Type "Ada Lovelace" into "Again". Verify that the "Again" field starts with "Ada".
      Copy the text in the "Again" field. Paste into "Amount". Verify that the "Amount" field contains "Lovelace".`;
    expect(verdictOf(await service.run(prompt, { projectId }))).toBe('completed PASS');
  });

  it('and has no hosts is pasted where the run may go', async () => {
    const service = await realService();
    const { own, other, heard } = await twoHosts();
    const projectId = await projectWithSecret(service, null);
    const prompt = `Open ${own.url}/key. Click "Copy key". Open ${other.url}. Paste into "Name". See "Welcome".`;
    expect(verdictOf(await service.run(prompt, { projectId }))).toBe('completed PASS');
    expect(heard).toEqual([password]);
  });
});
