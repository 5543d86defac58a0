// What a company says of a place where files are left and fetched: its schema, what is checked of it, how it is stored.
import Type, { type Static } from 'typebox';
import type { WorkSettings } from '#platform/capability.ts';
import { wrongUrl } from '#platform/egress/webhook-url.ts';
import type { Problem } from '#platform/errors.ts';
import { Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { CompanyPlace } from './company-place.ts';

/** `whose`: who reads the files. */
export const placeFields = (whose: string, incomingFolder: string) => ({
  kind: StringEnum(['sftp', 'directory'], {
    description: `\`sftp\`: a folder of ${whose}. \`directory\`: one of this machine, below BANK_FILES_DIR, which a program of yours empties.`,
  }),
  folder: Text({ min: 1, max: 200, description: 'Where files are left.', example: 'incoming' }),
  incomingFolder: Type.Optional(Nullable(Text({ min: 1, max: 200, description: incomingFolder }))),
  host: Type.Optional(Nullable(Text({ min: 1, max: 253, description: 'For sftp: on the public internet.' }))),
  port: Type.Optional(Nullable(Int({ min: 1, max: 65_535, description: 'For sftp; 22 if not sent.' }))),
  username: Type.Optional(Nullable(Text({ min: 1, max: 64, description: 'For sftp.' }))),
  hostKey: Type.Optional(
    Nullable(
      Text({
        min: 50,
        max: 50,
        description: 'For sftp: the fingerprint of the host, as `ssh-keygen -l` shows it. Another host gets nothing.',
        example: 'SHA256:F6gAz1eC0yyGGbxTBLkrx2ca6jvfI0mPXkQ6XWp8iV4',
      }),
    ),
  ),
});

const Sent = Type.Object(placeFields('', ''));
type Sent = Static<typeof Sent>;

/** By which an SFTP host lets us in: one of them. */
export const placeCredentials = {
  privateKey: Type.Optional(
    Text({
      min: 100,
      max: 16_384,
      description: 'A private key of OpenSSH without a passphrase. Kept sealed and never shown.',
    }),
  ),
  password: Type.Optional(Text({ min: 1, max: 256, description: 'Kept sealed and never shown.' })),
};

interface Credentials {
  readonly privateKey?: string | undefined;
  readonly password?: string | undefined;
}

export function placeOf(sent: Sent): CompanyPlace {
  const isSftp = sent.kind === 'sftp';
  return {
    kind: sent.kind,
    folder: sent.folder,
    incomingFolder: sent.incomingFolder ?? null,
    host: isSftp ? (sent.host ?? null) : null,
    port: isSftp ? (sent.port ?? 22) : null,
    username: isSftp ? (sent.username ?? null) : null,
    hostKey: isSftp ? (sent.hostKey ?? null) : null,
  };
}

/** A folder has a name each of its steps, so that nobody leaves the one that the operator gave. */
const isFolder = (text: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/.test(text);
const isRemoteFolder = (text: string): boolean => /^[!-~](?:[ -~]*[!-~])?$/.test(text);

type Settings = Pick<WorkSettings, 'webhookDevHosts' | 'bankFilesDirectory'>;

/** `path`: what stands before the names of its fields. */
export function problemsOfPlace(settings: Settings, place: Sent, path: string): Problem[] {
  const { kind, folder, incomingFolder, host, username, hostKey, port } = place;
  const at = (field: string, message: string, expected: string): Problem => ({
    path: `${path}${field}`,
    message,
    expected,
  });
  if (kind === 'directory') {
    if (!settings.bankFilesDirectory)
      return [at('kind', 'is not offered here', 'sftp: the operator has set no BANK_FILES_DIR')];
    const surplus = Object.entries({ host, username, hostKey, port }).filter(([, value]) => value != null);
    const problems = surplus.map(([field]) => at(field, 'does not go with a directory', 'null'));
    if (!isFolder(folder)) problems.push(at('folder', 'is no such name', 'a name such as outgoing'));
    if (incomingFolder != null && (!isFolder(incomingFolder) || incomingFolder === folder))
      problems.push(at('incomingFolder', 'is no such name', 'a name such as incoming, and another than folder'));
    return problems;
  }
  const problems = Object.entries({ host, username, hostKey })
    .filter(([, value]) => value == null)
    .map(([field]) => at(field, 'is missing', 'what the other side has said of its host'));
  if (host != null) {
    const address = host.includes(':') ? `[${host}]` : host;
    const wrong = /^[\w.:-]+$/.test(host)
      ? wrongUrl(`https://${address}:${port ?? 22}/`, settings.webhookDevHosts)
      : { problem: 'must be the name of a host', expected: 'a name such as sftp.bank.example.com' };
    if (wrong) problems.push(at('host', wrong.problem, 'a host on the public internet such as sftp.bank.example.com'));
  }
  if (hostKey != null && !/^SHA256:[A-Za-z0-9+/]{43}$/.test(hostKey))
    problems.push(at('hostKey', 'is no such fingerprint', 'SHA256:…, as ssh-keygen -l shows it'));
  if (incomingFolder != null && (!isRemoteFolder(incomingFolder) || incomingFolder === folder))
    problems.push(at('incomingFolder', 'is no such name', 'a path of ASCII, and another than folder'));
  if (!isRemoteFolder(folder)) problems.push(at('folder', 'is no such name', 'a path of ASCII'));
  return problems;
}

export function problemsOfCredentials({ kind }: Pick<Sent, 'kind'>, sent: Credentials | null | undefined): Problem[] {
  if (!sent) return [];
  if (kind === 'directory') {
    return [{ path: 'credentials', message: 'do not go with a directory', expected: 'null' }];
  }
  const { privateKey, password } = sent;
  if ((privateKey === undefined) === (password === undefined)) {
    const message = 'name no key and no password, or both';
    return [{ path: 'credentials', message, expected: 'privateKey or password' }];
  }
  if (privateKey === undefined || /^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(privateKey.trim())) return [];
  const expected = 'the text of the file of the key';
  return [{ path: 'credentials.privateKey', message: 'is no private key', expected }];
}
