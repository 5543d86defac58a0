// Speaks the protocol of clamd: the content goes in pieces that say their length, and a line comes back.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { clean, type Scan, shortFinding } from './verdict.ts';

type Place = { readonly path: string } | { readonly host: string; readonly port: number };

const silentMsMax = 60_000;

export const clamd =
  (at: Place): Scan =>
  async (bytes, signal) => {
    const socket = connect(at);
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.setTimeout(silentMsMax, () => socket.destroy(new Error('The scanner is silent.')));
    // It is listened to from the start: it answers early, and closes, where a content is too long for it.
    const answered = text(socket);
    answered.catch(() => {});
    try {
      await once(socket, 'connect');
      socket.write('zINSTREAM\0');
      for await (const piece of bytes) {
        if (socket.writableEnded || socket.destroyed || socket.readableEnded) break;
        const length = Buffer.alloc(4);
        length.writeUInt32BE(piece.length);
        socket.write(length);
        if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), answered]);
      }
      if (!socket.destroyed) socket.end(Buffer.alloc(4));
      return verdictIn((await answered).replaceAll('\0', '').trim());
    } finally {
      socket.destroy();
    }
  };

function verdictIn(answer: string) {
  if (answer === 'stream: OK') return clean;
  const [, found] = /^stream: (.+) FOUND$/s.exec(answer) ?? [];
  if (found !== undefined) return { kind: 'infected', finding: shortFinding(found) } as const;
  throw new Error(`The scanner says: ${shortFinding(answer) || 'nothing'}.`);
}
