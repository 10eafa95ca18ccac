import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type FieldFault, notFound, PublicError } from '../../kernel/errors.ts';
import { hostPatternFault } from '../../kernel/host-pattern.ts';
import { isUuid } from '../../kernel/ids.ts';
import { decodeCursor } from '../../kernel/page.ts';
import { timeZoneFault } from '../../kernel/time-zone.ts';
import { filenameFault } from '../apps/upload.ts';
import { displayNameFault, httpUrlFault, plainTextFault } from '../projects/project.ts';
import { variableNameFault } from '../projects/variable.ts';
import { promptFault } from '../runs/prompt.ts';
import type { HttpServer } from './parts.ts';

const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

/** What is wrong with a point in time that a caller names, or null. */
function dateTimeFault(text: string): string | null {
  return dateTime.test(text) && !Number.isNaN(Date.parse(text))
    ? null
    : 'must be a time such as 2026-05-01T12:00:00Z';
}

/** Formats whose faults need a sentence of their own; the rule itself lives with its noun. */
const faultOfFormat: Record<string, (text: string) => string | null> = {
  'build-filename': filenameFault,
  'display-name': displayNameFault,
  'plain-text': plainTextFault,
  'http-url': httpUrlFault,
  'host-pattern': hostPatternFault,
  prompt: promptFault,
  'variable-name': variableNameFault,
  'date-time': dateTimeFault,
  'time-zone': timeZoneFault,
  cursor: (text) => (decodeCursor(text) === null ? 'must come from an earlier page' : null),
  uuid: (text) => (isUuid(text) ? null : 'must be a UUID in lower case'),
};

/** Nothing is coerced, but for whole numbers in a query, which knows no types but text. */
export function useValidation(app: HttpServer): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const numbers = httpPart === 'querystring' ? integersOf(schema as QuerySchema) : [];
    let compiled: ValidateFunction | undefined;
    return (data: unknown) => {
      // By the first call that needs it: with what writes the answers, all of them would be a third of a start.
      compiled ??= validatorOf(schema);
      if (numbers.length > 0) readNumbers(data as Record<string, unknown>, numbers);
      return compiled(data) || { error: compiled.errors as never };
    };
  });
  app.setSchemaErrorFormatter((errors, part) => {
    const resource = missingResource(errors as ErrorObject[], part);
    if (resource !== null) return notFound(resource);
    const faults = errors.map((error) => toFault(error as ErrorObject, part));
    return validationError(firstOfEachPath(faults).slice(0, mostFaults));
  });
}

/** More of them would not be read. */
const mostFaults = 50;

function firstOfEachPath(faults: readonly FieldFault[]): FieldFault[] {
  const first = new Map<string, FieldFault>();
  for (const fault of faults) if (!first.has(fault.path)) first.set(fault.path, fault);
  return [...first.values()];
}

const ajv = createAjv();
const validators = new Map<string, ValidateFunction>();

/** Many routes share a schema; each is compiled once. */
function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = validators.get(text);
  if (known !== undefined) return known;
  const validate = ajv.compile(schema);
  validators.set(text, validate);
  return validate;
}

interface QuerySchema {
  properties?: Record<string, { type?: string }>;
}

function readNumbers(query: Record<string, unknown>, names: string[]): void {
  for (const name of names) {
    const text = query[name];
    if (typeof text === 'string' && /^\d{1,15}$/.test(text)) query[name] = Number(text);
  }
}

function integersOf({ properties = {} }: QuerySchema): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

export function validationError(faults: FieldFault[]): PublicError {
  const message = faults.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new PublicError('ValidationError', message, faults.length > 1 ? { details: faults } : {});
}

function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    verbose: true,
    strictTypes: false,
    keywords: ['example', 'x-resource'],
  });
  for (const [name, faultOf] of Object.entries(faultOfFormat)) {
    ajv.addFormat(name, (text: string) => faultOf(text) === null);
  }
  return ajv;
}

/** The resource that a call names by what is no id at all, where that is all that is wrong with it. */
function missingResource(errors: ErrorObject[], part: string): string | null {
  const resources = errors.map(({ keyword, parentSchema }) =>
    keyword === 'format' || keyword === 'pattern'
      ? (parentSchema?.['x-resource'] as string | undefined)
      : undefined,
  );
  const [first] = resources.filter((resource) => resource !== undefined);
  const isAll = part === 'params' || resources.every((resource) => resource !== undefined);
  return first !== undefined && isAll ? first : null;
}

function toFault(error: ErrorObject, part: string): FieldFault {
  const parent = error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'required') {
    const missing = String(error.params.missingProperty);
    return { path: parent === '' ? missing : `${parent}.${missing}`, message: 'is required' };
  }
  const path = parent === '' ? part : parent;
  if (error.keyword === 'format' && typeof error.data === 'string') {
    const sentence = faultOfFormat[String(error.params.format)]?.(error.data);
    if (sentence) return { path, message: sentence };
  }
  if (error.keyword === 'enum') {
    return { path, message: `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}` };
  }
  if (error.keyword === 'type') {
    const types = [error.params.type].flat().filter((type) => type !== 'null');
    return { path, message: `must be ${types.map(article).join(' or ')}` };
  }
  return { path, message: error.message ?? 'is not valid' };
}

function article(type: unknown): string {
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${type}`;
}
