import type { RequestedDevice } from './api.ts';

const single = ['platform', 'version', 'locale', 'timeZone'] as const;
/** By the name of one of them. */
const several = { label: 'labels', permission: 'permissions' } as const;

/** `version=15,label=lab,label=fast`. Throws an `Error` whose sentence says what is wrong. */
export function parseDeviceText(text: string): RequestedDevice {
  const device: Record<string, string | string[]> = {};
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, name = '', value = ''] = /^(\w+)\s*=\s*(.+)$/.exec(part) ?? [];
    const list = Object.entries(several).find(([one]) => one === name)?.[1];
    if (list !== undefined) device[list] = [...(device[list] ?? []), value];
    else if (single.some((known) => known === name) && device[name] === undefined) device[name] = value;
    else throw new Error(wrong(part, device[name] !== undefined));
  }
  // The service says what is wrong with a value.
  return device as RequestedDevice;
}

function wrong(part: string, isTwice: boolean): string {
  if (isTwice) return `"${part}" is given twice.`;
  return `"${part}" says nothing of a device: write version=15,label=lab, with ${[...single, ...Object.keys(several)].join(', ')}.`;
}
