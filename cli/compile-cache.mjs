// Types are stripped once and kept, which saves most of the time until the service answers.
import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** True for a directory, not a link, that only these users may change. */
function isClosed(directory, owners) {
  const { uid, mode } = lstatSync(directory);
  return (mode & 0o170000) === 0o040000 && (mode & 0o022) === 0 && owners.includes(uid);
}

/**
 * Files in the cache are run as they are, so the cache must not be a directory that another user could have made or may
 * change.
 */
function makeCache(place) {
  try {
    const user = process.geteuid();
    const cache = join(place, `tenor-${user}`);
    mkdirSync(place, { recursive: true });
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    // The owner of this file decides anyway what runs.
    const owners = [user, 0, lstatSync(fileURLToPath(import.meta.url)).uid];
    return isClosed(place, owners) && isClosed(cache, [user]) ? cache : undefined;
  } catch {
    return undefined;
  }
}

const places = [fileURLToPath(new URL('../node_modules/.cache', import.meta.url)), join(homedir(), '.cache')];
let cache;
for (const place of places) cache ??= makeCache(place);
if (cache !== undefined) module.enableCompileCache(cache);
