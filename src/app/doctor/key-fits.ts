// Checks that the encryption key belongs to the database, and that no rotation stopped half-way or left files behind.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Config, encryptionKeyBytes } from '#platform/config.ts';
import { type KeyHolder, keyHolder } from '#platform/crypto/key-holder.ts';
import { DatabaseRefused } from '#platform/database-refused.ts';
import { type Check, type Finding, type InspectedDatabase, orFine, warning, wrong } from '#platform/doctor/check.ts';
import { keyFile, keySourceOf } from '../encryption-key.ts';

export const keyFits = (config: Config): Check<InspectedDatabase> => ({
  name: 'encryption key',
  async look({ client }) {
    const given = [config.encryptionKey, ...config.encryptionKeysPrevious].filter((text) => text !== null);
    const isGiven = config.encryptionKey !== null || config.databaseUrl !== null;
    if (isGiven && (given.length === 0 || given.some((text) => encryptionKeyBytes(text) === null))) {
      return [
        wrong('There is no encryption key that opens anything.', 'Set ENCRYPTION_KEY to the one that was in use.'),
      ];
    }
    try {
      const holder = keyHolder(keySourceOf(config));
      const { next } = await holder.refresh(client);
      return orFine(await ofRotation(config, holder, next !== null), 'The encryption key is that of the database.');
    } catch (error) {
      if (!(error instanceof DatabaseRefused)) throw error;
      return [
        wrong(error.message, 'Without the right key nothing personal can be read: look for it among your backups.'),
      ];
    }
  },
});

async function ofRotation(config: Config, { current, newest }: KeyHolder, isUnderWay: boolean): Promise<Finding[]> {
  if (isUnderWay) return [halfWay];
  if (newest.fingerprint !== current.fingerprint) return [notBegun];
  return config.encryptionKey === null ? filesLeftOver(config) : settingLeftOver(config);
}

const notBegun: Finding = warning(
  'A new encryption key is given, and the one before is still in use.',
  '"tenor encryption rotate" brings it into use.',
);

const halfWay: Finding = warning(
  'The encryption key is being changed: both keys are needed until that is done.',
  'If nobody is at it, "tenor encryption rotate" goes on where it was.',
);

const settingLeftOver = ({ encryptionKeysPrevious: previous }: Config): Finding[] =>
  previous.length === 0
    ? []
    : [
        warning(
          'A previous encryption key is still given, and nothing is sealed with it any more.',
          'Unset ENCRYPTION_KEY_PREVIOUS, and keep that key with the backups made under it.',
        ),
      ];

async function filesLeftOver({ dataDirectory }: Config): Promise<Finding[]> {
  const name = basename(keyFile(dataDirectory));
  const files = (await readdir(dataDirectory)).filter((file) => file.startsWith(`${name}.old-`)).sort();
  return files.map((file) =>
    warning(
      `A previous encryption key still lies beside the data: ${join(dataDirectory, file)}.`,
      'Keep it with the backups made under it, and remove it here.',
    ),
  );
}
