// A connection of a caller who writes what is sent by hand, and hears what comes back.
import { connect, type Socket } from 'node:net';

export interface Talk {
  readonly socket: Socket;
  heard(): string;
  /** The first line that was heard. */
  status(): string | undefined;
  readonly closed: Promise<void>;
}

export function talkTo(port: number): Talk {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let heard = '';
  socket.on('data', (text) => {
    heard += text;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, heard: () => heard, status: () => heard.split('\r\n')[0], closed };
}
