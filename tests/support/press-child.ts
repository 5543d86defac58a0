// A worker in a process of its own, for a test that kills it: `press-child.ts <server> <realm> <id>`, the first two as
// JSON. It takes a postcard, tells so, and prints it for ever.
import { openService } from '#app/service.ts';
import { makeLog } from '#platform/log.ts';
import { printing } from './postcards.ts';
import { testKey } from './server.ts';

const [server, realm, id] = process.argv.slice(2) as [string, string, string];
const log = makeLog('silent');
const { database, clock, position } = await openService({
  config: { lockWaitMs: 2000, webhookDevHosts: new Set() },
  server: JSON.parse(server),
  encryptionKey: testKey,
  log,
});
const press = {
  knowsIds: true,
  print() {
    process.stdout.write('printing\n');
    return new Promise<never>(() => {});
  },
};
process.stdin.resume().on('end', () => process.exit());
await printing.run({ database, clock, position, log, press }, JSON.parse(realm), { id });
