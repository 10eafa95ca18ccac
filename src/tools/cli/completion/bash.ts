import type { Completed, Level } from './words.ts';

/** Uses what bash itself has: it works without the package bash-completion. */
export function bashScript(levels: readonly Level[]): string {
  const valued = levels.flatMap(({ options }) => options.filter(({ value }) => value !== null));
  const withValue = [...new Set(valued.flatMap(({ flag, short }) => (short ? [flag, `-${short}`] : [flag])))];
  const cases = (of: (level: Level) => string) =>
    levels.map((level) => `    ${quoted(level.path)}) ${of(level)} ;;`).join('\n');
  return `# bash completion of gantry; load it by: source <(gantry completion bash)
_gantry_children() {
  case "$1" in
${cases(({ children }) => `echo ${quoted(children.map(({ word }) => word).join(' '))}`)}
  esac
}

_gantry_options() {
  case "$1" in
${cases(({ options }) => `echo ${quoted(options.map(({ flag }) => flag).join(' '))}`)}
  esac
}

_gantry_argument() {
  case "$1" in
${cases(({ argument }) => `echo ${quoted(asText(argument))}`)}
  esac
}

_gantry_value() {
  case "$1 $2" in
${valueCases(levels)}
  esac
}

_gantry_reply() {
  local IFS=$'\\n'
  case "$1" in
    files) compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -f -- "$2")) ;;
    folders) compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -d -- "$2")) ;;
    *) IFS=$' \\n'; COMPREPLY=($(compgen -W "$1" -- "$2")) ;;
  esac
}

_gantry() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word="" before="" at next
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    before="$word"
    word="\${COMP_WORDS[at]}"
    case "$word" in
      =) continue ;;
      -*) continue ;;
    esac
    case "$before" in
      ${withValue.join('|')}|=) continue ;;
    esac
    [[ $path == "" && $word == help ]] && continue
    next="\${path:+$path }$word"
    if [[ -n $(_gantry_options "$next") ]]; then path="$next"; fi
  done
  local previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  if [[ $current == "=" ]]; then current=""; fi
  if [[ $previous == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  case "$previous" in
    ${withValue.join('|')})
      _gantry_reply "$(_gantry_value "$path" "$previous")" "$current"
      return ;;
  esac
  if [[ $current == -* ]]; then
    _gantry_reply "$(_gantry_options "$path")" "$current"
  elif [[ -n $(_gantry_children "$path") ]]; then
    _gantry_reply "$(_gantry_children "$path")" "$current"
  else
    _gantry_reply "$(_gantry_argument "$path")" "$current"
  fi
}

complete -F _gantry gantry
`;
}

function valueCases(levels: readonly Level[]): string {
  return levels
    .flatMap(({ path, options }) =>
      options.flatMap(({ flag, short, value }) => {
        if (value === null || value.kind === 'nothing') return [];
        const names = [flag, ...(short === null ? [] : [`-${short}`])].map((name) =>
          quoted(`${path} ${name}`),
        );
        return [`    ${names.join('|')}) echo ${quoted(asText(value))} ;;`];
      }),
    )
    .join('\n');
}

function asText(completed: Completed): string {
  if (completed.kind === 'words') return completed.words.join(' ');
  return completed.kind === 'nothing' ? '' : completed.kind;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
