import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the environment says to the commands that talk to a service. */
export interface Environment {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly project: string | undefined;
  /** Where `gantry login` stores the address and the key. */
  readonly credentialsFile: string;
  readonly noColour: boolean;
  readonly forceColour: boolean;
  readonly isDumbTerminal: boolean;
  /** A variable that the user names. */
  named(name: string): string | undefined;
}

/** Set for these commands; the service itself does not know them. */
export const clientVariables: readonly string[] = ['GANTRY_URL', 'GANTRY_API_KEY', 'GANTRY_PROJECT'];

export const defaultUrl = 'http://127.0.0.1:4270';

/** The only reader of these variables. An empty one counts as absent. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const configFolder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return {
    url: env.GANTRY_URL || undefined,
    apiKey: env.GANTRY_API_KEY || undefined,
    project: env.GANTRY_PROJECT || undefined,
    credentialsFile: join(configFolder, 'gantry', 'credentials.json'),
    noColour: Boolean(env.NO_COLOR),
    forceColour: Boolean(env.FORCE_COLOR) && env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false',
    isDumbTerminal: env.TERM === 'dumb',
    named: (name) => env[name],
  };
}
