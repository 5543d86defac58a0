// How a message is found and shown.

import { sql } from 'kysely';
import {
  findInteraction,
  type InteractionRow,
  interactionOfPath,
  readSensitive,
} from '#capabilities/interactions/index.ts';
import { type PersonRow, person, sealerOf } from '#capabilities/people/index.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { columnsWithout } from '#platform/db/define-table.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { referenceOf } from '#platform/ids.ts';
import { Id } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { openMessage } from '../content.ts';
import { messageOf, personOfMessage } from '../outgoing/find.ts';
import { channel, MessageListed, OutgoingMessage, origin, state, subject } from '../schemas.ts';
import { type MessageRow, outgoingMessages } from '../tables.ts';

export interface MessageOfPath {
  readonly owner: PersonRow;
  readonly row: MessageRow;
  readonly interaction: InteractionRow;
}

/** The message of a path that names no borrower. A command locks the borrower. */
export const messageOfPath: Subject<MessageOfPath> = {
  param: 'messageId',
  notFound: errors.NotFound,
  ...(interactionOfPath.refusesChange && { refusesChange: interactionOfPath.refusesChange }),
  async find(reader, reference, lock) {
    const named = referenceOf(reference);
    const personId = 'id' in named ? await personOfMessage(reader, named.id) : undefined;
    if (personId === undefined || !('id' in named)) throw notFound('message', reference, 'messageId');
    const { subject: owner, ...found } = await person.find(reader, personId, lock);
    const row = await messageOf(reader, { personId, id: named.id });
    if (row === undefined) throw notFound('message', reference, 'messageId');
    return {
      ...found,
      subject: { owner, row, interaction: await findInteraction(reader, personId, row.interaction_id) },
    };
  },
};

/** A list shows no contents, so it reads none. */
const listedColumns = columnsWithout(outgoingMessages, 'content_sealed');
type ListedRow = Omit<MessageRow, 'content_sealed'>;

const presentListed = presenter<typeof MessageListed, ListedRow>(MessageListed);
const presentWhole = presenter<typeof OutgoingMessage, MessageRow>(OutgoingMessage);

const notInRow = ({ act_at, tries }: ListedRow) => ({ sendAt: act_at, attempts: tries });

export function showMessage(
  vault: Vault,
  { permissions }: Caller,
  { owner, row, interaction }: MessageOfPath,
): OutgoingMessage {
  const isHidden = (interaction.sensitive && !permissions.has(readSensitive)) || owner.erased_at !== null;
  const content = isHidden ? null : openMessage(sealerOf(vault, owner), row);
  const { subjectLine = null, text = null, html = null } = content ?? {};
  return presentWhole(row, { ...notInRow(row), subjectLine, text, html });
}

export const messageList = defineList({
  table: 'outgoing_messages',
  filters: {
    personId: {
      schema: Id('BO', 'borrower'),
      where: (asked: string | undefined) => equals('person_id', asked),
    },
    interactionId: {
      schema: Id('IN', 'interaction'),
      where: (asked: string | undefined) => equals('interaction_id', asked),
    },
    state,
    channel,
    origin,
    subject,
  },
});

const equals = (column: string, asked: string | undefined) =>
  asked === undefined ? undefined : sql<boolean>`${sql.ref(`outgoing_messages.${column}`)} = ${asked}`;

export const messagesOf = (reader: Reader) => reader.db.selectFrom('outgoing_messages').select(listedColumns);

export const showListed = (row: ListedRow): MessageListed => presentListed(row, notInRow(row));
