// Prints what would have been sent in test mode.
import { access } from '#capabilities/access/index.ts';
import { readMailbox, sendingTables } from '#capabilities/sending/index.ts';
import type { Config } from '#platform/config.ts';
import type { Realm } from '#platform/db/realm.ts';
import { print, type Values } from './command.ts';
import { type Reading, withReading } from './reading.ts';
import { realmOf } from './realm-of.ts';

const shownMax = 25;

export const mailbox = (config: Config, values: Values): Promise<void> =>
  withReading(config, [access, { tables: sendingTables }], async (reading) => {
    const realm = await realmOf(reading, { ...values, mode: 'test' });
    print(await mailboxByHand(reading, realm, values.to));
  });

export async function mailboxByHand({ database, vault }: Reading, realm: Realm, to?: string): Promise<string> {
  const asked = { limit: shownMax, ...(to === undefined ? {} : { to }) };
  const { items } = await readMailbox(database.reader(realm), vault, asked);
  return items.length === 0 ? 'The mailbox is empty.' : items.map(shown).join('\n\n');
}

type Message = Awaited<ReturnType<typeof readMailbox>>['items'][number];

const shown = ({ id, createdAt, channel, to, subject, text }: Message): string =>
  plain([`${id}  ${createdAt}  ${channel} to ${to}`, subject, text].filter((line) => line !== null).join('\n'));

/** What a message says must not steer the terminal. */
const plain = (text: string): string => text.replace(/(?!\n)\p{Cc}/gu, ' ');
