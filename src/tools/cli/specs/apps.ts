import { defineCommand } from '../command.ts';
import { limitOption, projectOptions, quietOption, removeAfterOption } from '../options.ts';

export const appsUpload = defineCommand({
  path: 'apps upload',
  summary: 'upload a build',
  details:
    'Sends nothing if the newest upload of the app has the same content and is kept for at least half of --remove-after. Zips a folder MyApp.app first.',
  args: [
    {
      name: 'file',
      kind: 'file',
      description:
        'a file that ends in .app.zip, .app.tar.gz, .zip, .tgz, .apk or .ipa, or a folder that ends in .app',
    },
  ],
  options: {
    ...removeAfterOption,
    force: { kind: 'flag', description: 'send the build even if the service has the same content' },
    ...projectOptions,
    ...quietOption,
  },
  examples: [
    'gantry apps upload build/MyApp.app.zip',
    'gantry apps upload build/MyApp.app --remove-after 7d',
    'id=$(gantry apps upload --quiet app-debug.apk)',
  ],
});

export const appsList = defineCommand({
  path: 'apps list',
  summary: 'list uploaded builds, newest first',
  args: [],
  options: {
    platform: { kind: 'text', choices: ['ios', 'android'], description: 'only builds for this platform' },
    bundleId: { kind: 'text', placeholder: 'id', description: 'only those with this bundle identifier' },
    ...limitOption('50'),
    ...projectOptions,
  },
  examples: ['gantry apps list', 'gantry apps list --platform ios --json'],
});

export const appsDelete = defineCommand({
  path: 'apps delete',
  summary: 'delete uploaded builds',
  details: 'Runs that use a deleted build still finish.',
  args: [{ name: 'app', description: 'id of an upload', isRepeatable: true }],
  options: projectOptions,
  examples: ['gantry apps delete 01970000-0000-7000-8000-000000000000'],
});
