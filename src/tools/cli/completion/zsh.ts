import type { Completed, Level } from './words.ts';

export function zshScript(levels: readonly Level[]): string {
  const withValue = new Set(
    levels.flatMap(({ options }) => options.filter(({ value }) => value !== null).map(({ flag }) => flag)),
  );
  const known = levels.map(({ path }) => path).filter((path) => path !== '');
  return `#compdef gantry
# zsh completion of gantry; put it into a folder of $fpath as _gantry, or: source <(gantry completion zsh)
_gantry() {
  local path_typed="" word next at skip=0
  local -a known with_value
  known=(${known.map(quoted).join(' ')})
  with_value=(${[...withValue].join(' ')})
  for ((at = 2; at < CURRENT; at++)); do
    word=\${words[at]}
    if ((skip)); then skip=0; continue; fi
    if ((\${with_value[(Ie)$word]})); then skip=1; continue; fi
    [[ $word == -* ]] && continue
    [[ -z $path_typed && $word == help ]] && continue
    next="\${path_typed:+$path_typed }$word"
    ((\${known[(Ie)$next]})) && path_typed=$next
  done
  case "$path_typed" in
${levels.map(levelCase).join('\n')}
  esac
}

if [[ $funcstack[1] == _gantry ]]; then
  _gantry "$@"
else
  compdef _gantry gantry
fi
`;
}

function levelCase({ path, children, options, argument }: Level): string {
  const specs = options.map(({ flag, description, value }) => {
    const about = described(description);
    return quoted(value === null ? `${flag}[${about}]` : `${flag}[${about}]:value:${action(value)}`);
  });
  const rest =
    children.length > 0
      ? quoted(
          `*:command:((${children.map(({ word, summary }) => `${word}\\:${inner(summary)}`).join(' ')}))`,
        )
      : quoted(`*:argument:${action(argument)}`);
  return `    ${quoted(path)}) _arguments ${[...specs, rest].join(' ')} ;;`;
}

function action(completed: Completed): string {
  if (completed.kind === 'words') return `(${completed.words.join(' ')})`;
  if (completed.kind === 'nothing') return ' ';
  return completed.kind === 'files' ? '_files' : '_files -/';
}

/** Brackets and colons mean something there. */
function described(text: string): string {
  return text.replaceAll(/[[\]]/g, '').replaceAll(':', '\\:');
}

function inner(text: string): string {
  return `"${text.replaceAll(/["\\\\:()]/g, ' ')}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
