import { Ajv2020 } from 'ajv/dist/2020.js';

/** Says what is wrong with an answer by the document alone, or null. */
export function createJudge(document) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  ajv.addFormat('date-time', /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('uri', (text) => URL.canParse(text));
  for (const name of [
    'display-name',
    'plain-text',
    'http-url',
    'host-pattern',
    'prompt',
    'build-filename',
    'cursor',
    'variable-name',
    'time-zone',
  ])
    ajv.addFormat(name, true);
  ajv.addSchema(document, 'openapi');
  const validators = new Map();

  return ({ operationId, method, path, responses }, { status, headers, text }) => {
    if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
    const response = responses[status];
    if (response === undefined)
      return `answered ${status}, which ${operationId} does not document: ${text.slice(0, 300)}`;
    if (headers['x-request-id'] === undefined) return 'answered without x-request-id';
    if (status === 401 && headers['www-authenticate'] !== 'Bearer')
      return 'answered 401 without WWW-Authenticate';
    if (status === 429 && headers['retry-after'] === undefined) return 'answered 429 without Retry-After';
    const [type = ''] = String(headers['content-type'] ?? '').split(';');
    // An answer without content is documented without it.
    if (text === '' && response.content === undefined) return null;
    if (response.content?.[type] === undefined)
      return `answered ${status} as "${type}", which is not documented`;
    if (type !== 'application/json') return null;
    return faultOfBody(text, `${method.toLowerCase()} ${path} ${status}`, () => {
      const pointer = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema'];
      return `openapi#/${pointer.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    });
  };

  function faultOfBody(text, name, refOf) {
    let validate = validators.get(name);
    if (validate === undefined) {
      validate = ajv.compile({ $ref: refOf() });
      validators.set(name, validate);
    }
    try {
      return validate(JSON.parse(text))
        ? null
        : `answered ${name} with ${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
    } catch (error) {
      return `answered ${name} with what is no JSON (${error.message}): ${text.slice(0, 300)}`;
    }
  }
}
