// `tenor routing load FILE`: the operator's list of banks, by which instruments get the name of their bank.
import { readFile } from 'node:fs/promises';
import { readRoutingList, replaceBanks } from '#capabilities/instruments/index.ts';
import type { Config } from '#platform/config.ts';
import { modes } from '#platform/db/realm.ts';
import { counted } from '#platform/doctor/check.ts';
import { CommandFailed, print, type Values } from './command.ts';
import type { Service } from './service.ts';
import { withService } from './with-service.ts';
import { WrongUse } from './wrong-use.ts';

const shownMax = 10;

export async function loadRouting(config: Config, _values: Values, words: readonly string[]): Promise<void> {
  const [file] = words;
  if (file === undefined) throw new WrongUse('One FILE is to be named: the list of participants.');
  const text = await readFile(file, 'latin1').catch((error: Error) => {
    throw new CommandFailed(`${file} cannot be read: ${error.message}`);
  });
  await withService(config, async (service) => print(await loadBanks(service, text)));
}

/** Nothing is changed unless each line can be read. Errors: CommandFailed. */
export async function loadBanks({ database }: Pick<Service, 'database'>, text: string): Promise<string> {
  const banks = readRoutingList(text);
  if ('wrong' in banks) {
    const lines = banks.wrong.slice(0, shownMax).map(({ line, problem }) => `  line ${line} ${problem}`);
    throw new CommandFailed(['The list was not loaded.', ...lines].join('\n'));
  }
  for (const mode of modes) await replaceBanks(database, mode, banks);
  return `${counted(banks.length, 'bank')} loaded. Numbers that are not among them need force from now on.`;
}
