// What would have been sent, of a company in test mode.
import { sql } from 'kysely';
import type { Vault } from '#platform/crypto/vault.ts';
import type { RowOf } from '#platform/db/define-table.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type Content, contentPart, toHash } from './message.ts';
import { channel, TestMessage, type TestMessageRead, to } from './schemas.ts';
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
  mustBeTest(reader);
  const { realm } = reader;
  const rows = reader.db.selectFrom('messages').selectAll().where('content_sealed', 'is not', null);
  const parent: HashOf = (to) => toHash(vault, realm, to);
  return mailboxList.page(reader, rows, input, { parent, each: (row) => shown(reader, vault, row).message });
}

/** Errors: NotFound. */
export async function readMessage(reader: Reader, vault: Vault, id: string): Promise<TestMessageRead> {
  if (reader.realm.mode !== 'test') throw notFound('message', id, 'testMessageId');
  const row = await reader.row(
    reader.db.selectFrom('messages').selectAll().where('id', '=', id).where('content_sealed', 'is not', null),
  );
  if (row === undefined) throw notFound('message', id, 'testMessageId');
  const { message, html } = shown(reader, vault, row);
  return { ...message, html };
}

/** Errors: TestModeOnly. */
function mustBeTest({ realm }: Reader): void {
  if (realm.mode !== 'test') {
    throw new Refusal(errors.TestModeOnly, 'There is no mailbox in live mode: messages are sent.');
  }
}

function shown({ realm }: Reader, vault: Vault, row: RowOf<typeof messages>) {
  const sealed = row.content_sealed as Buffer;
  const text = vault.companySealer(realm.companyId).unseal(contentPart(row.id), sealed);
  const content = JSON.parse(text) as Content;
  const { to, subject, from = null, replyTo = null, language = 'en', mayUnsubscribe = false } = content;
  const attachments = [...(content.attachments ?? [])];
  const fields = { to, subject, text: content.text, from, replyTo, language, mayUnsubscribe, attachments };
  return { message: present(row, fields), html: content.html ?? null };
}

const present = presenter<typeof TestMessage, RowOf<typeof messages>>(TestMessage);
