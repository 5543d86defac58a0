// `tenor person erase ID`: erases a borrower who asks to be forgotten, once the law allows it.
import { createInterface } from 'node:readline/promises';
import type { Keeping } from '#capabilities/documents/index.ts';
import type { Config } from '#platform/config.ts';
import { CommandFailed, print, type Values } from './command.ts';
import { erasePersonByHand } from './erase-person.ts';
import { realmOf } from './realm-of.ts';
import { withService } from './with-service.ts';
import { WrongUse } from './wrong-use.ts';

export const erasePerson = (config: Config, values: Values, words: readonly string[]): Promise<void> =>
  withService(config, async (service) => {
    const [reference] = words;
    if (reference === undefined) throw new WrongUse('One borrower is to be named, by id or ext-….');
    const realm = await realmOf(service, values);
    if (!isSet(values, 'yes')) await mustBeMeant(reference, realm.mode);
    const evenWithOpenLoans = isSet(values, 'even-with-open-loans');
    const erased = await erasePersonByHand(service, realm, reference, { evenWithOpenLoans });
    if (erased.outcome === 'refused') throw new CommandFailed(refusal(erased.personId, erased.openLoans));
    if (erased.outcome === 'kept') throw new CommandFailed(keeps(erased.personId, erased.documents));
    const since = erased.outcome === 'erased' ? 'is erased' : `was erased already, on ${erased.at.slice(0, 10)}`;
    print(`${erased.personId} ${since}. Its loans and their books stay.`);
  });

const isSet = (values: Values, flag: string): boolean => values[flag] !== undefined;

const refusal = (personId: string, loans: readonly string[]): string => {
  const shown = loans.slice(0, 5).join(', ');
  const more = loans.length > 5 ? ` and ${loans.length - 5} more` : '';
  return `${personId} has loans that are not over: ${shown}${more}. Nothing was erased: without name and contacts nobody can be told what they owe, and records of a debt must be kept. With --even-with-open-loans it is done all the same.`;
};

const keeps = (personId: string, documents: readonly Keeping[]): string => {
  const shown = documents.slice(0, 5).map(({ id, until }) => {
    const why = until === null ? 'a legal hold' : `kept until ${until.slice(0, 10)}`;
    return `${id} (${why})`;
  });
  const more = documents.length > 5 ? ` and ${documents.length - 5} more` : '';
  return `${personId} has documents that must be kept: ${shown.join(', ')}${more}. Nothing was erased: without the borrower's key nobody could read them. Lift the holds, or wait until the last of them may go.`;
};

async function mustBeMeant(reference: string, mode: string): Promise<void> {
  if (!process.stdin.isTTY) throw new WrongUse('Nobody can be asked here: give --yes to erase for good.');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`This cannot be undone. Type ${reference} to erase it in ${mode} mode: `);
    if (answer.trim() !== reference) throw new CommandFailed('Nothing was erased.');
  } finally {
    asking.close();
  }
}
