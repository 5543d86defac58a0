// DATA_DIR itself: closed to others when we make it, and refused when others could replace our files in it.
import { constants } from 'node:fs';
import { access, chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Account, isRoot, ownAccount } from './account.ts';
import { codeOf, onPath, unavailable } from './unavailable.ts';

const othersMay = 0o077;
const othersMayWrite = 0o022;

/** Makes the directory if there is none. Throws EmbeddedUnavailable when others than its owner may write to it. */
export async function makeDataDirectory(dataDirectory: string): Promise<void> {
  const path = resolve(dataDirectory);
  await onPath(path, async () => {
    const isNew = await makeIfMissing(path);
    const { uid, mode } = await stat(path);
    const isOurs = uid === process.geteuid?.() && (mode & 0o1000) === 0;
    // An empty directory was made for us. Other users may rely on access to one that has files.
    const mayBeClosed = isOurs && (isNew || (mode & othersMay) === 0 || (await readdir(path)).length === 0);
    if (mayBeClosed) await close(path, mode);
    else if ((mode & othersMayWrite) !== 0) throw openToWriters(path);
  });
}

/** Throws EmbeddedUnavailable when the directory is there and this user cannot work in it, a mounted one of root say. */
export async function mustBeOurs(dataDirectory: string): Promise<void> {
  const path = resolve(dataDirectory);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isDirectory()) return;
  const mayUse = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    (error) => codeOf(error) === 'EROFS',
  );
  if (!mayUse) throw ofAnother(path, found);
}

const ofAnother = (path: string, { uid, gid }: Account) =>
  unavailable(
    `${path} belongs to the user id ${uid}, and this is ${process.geteuid?.()}, who may not write to it.`,
    `Give it to this one (chown -R ${process.geteuid?.()} ${path}), start Tenor as its owner (docker run --user ${uid}:${gid})`,
  );

const ownMode = 0o700;
const usualMode = 0o777;

/** Below /proc the parent is said to be missing for ever: it is made once, and in steps of ours, for Node would not end. */
async function makeIfMissing(path: string, mode = ownMode, hasParent = false): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return false;
    if (codeOf(error) !== 'ENOENT') throw error;
    if (hasParent) throw unavailable(`No directory can be made at ${path}.`, 'Choose another DATA_DIR', error);
    await makeIfMissing(dirname(path), usualMode);
    return makeIfMissing(path, mode, true);
  }
}

/** Root's server runs in a group of its own, which may pass through the directory but reads nothing of root's in it. */
async function close(path: string, mode: number): Promise<void> {
  if (!isRoot()) {
    if ((mode & othersMay) !== 0) await chmod(path, 0o700);
    return;
  }
  await chown(path, 0, ownAccount.gid);
  await chmod(path, 0o710);
}

const openToWriters = (path: string) =>
  unavailable(
    `Others than its owner may write to ${path}, and could put files of theirs in the place of the database.`,
    `Close it (chmod go-w ${path}), set DATA_DIR to a directory of its own in it, such as ${path}/tenor`,
  );
