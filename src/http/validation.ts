import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { filenameFault } from '../apps/upload.ts';
import { type FieldFault, PublicError } from '../kernel/errors.ts';
import { isUuid } from '../kernel/ids.ts';
import { displayNameFault, hostPatternFault, httpUrlFault, plainTextFault } from '../projects/project.ts';
import { promptFault } from '../runs/prompt.ts';

/** Formats whose faults need a sentence of their own; the rule itself lives with its noun. */
const faultOfFormat: Record<string, (text: string) => string | null> = {
  'build-filename': filenameFault,
  'display-name': displayNameFault,
  'plain-text': plainTextFault,
  'http-url': httpUrlFault,
  'host-pattern': hostPatternFault,
  prompt: promptFault,
  uuid: (text) => (isUuid(text) ? null : 'must be a UUID in lower case'),
};

/** Nothing is coerced, but for whole numbers in a query, which knows no types but text. */
export function useValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = validatorOf(schema);
    if (httpPart !== 'querystring') return validate;
    const numbers = integersOf(schema as QuerySchema);
    return (query: Record<string, unknown>) => {
      for (const name of numbers) {
        const text = query[name];
        if (typeof text === 'string' && /^\d{1,15}$/.test(text)) query[name] = Number(text);
      }
      return validate(query) || { error: validate.errors as never };
    };
  });
  app.setSchemaErrorFormatter((errors, part) => {
    const faults = errors.map((error) => toFault(error as ErrorObject, part));
    const distinct = faults.filter((fault, at) => faults.findIndex(({ path }) => path === fault.path) === at);
    return validationError(distinct);
  });
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
    keywords: ['example'],
  });
  for (const [name, faultOf] of Object.entries(faultOfFormat)) {
    ajv.addFormat(name, (text: string) => faultOf(text) === null);
  }
  return ajv;
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
