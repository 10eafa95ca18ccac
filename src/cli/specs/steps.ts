import { defineCommand } from '../command.ts';
import { platformOption, projectOptions } from '../options.ts';

export const stepsRead = defineCommand({
  path: 'steps read',
  summary: 'say what a run would do with sentences, and run nothing',
  details:
    'Takes sentences, YAML files of tests, and folders of such files. The exit code is 1 when a sentence is not understood.',
  args: [
    {
      name: 'sentence',
      kind: 'file',
      description: 'a sentence, a YAML file, or a folder in which each .yaml and .yml is read',
      isRepeatable: true,
    },
  ],
  options: { ...platformOption('where the sentences would run; files say it themselves'), ...projectOptions },
  examples: [
    'gantry steps read \'Click "Save"\'',
    'gantry steps read e2e/ --json',
    'gantry steps read \'Swipe up. See "Settings".\' --platform mobile',
  ],
});
