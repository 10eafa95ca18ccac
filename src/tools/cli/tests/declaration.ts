import { isScalar } from 'yaml';
import type { RequestedDevice, TestStep } from '../../../client/index.ts';
import { readYaml } from '../../../kernel/yaml.ts';
import type { FileFault } from '../errors.ts';
import { createYamlReader, type SourcePosition, type YamlNode, type YamlReader } from './yaml-reader.ts';

export interface DeclaredTest {
  title: string;
  /** What it was called before; so that a new title is no new test. */
  formerly: string | null;
  platform: (typeof platforms)[number];
  enabled: boolean;
  steps: TestStep[];
  device: RequestedDevice | null;
  /** Of each step. */
  stepPositions: SourcePosition[];
  position: SourcePosition;
}

export interface DeclaredGroup {
  name: string;
  formerly: string | null;
  runMode: (typeof runModes)[number];
  device: RequestedDevice | null;
  /** Null where the file leaves the tests of the group alone. */
  tests: Array<{ title: string; position: SourcePosition }> | null;
  position: SourcePosition;
}

export interface Declared {
  tests: DeclaredTest[];
  groups: DeclaredGroup[];
  /** Whether any file says what groups there are. */
  hasGroups: boolean;
}

const platforms = ['web', 'mobile', 'ios', 'android'] as const;
const runModes = ['concurrent', 'sequential'] as const;
const stepTypes = ['act', 'assert', 'screenshot'] as const;
/** As the service has them: what it would refuse must be found before anything is changed. */
const longest = { name: 200, step: 2_000, steps: 200, members: 1_000, wish: 100, wishes: 50 };

/** Adds what a file declares, and what is wrong in it. */
export function readDeclarations(text: string, file: string, declared: Declared, faults: FileFault[]): void {
  for (const read of readYaml(text)) {
    faults.push(...read.faults.map(({ message, ...at }) => ({ position: { file, ...at }, message })));
    if (read.faults.length === 0) readDeclaration(createYamlReader(read, file, faults), declared);
  }
}

function readDeclaration(reader: YamlReader, declared: Declared): void {
  const { contents } = reader;
  if (contents === null || (isScalar(contents) && contents.value === null)) return;
  const found = reader.members(contents, 'the file', ['tests', 'groups']);
  const tests = found?.get('tests');
  const groups = found?.get('groups');
  if (tests !== undefined) {
    declared.tests.push(...reader.items(tests, 'tests').flatMap((node) => readTest(reader, node) ?? []));
  }
  if (groups === undefined) return;
  declared.hasGroups = true;
  declared.groups.push(...reader.items(groups, 'groups').flatMap((node) => readGroup(reader, node) ?? []));
}

function readTest(reader: YamlReader, node: YamlNode): DeclaredTest | null {
  const found = reader.members(node, 'a test', [
    'title',
    'formerly',
    'platform',
    'enabled',
    'device',
    'steps',
  ]);
  if (found === null) return null;
  const title = reader.required(node, found, 'title', 'a test');
  const steps = reader.required(node, found, 'steps', 'a test');
  if (title === null || steps === null) return null;
  const stepNodes = reader.items(steps, 'steps', longest.steps);
  if (stepNodes.length === 0) reader.fault(steps, 'a test needs at least one step');
  const read = stepNodes.flatMap((stepNode) => {
    const step = readStep(reader, stepNode);
    return step === null ? [] : [{ step, position: reader.position(stepNode) }];
  });
  return {
    title: reader.text(title, 'title', longest.name),
    formerly: readFormerly(reader, found.get('formerly')),
    platform: reader.choice(found.get('platform'), 'platform', platforms),
    enabled: reader.flag(found.get('enabled'), 'enabled', true),
    steps: read.map(({ step }) => step),
    device: readDevice(reader, found.get('device')),
    stepPositions: read.map((step) => step.position),
    position: reader.position(title),
  };
}

/** `{act: …}`, `{assert: …}`, `{screenshot: …}`, or as the API has it: `{type: …, title: …}`. */
function readStep(reader: YamlReader, node: YamlNode): TestStep | null {
  const found = reader.members(node, 'a step', [...stepTypes, 'type', 'title']);
  if (found === null) return null;
  const type = stepTypes.find((name) => found.has(name));
  if (type !== undefined) {
    if (found.size > 1) reader.fault(node, 'a step is one of act, assert and screenshot');
    return { type, title: reader.text(found.get(type) ?? null, type, longest.step) };
  }
  const typeNode = reader.required(node, found, 'type', 'a step');
  const title = reader.required(node, found, 'title', 'a step');
  if (typeNode === null || title === null) return null;
  return {
    type: reader.choice(typeNode, 'type', stepTypes),
    title: reader.text(title, 'title', longest.step),
  };
}

function readGroup(reader: YamlReader, node: YamlNode): DeclaredGroup | null {
  const found = reader.members(node, 'a group', ['name', 'formerly', 'runMode', 'device', 'tests']);
  if (found === null) return null;
  const name = reader.required(node, found, 'name', 'a group');
  if (name === null) return null;
  const tests = found.get('tests');
  return {
    name: reader.text(name, 'name', longest.name),
    formerly: readFormerly(reader, found.get('formerly')),
    runMode: reader.choice(found.get('runMode'), 'runMode', runModes),
    device: readDevice(reader, found.get('device')),
    tests:
      tests === undefined
        ? null
        : reader.items(tests, 'tests', longest.members).map((title) => ({
            title: reader.text(title, 'a test of a group', longest.name),
            position: reader.position(title),
          })),
    position: reader.position(name),
  };
}

const deviceTexts = ['platform', 'version', 'locale', 'timeZone'] as const;
const deviceLists = ['labels', 'permissions'] as const;
const phonePlatforms = ['ios', 'android'] as const;

function readDevice(reader: YamlReader, node: YamlNode | undefined): RequestedDevice | null {
  if (node === undefined) return null;
  const found = reader.members(node, 'a device', [...deviceTexts, ...deviceLists]);
  const device: RequestedDevice = {};
  for (const [name, member] of found ?? []) {
    if (name === 'platform') device.platform = reader.choice(member, name, phonePlatforms);
    else if (name === 'labels' || name === 'permissions') {
      const items = reader.items(member, name, longest.wishes);
      device[name] = items.map((item) => reader.text(item, name, longest.wish));
    } else if (name === 'version' || name === 'locale' || name === 'timeZone')
      device[name] = reader.text(member, name, longest.wish);
  }
  return Object.keys(device).length === 0 ? null : device;
}

function readFormerly(reader: YamlReader, node: YamlNode | undefined): string | null {
  return node === undefined ? null : reader.text(node, 'formerly', longest.name);
}
