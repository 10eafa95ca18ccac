import type { Completed, CompletedOption, Level } from './words.ts';

export function fishScript(levels: readonly Level[]): string {
  const known = levels.map(({ path }) => path).filter((path) => path !== '');
  const withValue = new Set(
    levels.flatMap(({ options }) => options.filter(({ value }) => value !== null).map(({ flag }) => flag)),
  );
  return `# fish completion of gantry; load it by: gantry completion fish | source
function __gantry_path
    set -l known ${known.map(quoted).join(' ')}
    set -l with_value ${[...withValue].join(' ')}
    set -l path ''
    set -l skip 0
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $word $with_value
            set skip 1
        else if not string match -q -- '-*' $word
            if test -z "$path" -a "$word" = help
                continue
            end
            set -l next (string trim -- "$path $word")
            if contains -- $next $known
                set path $next
            end
        end
    end
    echo $path
end

function __gantry_at
    test (__gantry_path) = "$argv"
end

complete -c gantry -f
${levels.flatMap(levelLines).join('\n')}
`;
}

function levelLines({ path, children, options, argument }: Level): string[] {
  const at = `complete -c gantry -n ${quoted(`__gantry_at ${path}`.trim())}`;
  return [
    ...children.map(({ word, summary }) => `${at} -a ${word} -d ${quoted(summary)}`),
    ...options.map((option) => `${at} ${optionWords(option)} -d ${quoted(option.description)}`),
    ...(children.length === 0 && argument.kind !== 'nothing' ? [`${at} ${valueWords(argument)}`] : []),
  ];
}

function optionWords({ flag, short, value }: CompletedOption): string {
  const names = [`-l ${flag.slice(2)}`, ...(short === null ? [] : [`-s ${short}`])];
  if (value === null) return names.join(' ');
  return [...names, '-r', valueWords(value)].filter((words) => words !== '').join(' ');
}

function valueWords(completed: Completed): string {
  if (completed.kind === 'words') return `-a ${quoted(completed.words.join(' '))}`;
  if (completed.kind === 'files') return '-F';
  return completed.kind === 'folders' ? `-a '(__fish_complete_directories)'` : '';
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
