// Keeps the data of this version for the tests of all later ones: a data directory, a backup, and the hashes of the
// migrations, which are frozen from then on. To be run at each release, on the machine of the person who releases:
//   node scripts/make-fixture.mjs
// It fills a service of its own over HTTP and writes to tests/fixtures/tenor-VERSION.
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationFolders } from '../src/app/capabilities.ts';
import { productVersion } from '../src/app/product-version.ts';
import { readMigrations } from '../src/platform/db/migrate.ts';
import { fillService, keptKey } from '../tests/support/kept-data.ts';
import { packDirectory } from '../tests/support/packed-directory.ts';
import { startService, tenor } from '../tests/support/process.ts';
import { asSuperuser, nobody } from '../tests/support/superuser.ts';

const target = `tests/fixtures/tenor-${productVersion}`;
const root = mkdtempSync(join(tmpdir(), 'tenor-fixture-'));
const dataDirectory = join(root, 'data');
let service;
try {
  mkdirSync(dataDirectory, { mode: 0o700 });
  if (process.geteuid() === 0) chownSync(dataDirectory, ...nobody);
  writeFileSync(join(dataDirectory, 'encryption.key'), `${keptKey.toString('base64')}\n`, { mode: 0o600 });
  service = await startService({ dataDirectory });
  const kept = await fillService(service, productVersion);
  service.child.kill('SIGTERM');
  if ((await service.ended()) !== 0) throw new Error(`The service did not stop in order:\n${service.log()}`);
  const verified = tenor({ dataDirectory }, 'verify');
  if (verified.code !== 0) throw new Error(verified.output);

  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const backup = tenor({ dataDirectory }, 'backup', join(target, 'backup.tenor'));
  if (backup.code !== 0) throw new Error(backup.output);
  chmodSync(join(target, 'backup.tenor'), 0o644);
  await slimDown();
  writeFileSync(join(target, 'data-directory.br'), packDirectory(dataDirectory));
  const hashes = (await readMigrations(migrationFolders)).map(({ name, hash }) => [name, hash]);
  writeFileSync(join(target, 'migrations.json'), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
  writeFileSync(join(target, 'kept.json'), `${JSON.stringify(kept, null, 2)}\n`);
  for (const file of readdirSync(target)) console.log(join(target, file), statSync(join(target, file)).size);
} finally {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
}

/**
 * Removes what a start does not need: the write-ahead log of what is on disk already, caches, rows of the job queue,
 * the server's own log.
 */
async function slimDown() {
  const said = await asSuperuser(
    dataDirectory,
    ['vacuum (full)', 'select pg_switch_wal()', 'checkpoint', 'select pg_walfile_name(pg_current_wal_lsn())'].join(
      ';\n\n',
    ),
  );
  const segment = /pg_walfile_name = "([0-9A-F]{24})"/.exec(said)[1];
  // A cluster without its password file gets a new password at its next start.
  rmSync(join(dataDirectory, 'db', 'tenor_owner.password'));
  for (const name of ['server.log', 'lock', 'socket', 'lib'])
    rmSync(join(dataDirectory, name), { recursive: true, force: true });
  const wal = join(dataDirectory, 'db', 'pg_wal');
  // After an orderly stop a start reads only the last checkpoint, which is in the newest used segment.
  const segments = readdirSync(wal)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort();
  for (const name of segments) if (name !== segment) rmSync(join(wal, name));
  for (const path of readdirSync(join(dataDirectory, 'db'), { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('pg_internal.init') || path === 'postmaster.opts') rmSync(join(dataDirectory, 'db', path));
  }
}
