import { describe, expect, it } from 'vitest';
import { type Findings, knownOf, takeUnknown } from '../../../src/service/http/known-members.ts';

const text = { type: 'string' };
const step = {
  anyOf: [
    { type: 'object', properties: { type: text, title: text } },
    { type: 'object', properties: { type: text, code: text, options: { properties: { wait: text } } } },
    { type: 'null' },
  ],
};

/** What is left of a value, and the paths of what was taken out. */
function taken(schema: object, value: unknown): { left: unknown; paths: string[] } {
  const findings: Findings = { warnings: [], refusals: [], unlisted: 0 };
  takeUnknown(value, knownOf(schema), findings);
  return { left: value, paths: [...findings.warnings, ...findings.refusals].map(({ path }) => path) };
}

describe('the members that a schema names', () => {
  it('are those of any branch of a union, at every depth and in each item of an array', () => {
    const schema = { type: 'object', properties: { steps: { type: ['array', 'null'], items: step } } };
    const steps = [
      { type: 'a', title: 'b', cod: 1 },
      { type: 'a', code: 'b', options: { wait: 'x', weit: 'y' } },
      null,
      'text',
    ];
    expect(taken(schema, { steps, step: [] })).toEqual({
      left: {
        steps: [{ type: 'a', title: 'b' }, { type: 'a', code: 'b', options: { wait: 'x' } }, null, 'text'],
      },
      paths: ['steps.0.cod', 'steps.1.options.weit', 'step'],
    });
    expect(taken(schema, { steps: null }).paths).toEqual([]);
    expect(
      taken({ allOf: [schema, { properties: { more: text } }] }, { steps: [], more: 'x' }).paths,
    ).toEqual([]);
  });

  it('are all of a map whose names are the caller’s own, and those of its values are looked at', () => {
    const values = { properties: { value: text } };
    const own = { variables: { user: { value: 'a', secert: true } }, anything: { of: { any: 'depth' } } };
    const schema = {
      properties: { variables: { additionalProperties: values }, anything: { type: 'object' } },
    };
    expect(taken(schema, own).paths).toEqual(['variables.user.secert']);
    const named = { properties: { variables: { patternProperties: { '^x': {} } }, free: {} } };
    expect(taken(named, { variables: { xA: 1, b: { c: 1 } }, free: { a: 1 } }).paths).toEqual([]);
  });

  it('are not looked for in a value of another type, which the validation refuses', () => {
    const schema = {
      properties: { name: text, steps: { type: 'array', items: step }, one: { properties: {} } },
    };
    const value = { name: { a: 1 }, steps: { type: 'a' }, one: [{ a: 1 }] };
    expect(taken(schema, value)).toEqual({ left: structuredClone(value), paths: [] });
  });
});
