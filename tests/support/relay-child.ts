// A relay in a process of its own, for a test that kills it: `relay-child.ts <server, as JSON>`. It tells when it has
// given places, and ends when its parent ends.
import { openService } from '#app/service.ts';
import { makeLog } from '#platform/log.ts';
import type { Signals } from '#platform/signals/signals.ts';
import { startRelay } from '#platform/work/relay.ts';
import { testKey } from './server.ts';

const log = makeLog('silent');
const { database, clock, signals } = await openService({
  config: { lockWaitMs: 2000, webhookDevHosts: new Set() },
  server: JSON.parse(process.argv[2] as string),
  encryptionKey: testKey,
  log,
});
signals.connect();
const say: Signals['say'] = (topic, mode) => {
  process.stdout.write(`${topic}\n`);
  signals.say(topic, mode);
};
const jobs = { insert: async () => {}, stop: async () => {} };
startRelay({
  database: { ...database, ...database.atServer },
  jobs,
  chores: [],
  signals: { ...signals, say },
  clock,
  log,
});
process.stdin.resume().on('end', () => process.exit());
