import type { Device, Incident, Limits } from '../../../src/engine/acting/device.ts';
import type { StepReport } from '../../../src/engine/acting/planned-step.ts';
import type { Finding, RunReport, Step } from '../../../src/engine/report.ts';
import { createScene } from '../../../src/engine/scene/create-scene.ts';
import { type Scene, type TextRunFacts, type ThingFacts, thingOf } from '../../../src/engine/scene/scene.ts';

/** A thing as a test tells of it; it is visible and has a line of its own unless it says otherwise. */
export interface ScriptedThing extends Partial<Omit<ThingFacts, 'parent' | 'key' | 'rect'>> {
  readonly text?: string;
  readonly inside?: readonly ScriptedThing[];
}

export interface Shown {
  url: string | null;
  title: string | null;
  /** A block for each line. */
  text: string;
}

/** A device that shows what a test tells it to, and remembers what it was asked for. */
export interface ScriptedDevice extends Device {
  shows: Shown;
  things: readonly ScriptedThing[];
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

export function scriptedDevice(overrides: Partial<ScriptedDevice> = {}): ScriptedDevice {
  const self: ScriptedDevice = {
    shows: { url: 'http://site/', title: 'Site', text: '' },
    things: [],
    incidentsToCome: [],
    performed: [],
    onPerform: () => undefined,
    onSettle: () => undefined,
    screenshots: 0,
    traces: 0,
    page: null,
    phone: null,
    actions: [],
    async perform(name, input, limits) {
      self.performed.push({ name, input });
      return (await self.onPerform(name, input, limits)) ?? `Did ${name}.`;
    },
    scene: async (signal) => {
      signal.throwIfAborted();
      return sceneOf(self.shows, self.things);
    },
    snapshot: async () => '',
    screenshot: async () => {
      self.screenshots += 1;
      return Buffer.from('png');
    },
    settle: async () => self.onSettle(),
    lastAct: () => null,
    incidents: async () => self.incidentsToCome.splice(0),
    trace: async () => {
      self.traces += 1;
      return Buffer.from('zip');
    },
    close: async () => undefined,
    ...overrides,
  };
  return self;
}

/** Each in a line below the one before; what lies in a thing stands beside each other. */
export function sceneOf({ url, title, text }: Shown, told: readonly ScriptedThing[] = []): Scene {
  const screen = { x: 0, y: 0, width: 1_000, height: 1_000 };
  const things: ThingFacts[] = [{ parent: -1, key: '', role: null, rect: screen, isVisible: true }];
  const runs: TextRunFacts[] = [];
  let y = 0;
  const add = ({ text: said, inside = [], ...facts }: ScriptedThing, parent: number, x: number) => {
    const index = things.length;
    const rect = { x, y, width: parent === 0 ? 1_000 : 90, height: 20 };
    things.push({ role: null, isVisible: true, isBlock: true, ...facts, key: `e${index}`, parent, rect });
    if (said !== undefined && facts.isVisible !== false)
      runs.push({
        text: said,
        rect: { ...rect, width: 80 },
        owner: index,
        gap: 'block',
        after: things.length,
      });
    for (const [at, inner] of inside.entries()) add(inner, index, at * 100);
    if (parent === 0) y += 60;
  };
  for (const line of text === '' ? [] : text.split('\n')) {
    add({ text: line }, 0, 0);
    y -= 35;
  }
  for (const thing of told) add(thing, 0, 0);
  return createScene({ url, title, screen }, things.map(thingOf), runs);
}

export interface KeptReport extends RunReport, Pick<StepReport, 'sentences'> {
  steps: Step[];
  /** The sentences of each step that has some. */
  said: Array<readonly string[]>;
  findings: Finding[];
  about: { featureName?: string; description?: string };
  pictures: Buffer[];
  scenes: Buffer[];
  traces: Buffer[];
}

export function keptReport(): KeptReport {
  const kept: KeptReport = {
    steps: [],
    said: [],
    findings: [],
    about: {},
    pictures: [],
    scenes: [],
    traces: [],
    describe: (about) => void Object.assign(kept.about, about),
    step: (step) => void kept.steps.push(step),
    finding: (finding) => void kept.findings.push(finding),
    screenshot: async (png) => `/files/${kept.pictures.push(png)}.png`,
    scene: async (json) => `/files/${kept.scenes.push(json)}.json`,
    baseline: async () => null,
    propose: async () => 'baseline',
    trace: async (zip) => void kept.traces.push(zip),
    device: () => undefined,
    file: async (kind) => `/files/${kind}`,
    sentences: (all) => void kept.said.push(all),
  };
  return kept;
}
