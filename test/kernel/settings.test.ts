import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/kernel/settings.ts';
import { loadConfig } from '../../src/service/config.ts';

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(loadConfig({}, {})).toMatchObject({
      role: 'all',
      host: '127.0.0.1',
      port: 4270,
      dataDir: '.gantry',
      maxUploadBytes: 4 * 1024 ** 3,
      rateLimit: 200,
      databaseUrl: undefined,
      s3Bucket: undefined,
    });
  });

  it('come from variables, flags win, and an empty variable is an absent one', () => {
    const env = {
      GANTRY_PORT: '1',
      GANTRY_HOST: '',
      GANTRY_DATA_DIR_SHARED: 'true',
      GANTRY_PUBLIC_URL: 'https://g.test/',
    };
    const config = loadConfig({ port: '2' }, env);
    expect(config).toMatchObject({
      port: 2,
      host: '127.0.0.1',
      dataDirShared: true,
      publicUrl: 'https://g.test',
    });
  });

  it.each([
    ['the scaled roles without what they share', { GANTRY_ROLE: 'worker' }, 4],
    ['half of an S3 key', { GANTRY_S3_BUCKET: 'b', GANTRY_S3_ACCESS_KEY_ID: 'a' }, 1],
    ['S3 settings without a bucket', { GANTRY_S3_ENDPOINT: 'http://s3.test' }, 1],
    [
      'uploads that a single PUT to S3 cannot carry',
      { GANTRY_S3_BUCKET: 'b', GANTRY_MAX_UPLOAD_BYTES: String(5 * 1024 ** 3 + 1) },
      1,
    ],
    ['a short secret key', { GANTRY_SECRET_KEY: 'short' }, 1],
  ])('refuse %s', (_name, env, faults) => {
    let error: unknown;
    try {
      loadConfig({}, env);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).faults).toHaveLength(faults);
  });
});
