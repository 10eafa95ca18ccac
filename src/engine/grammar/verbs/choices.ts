import type { Target } from '../../scene/target.ts';
import { everywhere, onWeb, performOn, targetsOf, type Verb, verb, withEach } from '../verb.ts';

/** What is done with lists and boxes. */
export const choiceVerbs: readonly Verb[] = [
  verb({
    platforms: onWeb,
    description: 'Selects several options of a list.',
    examples: ['Select "Red" and "Blue" from "Colors"', 'Select Red, Green from the Colors list'],
    patterns: ['select|choose|pick [the] [options|values|entries] <names> from|in <sureControl>'],
    build: ({ names, sureControl }) => {
      const [option, ...more] = names.map(({ name }) => name);
      const select = performOn('select', chosenFrom(sureControl), { option, more });
      return names.some(({ described }) => described) ? { ...select, described: true } : select;
    },
  }),
  verb({
    platforms: everywhere,
    description: 'Selects an option of a dropdown or list.',
    examples: [
      'Select "Norway" from "Country"',
      'Choose "Large" in the "Size" dropdown',
      'Select Norway from the Country dropdown',
      'Select "20" from the first dropdown',
    ],
    patterns: [
      'select|choose|pick [the] [option|value|entry] <name> from <target:control>',
      'select|choose|pick [the] [option|value|entry] <name> as <target:control>',
      'select|choose|pick [the] [option|value|entry] <name> in|for <target:sureControl>',
      'set|change|update|switch <target:dropdown> to <name>',
    ],
    build: ({ target, name: { name: option, described } }) => ({
      ...performOn('select', chosenFrom(target), { option }),
      ...(described && { described }),
    }),
  }),
  verb({
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
    build: (places) => withEach(targetsOf(places), (target) => performOn('check', target, { checked: true })),
  }),
  verb({
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
      withEach(targetsOf(places), (target) => performOn('check', target, { checked: false })),
  }),
  verb({
    platforms: everywhere,
    description: 'Ticks each checkbox, or the first so many, if it is not yet.',
    examples: ['Tick all checkboxes', 'Check all checkboxes in the table', 'Tick the first two checkboxes'],
    patterns: [
      'check|tick|select|mark all [of] <boxes>',
      'turn|switch on all [of] <boxes>',
      'check|tick the first <count> <boxes>',
    ],
    build: ({ boxes, count }) => ({
      kind: 'each',
      things: boxes,
      first: count ?? null,
      action: 'check',
      input: { checked: true },
    }),
  }),
  verb({
    platforms: everywhere,
    description: 'Unticks each checkbox, or the first so many, if it is not yet.',
    examples: ['Untick all checkboxes', 'Uncheck the first three checkboxes'],
    patterns: [
      'uncheck|untick|deselect|clear all [of] <boxes>',
      'turn|switch off all [of] <boxes>',
      'uncheck|untick the first <count> <boxes>',
    ],
    build: ({ boxes, count }) => ({
      kind: 'each',
      things: boxes,
      first: count ?? null,
      action: 'check',
      input: { checked: false },
    }),
  }),
  verb({
    platforms: everywhere,
    description: 'Clicks or taps the first so many of several things, one after the other.',
    examples: ['Tap the first two images', 'Click the first 3 "Delete" buttons'],
    patterns: ['click|tap|press [on] the first <count> <things>'],
    build: ({ things, count }) => ({ kind: 'each', things, first: count, action: 'click', input: {} }),
  }),
  verb({
    platforms: everywhere,
    description: 'Turns a checkbox or switch to what it is not.',
    examples: ['Toggle "Dark mode"', 'Toggle the Wi-Fi switch'],
    patterns: ['toggle|flip <target>'],
    build: ({ target }) => performOn('toggle', target),
  }),
];

/** People call a dropdown a list, too. */
function chosenFrom(target: Target): Target {
  const isAnyList = target.role === 'list' && target.name === undefined && target.or === undefined;
  return isAnyList ? { ...target, or: [{ ...target, role: 'dropdown' }] } : target;
}
