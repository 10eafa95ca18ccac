import { DOMParser, type Element } from '@xmldom/xmldom';
import { expect } from 'vitest';

/** The elements and attributes of junit-10.xsd of the Jenkins plug-in xUnit; those with a mark are required. */
const schema: Record<string, { attributes: string[]; children: string[] }> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    attributes: [
      'name!',
      'tests!',
      'failures!',
      'errors!',
      'group',
      'time',
      'skipped',
      'timestamp',
      'hostname',
      'id',
      'package',
      'file',
      'log',
      'url',
      'version',
    ],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    attributes: ['name!', 'time', 'classname', 'group'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { attributes: ['type', 'message'], children: [] },
  error: { attributes: ['type', 'message'], children: [] },
  skipped: { attributes: ['type', 'message'], children: [] },
  'system-out': { attributes: [], children: [] },
};

export function fits(element: Element): void {
  const rule = schema[element.tagName];
  if (rule === undefined) throw new Error(`there is no element ${element.tagName}`);
  const names = Array.from(element.attributes, ({ name }) => name);
  expect(rule.attributes.map((name) => name.replace('!', ''))).toEqual(expect.arrayContaining(names));
  const required = rule.attributes.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
  expect(names).toEqual(expect.arrayContaining(required));
  const time = element.getAttribute('time');
  if (time !== null) expect(time).toMatch(/^\d+\.\d{3}$/);
  for (const child of elements(element)) {
    expect(rule.children).toContain(child.tagName);
    fits(child);
  }
  if (rule.children.length === 0) return;
  const own = Array.from(element.childNodes).filter(({ nodeType }) => nodeType === 3);
  expect(own.map(({ nodeValue }) => nodeValue?.trim()).join('')).toBe('');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
export const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function parse(xml: string): Element {
  expect(xml).not.toMatch(unwritable);
  expect(xml.isWellFormed()).toBe(true);
  const refuse = (level: string, message: string) => {
    // It is what stands for half a surrogate pair.
    if (message.startsWith('Unicode replacement character')) return;
    throw new Error(`${level}: ${message}`);
  };
  const { documentElement } = new DOMParser({ onError: refuse }).parseFromString(xml, 'text/xml');
  if (documentElement === null) throw new Error('there is no element');
  return documentElement;
}

export function elements(of: Element): Element[] {
  return Array.from(of.childNodes).filter((node): node is Element => node.nodeType === 1);
}
