// Debian's Chromium, driven by playwright-core. Without either a test that needs it is skipped and says so.

import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const chromiumPath = '/usr/bin/chromium';
const playwright = await import('playwright-core').catch(() => undefined);

// The first two because tests may run as root on a machine without a display; the others keep the browser's own
// business (updates, synchronisation) off the network.
const chromiumFlags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'].concat([
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]);

export const launchChromium = (): Promise<Browser> =>
  playwright!.chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });

export function reasonToSkip(): string | false {
  if (playwright === undefined) return 'playwright-core is not installed';
  return existsSync(chromiumPath) ? false : `there is no browser at ${chromiumPath}`;
}
