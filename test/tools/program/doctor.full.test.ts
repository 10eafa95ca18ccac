import { describe, expect, it } from 'vitest';
import { browserPath } from '../../support/browser.js';
import { startNpmRegistry } from '../../support/npm-registry.js';
import { doctor, startAppium } from './doctor.ts';

describe('gantry doctor', () => {
  it('warns of an Appium server on another machine that is to fetch builds from a loopback address', async () => {
    const appium = (await startAppium({ ready: true, build: { version: '3.8.0' } })).replace(
      '127.0.0.1',
      '0.0.0.0',
    );
    const settings = { GANTRY_APPIUM_URL: appium, GANTRY_BROWSER_SLOTS: '0' };
    const advice = [expect.stringContaining('GANTRY_PUBLIC_URL')];
    expect((await doctor(settings)).parts['Phone runs']).toMatchObject({ ok: false, advice });
    const loopback = { ...settings, GANTRY_PUBLIC_URL: 'http://localhost:4270' };
    expect((await doctor(loopback)).parts['Phone runs']).toMatchObject({ ok: false, advice });
    for (const right of [
      { GANTRY_PUBLIC_URL: 'http://gantry.example' },
      { GANTRY_APPIUM_APP: 'file' },
      { GANTRY_S3_BUCKET: 'builds' },
    ])
      expect((await doctor({ ...settings, ...right })).parts['Phone runs']).toMatchObject({ ok: true });
  });

  it('says when the Chromium that it would run with is an old one from npm, and calls it no fault', async () => {
    const { parts } = await doctor({ npm_config_registry: await startNpmRegistry('999.0.0') });
    const isOld = expect.stringContaining('major versions older than the newest one from npm (999.0.0)');
    const isFromNpm = parts['Web runs']?.found.includes('from npm');
    const advice = isFromNpm ? expect.arrayContaining([isOld]) : expect.not.arrayContaining([isOld]);
    expect(parts['Web runs']).toMatchObject({ ok: browserPath !== null, advice });
  });
});
