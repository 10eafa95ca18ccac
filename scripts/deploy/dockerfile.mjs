// Reads a Dockerfile and a .dockerignore: as much of both formats as ours use, and an error for the rest.

const known = new Set(
  'ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK RUN STOPSIGNAL USER VOLUME WORKDIR'.split(' '),
);

/** Its stages in order, each with its base and its instructions; arguments of the build have their defaults. */
export function parseDockerfile(text) {
  const stages = [];
  const buildArguments = {};
  for (const line of logicalLines(text)) {
    const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(line) ?? [];
    if (!known.has(name)) throw new Error(`unknown instruction: ${line}`);
    if (name === 'FROM') {
      const [, base, stage] = /^(\S+) AS (\S+)$/.exec(filled(rest, buildArguments)) ?? [];
      if (base === undefined) throw new Error(`a stage needs a base and a name: ${line}`);
      stages.push({ name: stage, base, instructions: [] });
    } else if (stages.length === 0) {
      if (name !== 'ARG') throw new Error(`before the first stage: ${line}`);
      const [key, value = ''] = rest.split('=');
      buildArguments[key] = value;
    } else {
      stages.at(-1).instructions.push(instruction(name, rest));
    }
  }
  return stages;
}

/** The instructions of a stage behind those of the stages that it is made from. */
export function instructionsOf(stages, name) {
  const stage = stages.find((candidate) => candidate.name === name);
  if (stage === undefined) return [];
  return [...instructionsOf(stages, stage.base), ...stage.instructions];
}

/**
 * Says of a path whether .dockerignore lets it through: the last pattern that fits it or a folder above decides. A folder
 * around something that is let through is, too.
 */
export function readIgnore(text) {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ lets: line.startsWith('!'), name: line.replace(/^!/, '') }));
  const odd = patterns.find(({ name }) => name !== '*' && /[*?[\\]|^\/|\/$/.test(name));
  if (odd) throw new Error(`a pattern that this reader does not know: ${odd.name}`);
  const holdsMore = (path) => patterns.some(({ lets, name }) => lets && name.startsWith(`${path}/`));
  return (path) =>
    holdsMore(path) ||
    (patterns.findLast(({ name }) => name === '*' || path === name || path.startsWith(`${name}/`))?.lets ??
      true);
}

function instruction(name, rest) {
  const flags = {};
  let args = rest;
  for (;;) {
    const [whole, key, value] = /^--([a-z-]+)=(\S+)\s+/.exec(args) ?? [];
    if (whole === undefined) break;
    flags[key] = value;
    args = args.slice(whole.length);
  }
  return { name, flags, args };
}

/** Without comments, and with continued lines as one. */
function logicalLines(text) {
  return text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function filled(text, values) {
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}
