// The settings of the scanner of contents, as config.ts reads them.
import { isIP } from 'node:net';

/** A server that speaks the protocol of clamd, or a program that reads a content from its standard input. */
export type ScannerSettings =
  | {
      readonly kind: 'clamd';
      readonly at: { readonly path: string } | { readonly host: string; readonly port: number };
    }
  | { readonly kind: 'command'; readonly command: readonly [string, ...string[]] };

interface ReadsSettings {
  optional(name: string, isRight: (text: string) => boolean, expected: string): string | null;
}

/** Null: contents are not scanned. */
export function scannerSettings(read: ReadsSettings, wrong: string[]): ScannerSettings | null {
  const socket = read.optional(
    'SCANNER_CLAMD',
    (text) => placeOf(text) !== undefined,
    'a socket such as /run/clamav/clamd.ctl, or an address such as 127.0.0.1:3310',
  );
  const command = read.optional(
    'SCANNER_COMMAND',
    (text) => text.startsWith('/'),
    'a program by its whole path, with its words: /usr/bin/clamdscan --stdout --no-summary -',
  );
  if (socket !== null && command !== null) wrong.push('SCANNER_CLAMD and SCANNER_COMMAND: set one of them.');
  const at = socket === null ? undefined : placeOf(socket);
  if (at !== undefined) return { kind: 'clamd', at };
  if (command === null) return null;
  const [program = command, ...words] = command.split(/\s+/);
  return { kind: 'command', command: [program, ...words] };
}

function placeOf(text: string) {
  if (text.startsWith('/')) return { path: text };
  const [, host = '', port = ''] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(text) ?? [];
  const isHost = isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host);
  return isHost && Number(port) > 0 && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined;
}
