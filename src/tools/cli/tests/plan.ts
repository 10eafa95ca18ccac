import type { Group, Test } from '../../../client/index.ts';
import type { FileFault } from '../errors.ts';
import type { Declared, DeclaredGroup, DeclaredTest } from './declaration.ts';

export type TestChange =
  | { action: 'created'; test: DeclaredTest }
  | { action: 'changed'; id: string; test: DeclaredTest; changes: string[] }
  | { action: 'unchanged' | 'deleted'; id: string; title: string };

export type GroupChange =
  | { action: 'created'; group: DeclaredGroup; changes: string[] }
  | { action: 'changed' | 'unchanged'; id: string; group: DeclaredGroup; changes: string[] }
  | { action: 'deleted'; id: string; name: string };

export interface ExistingGroup extends Group {
  /** The titles of its tests, in their order. */
  titles: string[];
}

export interface Plan {
  tests: TestChange[];
  groups: GroupChange[];
  faults: FileFault[];
}

/** What has to be done so that the project is as the files say. */
export function planChanges(
  declared: Declared,
  existing: { tests: readonly Test[]; groups: readonly ExistingGroup[] },
  { prune }: { prune: boolean },
): Plan {
  const faults: FileFault[] = [];
  const tests = declared.tests.map((test): TestChange => {
    const found = findSame(existing.tests, test, test.title, ({ title }) => title, 'test', faults);
    if (found === null) return { action: 'created', test };
    const changes = testChanges(found, test);
    if (changes.length === 0) return { action: 'unchanged', id: found.id, title: found.title };
    return { action: 'changed', id: found.id, test, changes };
  });
  const renamed = new Map(
    tests.flatMap((change) => {
      const before =
        change.action === 'changed' ? existing.tests.find(({ id }) => id === change.id) : undefined;
      return before === undefined || change.action !== 'changed'
        ? []
        : [[before.title, change.test.title] as const];
    }),
  );
  const groups = declared.groups.map((group): GroupChange => {
    faults.push(...memberFaults(group, declared, existing.tests));
    const found = findSame(existing.groups, group, group.name, ({ name }) => name, 'group', faults);
    if (found === null) return { action: 'created', group, changes: [] };
    const titles = found.titles.map((title) => renamed.get(title) ?? title);
    const changes = groupChanges({ ...found, titles }, group);
    return { action: changes.length === 0 ? 'unchanged' : 'changed', id: found.id, group, changes };
  });
  if (prune) {
    const named = new Set(declared.groups.flatMap((group) => group.tests ?? []).map(({ title }) => title));
    tests.push(
      ...unnamed(existing.tests, tests)
        .filter(({ title }) => !named.has(title))
        .map(({ id, title }) => ({ action: 'deleted' as const, id, title })),
    );
    if (declared.hasGroups) {
      groups.push(
        ...unnamed(existing.groups, groups).map(({ id, name }) => ({ action: 'deleted' as const, id, name })),
      );
    }
  }
  return { tests, groups, faults };
}

/** By its name, else by its former one. */
function findSame<Item extends { id: string }>(
  items: readonly Item[],
  { formerly, position }: Pick<DeclaredTest, 'formerly' | 'position'>,
  name: string,
  nameOf: (item: Item) => string,
  noun: string,
  faults: FileFault[],
): Item | null {
  for (const wanted of formerly === null ? [name] : [name, formerly]) {
    const [found, ...others] = items.filter((item) => nameOf(item) === wanted);
    if (found === undefined) continue;
    if (others.length > 0) {
      const ids = [found, ...others].map(({ id }) => id).join(', ');
      faults.push({ position, message: `the project has several ${noun}s called "${wanted}": ${ids}` });
    }
    return found;
  }
  return null;
}

function testChanges(found: Test, test: DeclaredTest): string[] {
  const stepsOf = ({ steps }: Pick<Test, 'steps'>) =>
    JSON.stringify(steps.map(({ type, title }) => [type, title]));
  return [
    ...(found.title === test.title ? [] : ['title']),
    ...(found.platform === test.platform ? [] : ['platform']),
    ...(found.enabled === test.enabled ? [] : ['enabled']),
    ...(isSameDevice(found.device, test.device) ? [] : ['device']),
    ...(stepsOf(found) === stepsOf(test) ? [] : ['steps']),
  ];
}

function isSameDevice(one: Test['device'], other: Test['device']): boolean {
  const sorted = (device: Test['device']) => JSON.stringify(Object.entries(device ?? {}).sort());
  return sorted(one) === sorted(other);
}

function groupChanges(found: ExistingGroup, group: DeclaredGroup): string[] {
  const titles = group.tests?.map(({ title }) => title) ?? found.titles;
  return [
    ...(found.name === group.name ? [] : ['name']),
    ...(found.runMode === group.runMode ? [] : ['runMode']),
    ...(isSameDevice(found.device, group.device) ? [] : ['device']),
    ...(JSON.stringify(found.titles) === JSON.stringify(titles) ? [] : ['tests']),
  ];
}

function memberFaults(group: DeclaredGroup, declared: Declared, existing: readonly Test[]): FileFault[] {
  const seen = new Set<string>();
  return (group.tests ?? []).flatMap(({ title, position }): FileFault[] => {
    if (seen.has(title)) return [{ position, message: `"${title}" is in the group already` }];
    seen.add(title);
    if (declared.tests.some((test) => test.title === title)) return [];
    const found = existing.filter((test) => test.title === title).length;
    if (found === 1) return [];
    const reason = found === 0 ? 'there is no test' : 'the project has several tests called';
    return [{ position, message: `${reason} "${title}"` }];
  });
}

function unnamed<Item extends { id: string }>(
  items: readonly Item[],
  changes: ReadonlyArray<TestChange | GroupChange>,
): Item[] {
  const kept = new Set(changes.map((change) => ('id' in change ? change.id : null)));
  return items.filter(({ id }) => !kept.has(id));
}
