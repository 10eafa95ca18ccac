import { version } from '../../kernel/version.ts';
import type { Printer } from './printer.ts';

/** Notes once that the service is of another version than this tool, and where the tool of its version is. */
export function noteOtherVersion(printer: Printer, url: string): (serviceVersion: string) => void {
  let isNoted = false;
  return (serviceVersion) => {
    const age = ageOf(serviceVersion, version);
    if (isNoted || age === null) return;
    isNoted = true;
    printer.note(
      `The service is ${age} than this tool: ${serviceVersion}, and the tool ${version}. ` +
        `The tool of that version: npx --yes "${url}/cli.tgz?${encodeURIComponent(serviceVersion)}"`,
    );
  };
}

/** Null where they are the same, or one of them is no version. */
export function ageOf(one: string, other: string): 'older' | 'newer' | null {
  const [ones, others] = [numbersIn(one), numbersIn(other)];
  if (ones === null || others === null) return null;
  for (const [at, number] of ones.entries()) {
    const difference = number - (others[at] ?? 0);
    if (difference !== 0) return difference < 0 ? 'older' : 'newer';
  }
  return null;
}

function numbersIn(text: string): number[] | null {
  const [, ...numbers] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:[-+].*)?$/.exec(text) ?? [];
  return numbers.length === 3 ? numbers.map(Number) : null;
}
