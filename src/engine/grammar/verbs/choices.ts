import type { Target } from '../../scene/target.ts';
import { placed } from '../parameter-kinds.ts';
import { everywhere, onWeb, performOn, type Verb, withEach } from '../verb.ts';

/** What is done with lists and boxes. */
export const choiceVerbs: readonly Verb[] = [
  {
    platforms: everywhere,
    description: 'Leaves every choice as it is.',
    examples: ['Select nothing'],
    patterns: ['select|choose|pick|tick nothing'],
    build: () => ({ kind: 'sequence', steps: [] }),
  },
  {
    platforms: onWeb,
    description: 'Selects several options of a list.',
    examples: ['Select "Red" and "Blue" from "Colors"', 'Select Red, Green from the Colors list'],
    patterns: ['select|choose|pick [the] [options|values|entries] <names> from|in <sureControl>'],
    build: (places) => {
      const [option, ...more] = places.get('names') as string[];
      return performOn('select', chosenFrom(placed.target(places, 'sureControl')), { option, more });
    },
  },
  {
    platforms: everywhere,
    description: 'Selects an option of a dropdown or list.',
    examples: [
      'Select "Norway" from "Country"',
      'Choose "Large" in the "Size" dropdown',
      'Select Norway from the Country dropdown',
      'Select "20" from the first dropdown',
    ],
    patterns: [
      'select|choose|pick [the] [option|value|entry] <name> from <control>',
      'select|choose|pick [the] [option|value|entry] <name> as <control>',
      'select|choose|pick [the] [option|value|entry] <name> in|for <sureControl>',
      'set|change|update|switch <dropdown> to <name>',
    ],
    build: (places) => {
      const kinds = ['control', 'sureControl', 'dropdown'];
      const target = placed.target(
        places,
        kinds.find((kind) => places.has(kind)),
      );
      return performOn('select', chosenFrom(target), { option: placed.text(places, 'name') });
    },
  },
  {
    platforms: everywhere,
    description: 'Ticks a checkbox or turns a switch on, if it is not yet.',
    examples: [
      'Check "I accept the terms"',
      'Tick the Newsletter checkbox',
      'Turn on "Notifications"',
      'Turn the "Wi-Fi" switch on',
      'Check "Red" and "Blue"',
    ],
    patterns: [
      'check|tick <several>',
      'check|tick|enable|activate <target>',
      'turn|switch|toggle on <target>',
      'turn|switch|toggle <target> on',
    ],
    build: (places) =>
      withEach(placed.targetsOf(places), (target) => performOn('check', target, { checked: true })),
  },
  {
    platforms: everywhere,
    description: 'Unticks a checkbox or turns a switch off, if it is not yet.',
    examples: ['Uncheck "Newsletter"', 'Untick the Newsletter checkbox', 'Turn off "Notifications"'],
    patterns: [
      'uncheck|untick|deselect <several>',
      'uncheck|untick|deselect|disable|deactivate <target>',
      'turn|switch|toggle off <target>',
      'turn|switch|toggle <target> off',
    ],
    build: (places) =>
      withEach(placed.targetsOf(places), (target) => performOn('check', target, { checked: false })),
  },
  {
    platforms: everywhere,
    description: 'Turns a checkbox or switch to what it is not.',
    examples: ['Toggle "Dark mode"', 'Toggle the Wi-Fi switch'],
    patterns: ['toggle|flip <target>'],
    build: (places) => performOn('toggle', placed.target(places)),
  },
];

/** People call a dropdown a list, too. */
function chosenFrom(target: Target): Target {
  const isAnyList = target.role === 'list' && target.name === undefined && target.or === undefined;
  return isAnyList ? { ...target, or: [{ ...target, role: 'dropdown' }] } : target;
}
