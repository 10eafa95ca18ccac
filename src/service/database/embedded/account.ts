import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { type Account, ownAccount } from '../../../kernel/account.ts';
import { StartupError } from '../../../kernel/errors.ts';

const nobody = 65534;

/** The user that initdb and postgres run as: postgres refuses root. No slot runs as this one. */
export async function chooseAccount(): Promise<Account> {
  const own = ownAccount();
  const account = own?.uid === 0 ? { uid: nobody, gid: nobody, lowered: true } : own;
  if (account === null) {
    throw new StartupError(
      `The embedded PostgreSQL does not run on ${process.platform}; set GANTRY_DATABASE_URL to a PostgreSQL server instead.`,
    );
  }
  // initdb and postgres look their own name up and fail with a riddle where there is none.
  if (!(account.lowered ? await isListed(account.uid) : hasOwnName())) {
    throw new StartupError(
      `The embedded PostgreSQL needs a passwd entry for uid ${account.uid}; add one, start as another user, or set GANTRY_DATABASE_URL.`,
    );
  }
  return account;
}

/** What child_process needs to start a program as the account. */
export function credentials(account: Account): { uid?: number; gid?: number } {
  return account.lowered ? { uid: account.uid, gid: account.gid } : {};
}

/** Nothing of our own environment: it holds secrets, and PG* variables would redirect the server. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

function hasOwnName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function isListed(uid: number): Promise<boolean> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  if (passwd.split('\n').some((line) => line.split(':')[2] === String(uid))) return true;
  return promisify(execFile)('getent', ['passwd', String(uid)]).then(
    () => true,
    () => false,
  );
}
