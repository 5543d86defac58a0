// `tenor ach send`: leaves a checked ACH file with a bank, once, in a folder of this machine or by SFTP.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { directory } from '#platform/file-places/directory.ts';
import { type FilePlace, PlaceFailed, putOnce } from '#platform/file-places/file-place.ts';
import { sftp } from '#platform/file-places/sftp.ts';
import { cannotBeRead, fileOf, lookedAt, mustHaveNone } from './ach-file.ts';
import { CommandFailed, type Given, print } from './command.ts';
import { WrongUse } from './wrong-use.ts';

const timeoutMs = 120_000;
const usualPort = 22;

export async function sendAch(values: Given, words: readonly string[]): Promise<void> {
  const { to, name, ...access } = values as Readonly<Record<string, string | undefined>>;
  const path = fileOf(words, 'the ACH file');
  if (path === '-') throw new WrongUse('What is sent is a FILE, so that it can be sent again.');
  if (to === undefined) throw new WrongUse('--to is missing: a folder, or sftp://user@host/folder.');
  // Looked at again where it stands, so that no file leaves that a bank would refuse.
  mustHaveNone(await lookedAt(path), path);
  const { size: bytes } = await stat(path).catch(cannotBeRead(path));
  const file = { name: name ?? basename(path), bytes, open: () => createReadStream(path) };
  const said = await atPlace(await placeOf(to, access), (place) => putOnce(place, file));
  print(
    said === 'put' ? `${file.name} is there, ${bytes} bytes.` : `${file.name} was there already, with all its bytes.`,
  );
}

type Access = Readonly<Record<string, string | undefined>>;

/** The place is a folder, or a host that is known by its key. */
async function placeOf(to: string, access: Access): Promise<() => Promise<FilePlace>> {
  if (!to.startsWith('sftp://')) return async () => directory(to);
  const url = URL.parse(to);
  if (url === null || url.username === '' || url.password !== '')
    throw new WrongUse('--to is written sftp://user@host/folder; a password stands in a file of its own.');
  const hostKey = access['host-key'];
  if (hostKey === undefined) throw new WrongUse('--host-key is missing: SHA256:…, as ssh-keygen -l shows it.');
  const secret = await secretOf(access);
  const { username, hostname: host, port, pathname: folder } = url;
  return () =>
    sftp({
      host,
      port: port === '' ? usualPort : Number(port),
      username: decodeURIComponent(username),
      hostKey,
      folder: decodeURIComponent(folder) || '.',
      timeoutMs,
      ...secret,
    });
}

async function secretOf(access: Access): Promise<{ privateKey: string } | { password: string }> {
  const [keyFile, passwordFile] = [access['key-file'], access['password-file']];
  const file = keyFile ?? passwordFile;
  if (file === undefined || (keyFile !== undefined && passwordFile !== undefined))
    throw new WrongUse('One of --key-file and --password-file is to be named.');
  const text = await readFile(file, 'utf8').catch(cannotBeRead(file));
  return keyFile === undefined ? { password: text.replace(/\r?\n$/, '') } : { privateKey: text };
}

async function atPlace<T>(open: () => Promise<FilePlace>, work: (place: FilePlace) => Promise<T>): Promise<T> {
  let place: FilePlace | undefined;
  try {
    place = await open();
    return await work(place);
  } catch (error) {
    if (error instanceof PlaceFailed) throw new CommandFailed(error.message);
    throw error;
  } finally {
    await place?.close();
  }
}
