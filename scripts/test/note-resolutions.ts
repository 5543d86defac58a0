// Has the first process note where the files of the service are found (resolutions.mjs), for the run that begins.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const loaded = ['src/app/cli.ts', 'src/app/start.ts', 'tests/support/house.ts'];

/** Returns how to forget them. */
export function noteResolutions(): () => void {
  const place = join(tmpdir(), `tenor-resolutions-${process.pid}.json`);
  const imports = loaded.map((file) => `await import('./${file}');`);
  spawnSync(process.execPath, [`--import=${hook}`, '--input-type=module', '-e', `${imports.join('')}process.exit(0)`], {
    env: { ...process.env, TENOR_TEST_RESOLUTIONS: place, TENOR_TEST_NOTES_RESOLUTIONS: '1' },
    stdio: 'ignore',
  });
  process.env.TENOR_TEST_RESOLUTIONS = place;
  return () => rmSync(place, { force: true });
}

/** Without its notes it does nothing. */
export const hook = resolve('scripts/test/resolutions.mjs');
