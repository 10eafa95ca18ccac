const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const hex = [...'0123456789abcdef'];

/** Text that has broken a reader somewhere: what PostgreSQL, JSON, URLs, shells and people stumble over. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202eabc',
  '😀'.repeat(60),
  'é'.repeat(256),
  'x'.repeat(2_049),
  'x'.repeat(20_001),
  "'; drop table tests; --",
  '../../../etc/passwd',
  '{{secret}}',
  '%00',
  '%s%n',
  '-1',
  'null',
  'NaN',
  '1e999',
  '__proto__',
  'constructor',
  'a\r\nx: y',
  'http://user:password@127.0.0.1:9/',
  'ftp://127.0.0.1/',
  'http://127.0.0.1:99999/',
  '00000000-0000-0000-0000-000000000000',
];
const oddNumbers = [-1, 0, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER + 2];
const oddValues = [null, true, 'x', 7, [], {}, [[[]]], { $ref: '#' }, ...oddNumbers];

const ofFormat = {
  uuid: (random) => `0190a0a0-0000-7000-8000-${random.text(12, hex)}`,
  'build-filename': (random) =>
    `${random.text(8, letters)}${random.pick(['.apk', '.ipa', '.zip', '.app.zip', '.tgz'])}`,
  'display-name': (random) =>
    random.pick(['Shop', 'Ünïcode 😀', random.text(1 + random.below(200), letters)]),
  'plain-text': (random) => random.pick(['com.example.shop', 'See "Welcome"', random.text(10, letters)]),
  // Loopback and a port that nobody listens on: whatever the service calls leaves no machine.
  'http-url': (random) => `http://127.0.0.1:9/${random.text(5, letters)}`,
  'host-pattern': (random) => random.pick(['127.0.0.1', 'localhost:3000', '*.example.com']),
  prompt: (random) =>
    random.pick(['See "Welcome".', 'Open http://127.0.0.1:9/.\nSee "a".', random.text(200, letters)]),
  'date-time': (random) => new Date(random.below(2 ** 31) * 1_000).toISOString(),
  'time-zone': (random) => random.pick(['UTC', 'Europe/Berlin', 'Asia/Kathmandu']),
  'variable-name': (random) => `v${random.below(20)}`,
  cursor: (random) =>
    Buffer.from(`${1_700_000_000_000 + random.below(1e6)}.${ofFormat.uuid(random)}`).toString('base64url'),
};
const ofPattern = {
  '^[0-9a-fA-F]{64}$': (random) => random.text(64, hex),
  '^[!-~]{1,255}$': (random) => random.pick(['build-1', 'build-2', random.text(20, letters)]),
  '^[A-Za-z0-9]{4,32}$': (random) => random.text(12, letters),
};

/** A value that the schema allows. `known` gives what exists under the name of a member, or undefined. */
export function validValue(schema, random, known, name = '') {
  if (schema.enum) return random.pick(schema.enum);
  const types = [schema.type].flat();
  if (types.includes('null') && random.chance(0.15)) return null;
  switch (types.find((type) => type !== 'null')) {
    case 'string':
      return (random.chance(0.85) ? known(name, schema) : undefined) ?? validText(schema, random);
    case 'integer':
      return validInteger(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'array': {
      const { minItems = 0, items } = schema;
      const made = Array.from({ length: minItems + random.below(4) }, () =>
        validValue(items, random, known, name),
      );
      return schema.uniqueItems ? [...new Set(made)] : made;
    }
    case 'object':
      return validObject(schema, random, known);
    default:
      throw new TypeError(`the fuzzer does not know how to make ${JSON.stringify(schema)}`);
  }
}

export function validObject({ properties = {}, required = [] }, random, known) {
  const members = Object.entries(properties).filter(
    ([name]) => required.includes(name) || random.chance(0.5),
  );
  return Object.fromEntries(members.map(([name, schema]) => [name, validValue(schema, random, known, name)]));
}

/** A value that may be anything; often it is nearly right. */
export function brokenValue(schema, random, known) {
  const types = [schema.type].flat();
  if (types.includes('object') && random.chance(0.7)) return brokenObject(schema, random, known);
  if (types.includes('array') && random.chance(0.5))
    return Array.from({ length: random.below(4) }, () => brokenValue(schema.items ?? {}, random, known));
  if (types.includes('string') && random.chance(0.7)) return random.pick(oddTexts);
  if (types.includes('integer') && random.chance(0.7)) return random.pick(oddNumbers);
  return random.pick(oddValues);
}

export function brokenObject(schema, random, known) {
  const made = validObject(schema, random, known);
  const names = Object.keys(schema.properties ?? {});
  for (let changes = 1 + random.below(3); changes > 0 && names.length > 0; changes -= 1) {
    const name = random.pick(names);
    if (random.chance(0.3)) delete made[name];
    else made[name] = brokenValue(schema.properties[name], random, known);
  }
  if (random.chance(0.5))
    made[random.pick(['project_id', 'id', 'kind', 'constructor', 'x'])] = random.pick(oddValues);
  return made;
}

export function oddText(random) {
  return random.pick(oddTexts);
}

function validText({ format, pattern, examples, maxLength = Number.POSITIVE_INFINITY }, random) {
  if (format === undefined && examples !== undefined) return random.pick(examples);
  const make = format === undefined ? ofPattern[pattern] : ofFormat[format];
  if (make === undefined && (format ?? pattern) !== undefined)
    throw new TypeError(`the fuzzer does not know how to make a text of the form ${format ?? pattern}`);
  return (make?.(random) ?? random.text(10, letters)).slice(0, maxLength);
}

function validInteger({ minimum = 0, maximum = minimum + 1_000 }, random) {
  return random.pick([
    minimum,
    Math.min(minimum + 1, maximum),
    minimum + random.below(Math.min(50, maximum - minimum + 1)),
  ]);
}
