// Checks the folders of the settings: a mistyped one, or one whose disk is not mounted, would be filled in silence.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Config } from '#platform/config.ts';
import { type Check, type Finding, orFine, warning, wrong } from '#platform/doctor/check.ts';
import type { InspectedMachine } from './machine.ts';

export const folders: Check<InspectedMachine> = {
  name: 'folders',
  async look({ settings: { config } }) {
    const findings = await Promise.all(Object.entries(foldersOf(config)).map(([name, path]) => findingOf(name, path)));
    return orFine(findings.flat(), 'The folders of the settings can be used.');
  },
};

function foldersOf({ blobs, bankFilesDirectory, sending }: Config): Record<string, string | null> {
  const { letters } = sending;
  return {
    BLOBS_DIR: blobs.directory,
    BANK_FILES_DIR: bankFilesDirectory,
    LETTERS_DIR: letters && 'directory' in letters ? letters.directory : null,
  };
}

async function findingOf(name: string, path: string | null): Promise<Finding[]> {
  if (path === null) return [];
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    const remedy = `Look whether ${name} is right and its disk mounted; if nothing was ever kept there, make it.`;
    return [warning(`${name} ${path} is not there (${found.code}).`, remedy)];
  }
  if (!found.isDirectory()) return [wrong(`${name} ${path} is no folder.`, `Set ${name} to one.`)];
  const mayUse = await access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return mayUse ? [] : [wrong(`This user may not write to ${name} ${path}.`, 'Give it to the user that runs Tenor.')];
}
