// A process that uses the embedded server: `embedded-child.ts <data directory> [<path of another copy of the module>]`.
// It reports what happens as lines of JSON and obeys the words on its standard input. It ends when its parent ends.
import { createInterface } from 'node:readline';
import pg from 'pg';

type Door = typeof import('../../src/platform/db/embedded/index.ts');

const [dataDirectory = '', modulePath = '../../src/platform/db/embedded/index.ts'] = process.argv.slice(2);
const tell = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);

const { joinEmbedded, EmbeddedUnavailable } = (await import(modulePath)) as Door;

try {
  const server = await joinEmbedded({ dataDirectory, say: (sentence) => tell({ event: 'said', sentence }) });
  server.onLost((reason) => tell({ event: 'lost', reason: reason.message }));
  tell({ event: 'joined', socketDirectory: server.socketDirectory });
  for await (const word of createInterface({ input: process.stdin })) {
    if (word === 'write') void writeRows(server.server);
    if (word === 'leave') break;
  }
  await server.leave();
  tell({ event: 'left' });
  process.exit(0);
} catch (error) {
  const isRefusal = error instanceof EmbeddedUnavailable;
  tell({ event: isRefusal ? 'refused' : 'failed', reason: isRefusal ? error.message : String(error) });
  process.exit(1);
}

/** Writes row after row, and reports each once its commit was acknowledged. */
async function writeRows(server: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(server);
  client.on('error', () => {});
  await client.connect();
  await client.query('create table if not exists kept (n int primary key)');
  for (let n = 1; ; n += 1) {
    try {
      await client.query('insert into kept values ($1)', [n]);
    } catch {
      return;
    }
    tell({ event: 'committed', n });
  }
}
