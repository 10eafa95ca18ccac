import { Type } from 'typebox';
import { defineAction } from '../../dist/devices/action.js';
import type { Device, Incident, Limits, Screen, Sighting, Target } from '../../dist/devices/device.js';
import type { Finding, RunReport, Step } from '../../dist/pilots/pilot.js';

/** A device that shows what a test tells it to, and remembers what it was asked for. */
export interface ScriptedDevice extends Device {
  shows: { url: string | null; title: string | null; text: string };
  things: (target: Target) => Array<Partial<Sighting>>;
  incidentsToCome: Incident[];
  performed: Array<{ name: string; input: unknown }>;
  /** Called for every action, before it counts as done. */
  onPerform: (
    name: string,
    input: unknown,
    limits: Limits,
  ) => Promise<string | undefined> | string | undefined;
  onSettle: () => void;
  screenshots: number;
  traces: number;
}

const names =
  'open click long_press type clear press select check hover scroll drag upload wait_for back forward reload switch_tab close_tab answer_dialog swipe home hide_keyboard relaunch background rotate';

export function scriptedDevice(overrides: Partial<ScriptedDevice> = {}): ScriptedDevice {
  const self: ScriptedDevice = {
    shows: { url: 'http://site/', title: 'Site', text: '' },
    things: () => [],
    incidentsToCome: [],
    performed: [],
    onPerform: () => undefined,
    onSettle: () => undefined,
    screenshots: 0,
    traces: 0,
    actions: names.split(' ').map((name) =>
      defineAction({
        name,
        description: name,
        parameters: Type.Object({}, { additionalProperties: true }),
        async perform(input, limits) {
          self.performed.push({ name, input });
          return (await self.onPerform(name, input, limits)) ?? `Did ${name}.`;
        },
      }),
    ),
    find: async (target, signal) => {
      signal.throwIfAborted();
      return self.things(target).map(sighting);
    },
    screen: async (signal): Promise<Screen> => {
      signal.throwIfAborted();
      return { ...self.shows };
    },
    snapshot: async () => '',
    screenshot: async () => {
      self.screenshots += 1;
      return Buffer.from('png');
    },
    settle: async () => self.onSettle(),
    incidents: () => self.incidentsToCome.splice(0),
    trace: async () => {
      self.traces += 1;
      return Buffer.from('zip');
    },
    close: async () => undefined,
    ...overrides,
  };
  return self;
}

export function sighting(given: Partial<Sighting>): Sighting {
  return {
    role: null,
    name: '',
    text: given.name ?? '',
    value: null,
    isVisible: true,
    isEnabled: true,
    isFocused: false,
    isChecked: null,
    isSelected: null,
    ...given,
  };
}

export interface KeptReport extends RunReport {
  steps: Step[];
  findings: Finding[];
  about: { featureName?: string; description?: string };
  pictures: Buffer[];
  traces: Buffer[];
}

export function keptReport(): KeptReport {
  const kept: KeptReport = {
    steps: [],
    findings: [],
    about: {},
    pictures: [],
    traces: [],
    describe: (about) => void Object.assign(kept.about, about),
    step: (step) => void kept.steps.push(step),
    finding: (finding) => void kept.findings.push(finding),
    screenshot: async (png) => `/files/${kept.pictures.push(png)}.png`,
    trace: async (zip) => void kept.traces.push(zip),
  };
  return kept;
}
