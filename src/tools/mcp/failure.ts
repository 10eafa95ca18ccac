import { GantryError, UnreachableError } from '../../client/index.ts';

/** A refusal whose sentence is written for the agent. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

/** One sentence for the agent, with a code before it. Null for what only the log may say. */
export function describeFailure(error: unknown): string | null {
  if (error instanceof ToolRefusal) return `Refused: ${error.message}`;
  if (error instanceof UnreachableError) {
    return `Unreachable: ${error.message} Nothing is known about the call; look whether the service runs, then try again.`;
  }
  if (!(error instanceof GantryError)) return null;
  if (error.status === 401) {
    return `${error.code}: The service does not accept the API key of this MCP server. Ask the user to set GANTRY_API_KEY under "env" in the configuration of this server to a valid key and to restart it, or to run "gantry login" if the configuration has none.`;
  }
  const fields = error.details.map(({ path, message }) => `\n- ${path}: ${message}`).join('');
  const request = error.requestId === undefined ? '' : `\n(request ${error.requestId})`;
  return `${error.code}: ${error.message}${fields}${request}`;
}
