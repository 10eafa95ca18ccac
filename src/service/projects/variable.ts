import { shortestSecret } from '../../kernel/masking.ts';
import type { Sealer } from '../../kernel/sealed.ts';
import { placeholderOf, type Variable, variableNamePattern } from '../../kernel/variables.ts';
import type { Database } from '../database/database.ts';
import {
  listVariables,
  type RunSettingsColumns,
  type StoredVariable,
  upsertVariable,
} from './variable-store.ts';

/** What is wrong with the name of a variable, or null. */
export function variableNameFault(name: string): string | null {
  if (variableNamePattern.test(name)) return null;
  return 'must begin with a letter or _ and continue with letters, digits, _, . and -, 64 at most';
}

/** What is wrong with a variable whose name is right, or null. */
export function variableFault({ value, isSecret, hosts }: Variable): string | null {
  if (isSecret && value.length < shortestSecret)
    return `value: a secret has at least ${shortestSecret} characters, since it is covered wherever it appears`;
  if (!isSecret && hosts != null)
    return 'hosts: only a secret has them; set secret to true, or leave them out';
  return null;
}

/** Null when the project does not exist, or has as many variables as it may have. */
export async function setVariable(
  db: Database,
  sealer: Sealer,
  projectId: string,
  { name, value, isSecret, hosts }: Variable,
): Promise<StoredVariable | null> {
  const sealed = isSecret ? sealer.seal(value, contextOf(projectId, name)) : null;
  const stored = { value: isSecret ? null : value, sealed, hosts: hosts == null ? null : [...hosts] };
  return upsertVariable(db, { projectId, name, ...stored });
}

/** Throws `UnsealError` when a secret does not open. */
export function openVariables(
  sealer: Sealer,
  projectId: string,
  variables: RunSettingsColumns['variables'],
): Variable[] {
  return (variables ?? []).map(({ name, value, sealed, hosts }) => ({
    name,
    value:
      sealed === null
        ? (value ?? '')
        : sealer.open(Buffer.from(sealed, 'base64'), contextOf(projectId, name)),
    isSecret: sealed !== null,
    hosts,
  }));
}

/** For reading sentences only: secrets stay sealed, and their placeholders stand for them. */
export async function readableVariables(db: Database, projectId: string): Promise<Variable[]> {
  const stored = await listVariables(db, projectId);
  return stored.map(({ name, value, sealed, hosts }) => ({
    name,
    value: value ?? placeholderOf(name),
    isSecret: sealed !== null,
    hosts,
  }));
}

function contextOf(projectId: string, name: string): string {
  return `variable ${name} of project ${projectId}`;
}
