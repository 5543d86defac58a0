// DATA_DIR itself: made for us alone, or refused where others could put files of theirs in the place of ours.
import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isRoot, ownAccount } from './account.ts';
import { codeOf, onPath, unavailable } from './unavailable.ts';

const othersMay = 0o077;
const othersMayWrite = 0o022;

/** Makes it if there is none. Throws EmbeddedUnavailable when others than its owner may write to it. */
export async function makeDataDirectory(dataDirectory: string): Promise<void> {
  const path = resolve(dataDirectory);
  await onPath(path, async () => {
    const isNew = await makeIfMissing(path);
    const { uid, mode } = await stat(path);
    const isOurs = uid === process.geteuid?.() && (mode & 0o1000) === 0;
    // One that is empty was made for us; in another one somebody may rely on its being open.
    const mayBeClosed = isOurs && (isNew || (mode & othersMay) === 0 || (await readdir(path)).length === 0);
    if (mayBeClosed) await close(path, mode);
    else if ((mode & othersMayWrite) !== 0) throw openToWriters(path);
  });
}

async function makeIfMissing(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return false;
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(dirname(path), { recursive: true });
    return makeIfMissing(path);
  }
}

/** The server of root runs in a group that nobody else is in: it may pass through, and read nothing of root's here. */
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
