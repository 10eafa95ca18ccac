import { variableName } from '../../kernel/settings.ts';
import { nearest } from '../../kernel/similarity.ts';
import { misspeltVariables, settings } from '../../service/config.ts';
import { clientVariables } from '../cli/settings.ts';

export interface UnknownSetting {
  variable: string;
  /** The setting that was probably meant, or where all of them are listed. */
  advice: string;
}

/** Each variable `GANTRY_…` that neither the service nor the command line reads: probably misspelt. */
export function unknownSettings(env: NodeJS.ProcessEnv = process.env): UnknownSetting[] {
  const known = [...Object.keys(settings).map(variableName), ...clientVariables];
  return misspeltVariables(env)
    .filter((variable) => !clientVariables.includes(variable))
    .map((variable) => {
      // The prefix that all share would make every one look near.
      const bare = (name: string) => name.slice('GANTRY_'.length);
      const meant = nearest(bare(variable), known.map(bare));
      return {
        variable,
        advice: meant === null ? 'see gantry serve --help' : `did you mean GANTRY_${meant}?`,
      };
    });
}
