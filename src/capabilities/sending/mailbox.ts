// What would have been sent, of a company in test mode.
import { sql } from 'kysely';
import type { Vault } from '#platform/crypto/vault.ts';
import type { RowOf } from '#platform/db/define-table.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { type Content, contentPart, toHash } from './message.ts';
import { channel, TestMessage, to } from './schemas.ts';
import type { messages } from './tables.ts';

type HashOf = (to: string) => Buffer;

export const mailboxList = defineList({
  table: 'messages',
  filters: {
    channel,
    to: {
      schema: to,
      where: (to: string | undefined, hashOf: HashOf) =>
        to === undefined ? undefined : sql<boolean>`to_hash = ${hashOf(to)}`,
    },
  },
});

interface MailboxInput extends PageInput {
  readonly channel?: TestMessage['channel'];
  readonly to?: string;
}

/** Errors: TestModeOnly. */
export async function readMailbox(reader: Reader, vault: Vault, input: MailboxInput): Promise<Page<TestMessage>> {
  const { realm } = reader;
  if (realm.mode !== 'test') {
    throw new Refusal(errors.TestModeOnly, 'There is no mailbox in live mode: messages are sent.');
  }
  const rows = reader.db.selectFrom('messages').selectAll().where('content_sealed', 'is not', null);
  const sealer = vault.companySealer(realm.companyId);
  const parent: HashOf = (to) => toHash(vault, realm, to);
  return mailboxList.page(reader, rows, input, {
    parent,
    each: (row) => {
      const sealed = row.content_sealed as Buffer;
      const content = JSON.parse(sealer.unseal(contentPart(row.id), sealed)) as Content;
      return present(row, content);
    },
  });
}

const present = presenter<typeof TestMessage, RowOf<typeof messages>>(TestMessage);
