// No superuser can log in to the embedded server. A test that needs one works on the cluster in single-user mode, as
// PostgreSQL does for repairs, while no server runs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '#platform/db/embedded/binaries.ts';
import { openHome } from '#platform/db/embedded/home.ts';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { lockedExitCode, underLock } from '#platform/db/embedded/server-process.ts';
import { eventually } from './eventually.ts';

/** Single-user mode needs a user with a name. Root gives the data directory to this one before it is made. */
const nobody = [65534, 65534] as const;

/** Returns what PostgreSQL printed. An empty line separates the statements. */
async function asSuperuser(dataDirectory: string, sql: string, database = 'tenor'): Promise<string> {
  const home = await openHome(dataDirectory);
  const { uid, gid } = home.account;
  const as = process.geteuid?.() === 0 ? ['setpriv', ...passingAll, `--reuid=${uid}`, `--regid=${gid}`] : [];
  const postgres = join(await findBinaries(), 'bin', 'postgres');
  const [command, ...args] = [...underLock(home), ...as, postgres, '--single', '-j', '-D', home.db];
  // The lock may still be with a server that is about to be gone.
  return eventually('the lock is free', () => {
    const { status, stdout } = spawnSync(command as string, [...args, '-c', 'exit_on_error=on', database], {
      input: `${sql};\n\n`,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    if (status === lockedExitCode) return undefined;
    assert.equal(status, 0, sql);
    return stdout;
  });
}

/** The account may pass through directories that are closed to it. */
const passingAll = [
  ...['--clear-groups', '--securebits', '+no_setuid_fixup', '--bounding-set=-all,+dac_override'],
  ...['--inh-caps=-all,+dac_override', '--ambient-caps=+dac_override'],
];

export const testSuperuser = { user: 'tests', password: 'only-in-tests' };

/** Makes the directory and the cluster as well. `settings` are those of the server, such as `fsync = off`. */
export async function makeTestSuperuser(dataDirectory: string, settings: readonly string[] = []): Promise<void> {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  if (process.geteuid?.() === 0) chownSync(dataDirectory, ...nobody);
  await (await joinEmbedded({ dataDirectory })).leave();
  const { user, password } = testSuperuser;
  const role = `create role ${user} superuser login password '${password}'`;
  await asSuperuser(dataDirectory, [role, ...settings.map((setting) => `alter system set ${setting}`)].join(';\n\n'));
}
