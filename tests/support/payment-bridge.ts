// The bridge of `examples/payment-bridge` in a process of its own, as a lender would run it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const bridgeSecret = 'f2vQ0b7mY1nT4kX8sJ5rL3wE6uH9cA0zD2gP7iV1oBM=';

export interface RunningBridge {
  readonly host: string;
  readonly url: string;
  /** How often its processor has charged something under this key. */
  accepted(key: string): number;
  kill(): Promise<void>;
  /** Comes back with what it has written down. */
  again(environment?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

/** Ports that other test processes do not use, below the range from which the system assigns free ports. */
let lastPort = 30_000 + ((process.pid * 13) % 2_000);

export async function aBridge(environment: Record<string, string> = {}): Promise<RunningBridge> {
  const place = mkdtempSync(join(tmpdir(), 'bridge-'));
  const [journal, book] = [join(place, 'journal'), join(place, 'book')];
  const port = ++lastPort;
  let child: ChildProcess;
  const start = async (more: Record<string, string> = {}): Promise<void> => {
    child = spawn(process.execPath, ['examples/payment-bridge/bridge.mjs'], {
      env: {
        SECRETS: bridgeSecret,
        PORT: String(port),
        JOURNAL: journal,
        PROCESSOR_BOOK: book,
        ...environment,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.stdout !== null) await once(child.stdout, 'data');
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/tenor`,
    accepted(key) {
      if (!existsSync(book)) return 0;
      const charges = readFileSync(book, 'utf8').trim().split('\n');
      return charges.filter((line) => JSON.parse(line).key === key).length;
    },
    kill,
    again: start,
    async close() {
      await kill();
      rmSync(place, { recursive: true });
    },
  };
}
