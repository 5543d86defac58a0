// Runs once for the whole run, from scripts/test.mjs: makes a server (the embedded one, or that of TEST_DATABASE_URL)
// and a migrated template database, from which each house is cloned in some tens of milliseconds.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openService } from '#app/service.ts';
import { serverOfUrl } from '#platform/db/connection.ts';
import { type EmbeddedServer, joinEmbedded } from '#platform/db/embedded/index.ts';
import { makeLog } from '#platform/log.ts';
import { allOf, makeClusterDatabase, nodesOf, within } from '../../scripts/cluster/make-cluster.ts';
import { closeToAll, hasCitus, shards, spread } from './cluster.ts';
import { createEmpty, dropCopy, type TestServer, testKey, withAdmin } from './server.ts';
import { makeTestSuperuser, testSuperuser } from './superuser.ts';

let embedded: EmbeddedServer | undefined;
let directory: string | undefined;
let server: TestServer | undefined;

/** Returns what the tests need to know, for their environment. */
export async function setUp(): Promise<string> {
  const url = process.env.TEST_DATABASE_URL;
  const template = `tenor_template_${randomBytes(4).toString('hex')}`;
  server = { ...(url === undefined ? await startEmbedded() : await ofAddresses(url)), template };
  const { cluster } = server;
  if (cluster === null) await createEmpty(server, template);
  else await makeClusterDatabase(cluster, template, shards);
  const ofTemplate = { ...server.owner, database: template };
  const service = await openService({
    config: { webhookDevHosts: new Set(), lockWaitMs: 2000 },
    server: ofTemplate,
    encryptionKey: testKey,
    log: makeLog('silent'),
  });
  // The job queue makes its tables at its first start: once here and not in every clone.
  await service.startWork();
  await service.close();
  if (cluster !== null) {
    await spread(ofTemplate);
    for (const node of allOf(cluster)) await within(node, (client) => closeToAll(client, template));
  }
  return JSON.stringify(server);
}

export async function tearDown(): Promise<void> {
  if (server !== undefined && embedded === undefined) await dropAll(server);
  await embedded?.leave();
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
}

async function startEmbedded(): Promise<TestServer> {
  directory = await mkdtemp(join(tmpdir(), 'tenor-test-'));
  await chmod(directory, 0o700);
  // Nothing of this server outlives the run, and each of its many databases is small and new: it need not wait for the
  // disk, nor look for what could be tidied. What happens to data when a server dies is shown by tests/crash, on others.
  await makeTestSuperuser(directory, ['fsync = off', 'full_page_writes = off', "autovacuum_naptime = '1h'"]);
  embedded = await joinEmbedded({ dataDirectory: directory });
  const { database, ...owner } = embedded.server;
  return {
    admin: { ...owner, ...testSuperuser, database: 'postgres' },
    owner,
    template: '',
    directory,
    cluster: null,
  };
}

async function ofAddresses(addresses: string): Promise<TestServer> {
  const nodes = nodesOf(addresses);
  const given = serverOfUrl(nodes.coordinator);
  const cluster = (await within(nodes.coordinator, hasCitus)) ? nodes : null;
  return { admin: given, owner: given, template: '', directory: null, cluster };
}

/** On a server that outlives the run nothing may stay: drops the databases and logins with the template's name. */
async function dropAll(server: TestServer): Promise<void> {
  const { template } = server;
  const like = `${template}%`;
  await withAdmin(server, async (client) => {
    // The template last: the logins are its own, and all have given them rights.
    const { rows } = await client.query(
      'select datname from pg_database where datname like $1 order by length(datname) desc',
      [like],
    );
    for (const { datname } of rows) await dropCopy(server, datname);
    const roles = await client.query('select rolname from pg_roles where rolname like $1', [like]);
    for (const { rolname } of roles.rows) await client.query(`drop role ${rolname}`);
  });
}
