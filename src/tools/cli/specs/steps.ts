import { defineCommand } from '../command.ts';
import { platformOption, projectOptions } from '../options.ts';

export const stepsRead = defineCommand({
  path: 'steps read',
  summary: 'show what a run would do with sentences, without running them',
  details:
    'Takes sentences, YAML files of tests, and folders of such files. The exit code is 1 if a sentence is not understood.',
  args: [
    {
      name: 'sentence',
      kind: 'file',
      description: 'a sentence, a YAML file, or a folder in which each .yaml and .yml is read',
      isRepeatable: true,
    },
  ],
  options: {
    ...platformOption('where the sentences would run; files name their own platform'),
    ...projectOptions,
  },
  examples: [
    'gantry steps read \'Click "Save"\'',
    'gantry steps read e2e/ --json',
    'gantry steps read \'Swipe up. See "Settings".\' --platform mobile',
  ],
});
