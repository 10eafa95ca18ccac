import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slotRights } from '../../../src/service/slots/slot-rights.ts';
import { isRoot, ordinaryUid, othersCanEnter } from '../../service/database/support/embedded-bench.js';
import { browserPath } from '../../support/browser.js';
import { createTestDatabase } from '../../support/database.js';
import { runBuiltGantry as runGantry } from '../../support/process.js';
import { adminKey, createTestFolder, startTestService } from '../../support/service.js';
import { doctor, startAppium } from './doctor.ts';

describe('gantry doctor', () => {
  it('says what is there, for people and for programs, and changes nothing that a service would mind', async () => {
    const { url } = await createTestDatabase();
    const appium = await startAppium({ ready: true, build: { version: '3.8.0' } });
    const settings = {
      GANTRY_DATABASE_URL: url,
      GANTRY_APPIUM_URL: appium,
      GANTRY_MODEL: 'openai/gpt-5',
      GANTRY_MODEL_API_KEY: 'sk-do-not-print-this',
    };
    const { code, parts, text, left } = await doctor(settings);
    expect(parts['Data directory']).toMatchObject({ ok: true });
    expect(parts.Database).toMatchObject({ ok: true, found: expect.stringMatching(/^PostgreSQL 1[4-9]/) });
    expect(parts['Phone runs']).toMatchObject({ ok: true, found: `${appium}, version 3.8.0` });
    expect(parts['Free prompts']).toMatchObject({ ok: true, found: 'openai/gpt-5 (not called)' });
    expect(parts['Web runs']?.ok).toBe(browserPath !== null);
    expect(code).toBe(browserPath === null ? 1 : 0);
    expect(text).not.toContain('do-not-print');

    expect(left).toEqual([]);

    const gantry = runGantry(['doctor', '--data-dir', join(await createTestFolder(), 'data')], {
      ...settings,
      GANTRY_BROWSER_SLOTS: '0',
    });
    await gantry.exited;
    expect(gantry.out()).toMatch(/^✓ Database: PostgreSQL/m);
    expect(gantry.out()).toMatch(/^✓ Free prompts: openai\/gpt-5/m);
  });

  it('exits with 1 and says what to do about each part that is missing', async () => {
    const { code, parts } = await doctor({
      GANTRY_DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/none',
      GANTRY_BROWSER_PATH: '/no/such/browser',
      GANTRY_APPIUM_URL: 'http://127.0.0.1:1;platform=ios',
    });
    expect(code).toBe(1);
    expect(parts.Database).toMatchObject({
      ok: false,
      advice: [expect.stringContaining('GANTRY_DATABASE_URL')],
    });
    expect(parts['Web runs']).toMatchObject({
      ok: false,
      found: expect.stringContaining('GANTRY_BROWSER_PATH'),
    });
    expect(parts['Phone runs']).toMatchObject({
      ok: false,
      advice: [expect.stringContaining('GANTRY_APPIUM_URL')],
    });
    expect(parts['Free prompts']).toMatchObject({
      ok: null,
      advice: [expect.stringContaining('GANTRY_MODEL')],
    });
    expect(JSON.stringify(parts)).not.toContain('secret-word');
  });

  it('warns of it for each phone of a server, not only for the last one in the list', async () => {
    const server = (await startAppium({ ready: true })).replace('127.0.0.1', '0.0.0.0');
    const list = join(await createTestFolder(), 'devices.yaml');
    const phone = { platform: 'android', server };
    const devices = [
      { ...phone, name: 'fetches', udid: 'A', app: 'url' },
      { ...phone, name: 'has the file', udid: 'B', app: 'file' },
    ];
    // All JSON is YAML.
    await writeFile(list, JSON.stringify({ devices }));
    const { parts } = await doctor({ GANTRY_DEVICES: list, GANTRY_BROWSER_SLOTS: '0' });
    const advice = [expect.stringContaining('GANTRY_PUBLIC_URL')];
    expect(parts['Phone runs']).toMatchObject({ ok: false, advice });
  });

  it('looks at the service that GANTRY_URL names: its version, and whose key it is', async () => {
    const { url, call, projectId } = await startTestService();
    const settings = { GANTRY_BROWSER_SLOTS: '0', GANTRY_URL: url };
    const { body } = await call('POST', `/projects/${projectId}/keys`, { name: 'ci' });
    const as = async (key: string) => (await doctor({ ...settings, GANTRY_API_KEY: key })).parts['API key'];
    const { code, parts } = await doctor({ ...settings, GANTRY_API_KEY: adminKey });
    expect(code).toBe(0);
    expect(parts.Service).toMatchObject({ ok: true, found: expect.stringMatching(/^http.*, version \d/) });
    expect(parts['API key']).toMatchObject({ ok: true, found: expect.stringMatching(/^an admin key/) });
    expect(await as(body.key.key)).toMatchObject({ ok: true, found: 'a key of one project' });
    const wrong = `${adminKey.slice(0, -3)}xyz`;
    const refused = await doctor({ ...settings, GANTRY_API_KEY: wrong });
    expect(refused.code).toBe(1);
    expect(refused.parts['API key']).toMatchObject({
      ok: false,
      found: expect.stringContaining('does not know this key'),
      advice: [expect.stringContaining('gantry login')],
    });
    expect(refused.text).not.toContain(wrong);
    expect((await doctor(settings)).parts['API key']).toMatchObject({ ok: null });
  });

  it('says when nothing, or something else, answers at GANTRY_URL, and which settings nobody reads', async () => {
    const other = await startAppium({});
    const { parts } = await doctor({ GANTRY_BROWSER_SLOTS: '0', GANTRY_URL: other });
    expect(parts.Service).toMatchObject({ ok: false, found: expect.stringContaining('no Gantry answers') });
    const settings = { GANTRY_BROWSER_SLOTS: '0', GANTRY_URL: 'http://127.0.0.1:1', GANTRY_RATELIMIT: '1' };
    const { code, text } = await doctor(settings);
    expect(code).toBe(1);
    expect(text).toContain("http://127.0.0.1:1: it can't be reached");
    expect(text).toContain('GANTRY_RATELIMIT: there is no such setting; did you mean GANTRY_RATE_LIMIT?');
  });

  it('says which accounts slots have, and what that means', async () => {
    const rights = slotRights(process.env.PATH);
    const settings = { GANTRY_BROWSER_PATH: '/no/such/browser' };
    const noNewPrivileges = `NoNewPrivs: ${rights.noNewPrivileges ? 'yes' : 'no'}`;
    const { parts } = await doctor(settings);
    if (rights.ownAccounts)
      expect(parts.Slots).toMatchObject({ ok: true, found: `own accounts; ${noNewPrivileges}` });
    else expect(parts.Slots).toMatchObject(shared(noNewPrivileges));
    expect((await doctor({ ...settings, GANTRY_BROWSER_SLOTS: '0' })).parts.Slots).toBeUndefined();
    // Anyone else than root is an ordinary user already.
    if (isRoot && othersCanEnter)
      expect((await doctor(settings, ordinaryUid)).parts.Slots).toMatchObject(shared(noNewPrivileges));
  });

  it('reports faults of the configuration as serve does', async () => {
    const gantry = runGantry(['doctor'], { GANTRY_PORT: 'none', GANTRY_APPIUM_URL: 'no url' });
    expect(await gantry.exited).toEqual({ code: 2, signal: null });
    expect(gantry.err()).toMatch(/GANTRY_PORT.*\n.*GANTRY_APPIUM_URL/);
  });
});

function shared(noNewPrivileges: string) {
  return {
    ok: null,
    found: `share the service's account; ${noNewPrivileges}`,
    advice: [expect.stringMatching(/root/i), ...(noNewPrivileges.endsWith('yes') ? [] : [expect.anything()])],
  };
}
