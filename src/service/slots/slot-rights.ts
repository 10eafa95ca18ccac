import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SlotDevice } from './messages.ts';
import { createSlotAccounts } from './slot-accounts.ts';

interface SlotRights {
  /** Each slot has an account of its own; otherwise all have the service's. */
  readonly ownAccounts: boolean;
  /** Neither a slot nor what it starts gains rights from a program such as `sudo`. */
  readonly noNewPrivileges: boolean;
}

/** What this process can give to slots for web runs, here and as this account. */
export function slotRights(searchPath: string | undefined): SlotRights {
  return {
    ownAccounts: createSlotAccounts().areOwn,
    noNewPrivileges: isKeptFromGaining() || privilegeStop('web', searchPath).length > 0,
  };
}

/** For a person. */
export function describeRights({ ownAccounts, noNewPrivileges }: SlotRights): string {
  const accounts = ownAccounts ? 'own accounts' : "share the service's account";
  return `${accounts}; NoNewPrivs: ${noNewPrivileges ? 'yes' : 'no'}`;
}

/** What is written before the command of a slot to take new privileges from it. Empty where the service has none, and where that can't be had. */
export function privilegeStop(kind: SlotDevice['kind'], searchPath = ''): string[] {
  if (isKeptFromGaining() || (kind === 'web' && needsSetuidSandbox())) return [];
  const setpriv = process.platform === 'linux' ? find('setpriv', searchPath) : undefined;
  return setpriv === undefined ? [] : [setpriv, '--no-new-privs', '--'];
}

function isKeptFromGaining(): boolean {
  return /^NoNewPrivs:\s*1$/m.test(readText('/proc/self/status'));
}

/** Where accounts may not make user namespaces, the sandbox of an installed Chrome is a program that gains rights: it is worth more. */
function needsSetuidSandbox(): boolean {
  return [
    '/proc/sys/user/max_user_namespaces',
    // Of Debian's kernels.
    '/proc/sys/kernel/unprivileged_userns_clone',
  ].some((path) => readText(path).trim() === '0');
}

function find(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Empty where this system has no such file. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
