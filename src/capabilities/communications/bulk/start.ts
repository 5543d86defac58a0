// Starts a bulk sending: a worker makes its messages, each row once.
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { start } from '#platform/states.ts';
import { machineOf } from '../outgoing/message-rows.ts';
import type { MessageAsked } from '../prepare/asked.ts';
import type { SentChannel } from '../words.ts';
import { tellBulk } from './events.ts';
import { bulkSendingRows } from './rows.ts';
import { bulkSendingStates } from './states.ts';
import type { BulkSendingRow } from './tables.ts';

/** What is the same for all. */
type BulkMessage = Pick<
  MessageAsked,
  'theme' | 'context' | 'sendAt' | 'isTransactional' | 'isAutodialed' | 'documentIds'
>;

interface Asked {
  readonly source: string;
  readonly sourceId: string;
  readonly given: unknown;
  readonly total: number;
  readonly subject: string;
  readonly channel: SentChannel;
  readonly message: BulkMessage;
  readonly pacePerMinute: number | null;
  readonly window: { readonly from: string; readonly to: string } | null;
}

export const bulkPart = (id: string): string => `bulk_sendings.${id}.message`;

export const openBulkMessage = (vault: Vault, { companyId }: Realm, row: BulkSendingRow): BulkMessage =>
  JSON.parse(vault.companySealer(companyId).unseal(bulkPart(row.id), row.message_sealed)) as BulkMessage;

export function startBulk(ctx: CommandContext, tx: Tx, asked: Asked): BulkSendingRow {
  const { realm, vault, now } = ctx;
  const id = newId('BG');
  const row: BulkSendingRow = {
    id,
    company_id: realm.companyId,
    position: ctx.position(),
    source: asked.source,
    source_id: asked.sourceId,
    source_given: asked.given,
    subject: asked.subject,
    channel: asked.channel,
    message_sealed: vault.companySealer(realm.companyId).seal(bulkPart(id), JSON.stringify(asked.message)),
    pace_per_minute: asked.pacePerMinute,
    window_from: asked.window?.from ?? null,
    window_to: asked.window?.to ?? null,
    state: bulkSendingStates.move(start, 'start').to,
    total: asked.total,
    done: 0,
    counts: {},
    place: null,
    act_at: null,
    ...bulkSendingRows.putIn(machineOf(ctx)),
    tries: 0,
    last_failure: null,
    ...madeBy(ctx.caller.actor),
    created_at: now,
    updated_at: null,
    finished_at: null,
  };
  const { company_id: _, ...columns } = row;
  const stored = { ...columns, source_given: JSON.stringify(asked.given), counts: '{}', place: null };
  tx.write(tx.db.insertInto('bulk_sendings').values(stored), redraw('bulk_sendings_pkey'));
  bulkSendingRows.enqueue(tx, ctx.position, row);
  tellBulk(ctx.emit, realm.companyId, row);
  return row;
}
