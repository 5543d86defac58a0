// `tenor encryption rotate`: changes the encryption key while everything runs.
import type { Config } from '#platform/config.ts';
import { RotationRefused, rotateKeys } from '#platform/encryption/rotate-keys.ts';
import { sealedTables } from './capabilities.ts';
import { CommandFailed, print, say } from './command.ts';
import { drawNextKey, isNextKey, putKeysInOrder } from './encryption-key.ts';
import { progressBar } from './progress-bar.ts';
import type { Service } from './service.ts';
import { withService } from './with-service.ts';

export const rotateByHand = (config: Config): Promise<void> =>
  withService(config, (service) => rotate(config, service));

async function rotate(config: Config, service: Service): Promise<void> {
  const isKept = config.encryptionKey === null;
  if (isKept && (await isNextKey(config.dataDirectory, service.keys.current.fingerprint))) {
    print(`A rotation had ended; its files are in order now. ${await retired(config)}`);
    return;
  }
  const bar = progressBar('rows sealed anew');
  try {
    const { sealed } = await rotateKeys({
      server: service.database.server,
      database: service.database,
      keys: service.keys,
      vault: service.vault,
      tables: sealedTables,
      draw: isKept ? () => drawNextKey(config.dataDirectory) : undefined,
      say,
      progress: (done, total) => bar.at(done, total),
    });
    bar.end();
    print(
      `The encryption key was changed; ${sealed.toLocaleString('en-US')} rows were sealed anew. ${await retired(config)}`,
    );
  } catch (error) {
    bar.end();
    throw error instanceof RotationRefused ? new CommandFailed(error.message) : error;
  }
}

async function retired({ encryptionKey, dataDirectory }: Config): Promise<string> {
  const use = 'Backups made before need it; without them delete it.';
  if (encryptionKey === null) return `The key before is ${await putKeysInOrder(dataDirectory)}. ${use}`;
  return `ENCRYPTION_KEY_PREVIOUS is no longer needed: leave it out at the next restart. ${use}`;
}
