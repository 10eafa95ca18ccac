import { Ajv2020 } from 'ajv/dist/2020.js';

/** Says what is wrong with the answer to an operation of `operationsOf` by the document alone, or null. */
export function createJudge() {
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
    const name = `${method} ${path} ${status}`;
    if (!validators.has(name)) validators.set(name, ajv.compile(response.content[type].schema));
    return faultOfBody(text, name);
  };

  function faultOfBody(text, name) {
    const validate = validators.get(name);
    try {
      return validate(JSON.parse(text))
        ? null
        : `answered ${name} with ${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
    } catch (error) {
      return `answered ${name} with what is no JSON (${error.message}): ${text.slice(0, 300)}`;
    }
  }
}
