import { Type } from 'typebox';
import { ActionFailed, type Device, type OfferedAction } from '../../../src/engine/acting/device.ts';
import { Target } from '../../../src/engine/scene/target.ts';
import { faultIn } from '../../../src/kernel/schema-fault.ts';
import { sceneOf } from '../acting/scripted-device.ts';

export interface ScriptedDevice extends Device {
  /** What is on the screen, a line for each thing. */
  lines: string[];
  url: string;
  performed: Array<{ name: string; input: Record<string, unknown> }>;
  /** What an action does to the screen, beyond being noted. */
  on(name: string, react: (input: Record<string, unknown>) => string | undefined): void;
}

/** A device whose screen is a list of lines and whose actions do what the test says. */
export function createScriptedDevice(lines: string[]): ScriptedDevice {
  const reactions = new Map<string, (input: Record<string, unknown>) => string | undefined>();
  const performed: ScriptedDevice['performed'] = [];

  const forms = {
    open: Type.Object({ url: Type.String() }),
    click: Type.Object({ target: Target }),
    type: Type.Object({ target: Target, text: Type.String() }),
    press: Type.Object({ key: Type.String() }),
    upload: Type.Object({ target: Target, content: Type.Optional(Type.String()) }),
  };
  const actions = Object.entries(forms).map(
    ([name, parameters]) => ({ name, description: `The action ${name}`, parameters }) as OfferedAction,
  );

  const device: ScriptedDevice = {
    lines,
    url: 'http://shop.test/',
    performed,
    page: null,
    phone: null,
    on: (name, react) => void reactions.set(name, react),
    actions,
    async perform(name, input) {
      const parameters = actions.find((action) => action.name === name)?.parameters ?? {};
      const fault = faultIn(parameters, input);
      if (fault !== null) throw new ActionFailed(`The action "${name}" got invalid input: ${fault}.`);
      const given = input as Record<string, unknown>;
      performed.push({ name, input: given });
      return reactions.get(name)?.(given) ?? `Did ${name} with ${JSON.stringify(given)}.`;
    },
    scene: async () => sceneOf({ url: device.url, title: 'Shop', text: device.lines.join('\n') }),
    snapshot: () =>
      Promise.resolve(device.lines.map((line, index) => `- ${line} [ref=e${index}]`).join('\n')),
    screenshot: () => Promise.resolve(png),
    settle: () => Promise.resolve(),
    lastAct: () => null,
    incidents: () => Promise.resolve([]),
    trace: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
  return device;
}

export function notThere(name: string): ActionFailed {
  return new ActionFailed(`There is no "${name}" on the page.`);
}

/** One transparent dot. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
