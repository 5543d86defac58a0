// A host of a bank that means harm, or whoever stands before it: it takes no memory and no time of ours.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import ssh2, { type Connection, type SftpServer } from 'ssh2';
import { listedMax, PlaceFailed } from './file-place.ts';
import { type SftpSettings, sftp } from './sftp.ts';

const pieceOf = 1_000;
const endOfFolder = 1;
const ours = { username: 'tenor', folder: 'incoming', password: 'secret', timeoutMs: 60_000 };

/** A host that lets everybody in. It gives pieces of its folder; undefined ends it. */
async function aHost(t: TestContext, piece: (at: number) => readonly string[] | undefined) {
  const { private: hostKey, public: shown } = ssh2.utils.generateKeyPairSync('ed25519');
  let given = 0;
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client: Connection) => {
    client.on('error', () => {});
    client.on('authentication', (asked) => asked.accept());
    client.on('session', (accept) => accept().on('sftp', (take: () => SftpServer) => serve(take())));
  });
  function serve(wire: SftpServer): void {
    wire.on('OPENDIR', (id: number) => wire.handle(id, Buffer.from('a')));
    wire.on('CLOSE', (id: number) => wire.status(id, 0));
    wire.on('READDIR', (id: number) => {
      const names = piece(given);
      given += 1;
      const attrs = { mode: 0o100644, size: 1e12, mtime: 1 };
      if (names === undefined) wire.status(id, endOfFolder);
      else
        wire.name(
          id,
          names.map((filename) => ({ filename, longname: '-rw-r--r--', attrs })),
        );
    });
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const key = Buffer.from(shown.split(' ')[1] as string, 'base64');
  const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
  const settings: SftpSettings = { ...ours, host: '127.0.0.1', port, hostKey: fingerprint };
  const place = await sftp(settings);
  t.after(() => place.close());
  return { place, given: () => given };
}

describe('a host of a bank', () => {
  test('whose folder has no end is left', async (t) => {
    const names = Array.from({ length: pieceOf }, (_, i) => `file-${i}`);
    const { place, given } = await aHost(t, (at) => (at < 3 * (listedMax / pieceOf) ? names : undefined));
    await assert.rejects(place.list(), (error: Error) => {
      assert.ok(error instanceof PlaceFailed, String(error));
      assert.match(error.message, /More than 100000 files/);
      return true;
    });
    assert.ok(given() <= listedMax / pieceOf + 1, `${given()} pieces were taken`);
  });

  test('whose files have names that fill a memory, or say a length that does, is left', async (t) => {
    const long = await aHost(t, (at) => (at === 0 ? ['x'.repeat(20_000)] : undefined));
    await assert.rejects(long.place.list(), /a name of more than 255 characters/);
    const { place } = await aHost(t, (at) => (at === 0 ? ['.', 'large'] : undefined));
    const [file, ...others] = await place.list();
    assert.deepEqual([file?.name, others], ['large', []]);
    await assert.rejects(place.read(file as NonNullable<typeof file>), /has 1000000000000 bytes: more than/);
  });

  test('chooses no group for the keys, which takes minutes to check, and no compression', async (t) => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    const offered = new Promise<readonly string[]>((resolve) => {
      server.once('connection', async (socket: Socket) => {
        socket.on('error', () => {});
        socket.write('SSH-2.0-host\r\n');
        resolve(await offerOf(socket));
        socket.destroy();
      });
    });
    const { port } = server.address() as AddressInfo;
    const hostKey = `SHA256:${'A'.repeat(43)}`;
    await assert.rejects(sftp({ ...ours, host: '127.0.0.1', port, hostKey }), PlaceFailed);
    const lists = await offered;
    const [exchanges = ''] = lists;
    assert.match(exchanges, /curve25519-sha256/);
    assert.match(exchanges, /diffie-hellman-group14-sha256/);
    assert.doesNotMatch(exchanges, /group-exchange/);
    // The two entries say what is compressed on the way to the host, and on the way back.
    assert.deepEqual(lists.slice(6, 8), ['none', 'none']);
  });
});

/** The lists that a client offers: first its line, then a packet with a cookie and ten lists. */
async function offerOf(socket: Socket): Promise<readonly string[]> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk]);
    const begins = bytes.indexOf('\r\n') + 2;
    if (begins < 2 || bytes.length < begins + 4 || bytes.length < begins + 4 + bytes.readUInt32BE(begins)) continue;
    const lists: string[] = [];
    for (let at = begins + 22; lists.length < 10; ) {
      const end = at + 4 + bytes.readUInt32BE(at);
      lists.push(bytes.toString('latin1', at + 4, end));
      at = end;
    }
    return lists;
  }
  return [];
}
