// Starts a bulk sending: a worker makes its messages, each row once.
import type { MovingContext } from '#capabilities/cases/index.ts';
import { subjectNow } from '#capabilities/interactions/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { start } from '#platform/states.ts';
import { machineOf } from '../outgoing/message-rows.ts';
import type { MessageAsked } from '../prepare/asked.ts';
import { contextProblems } from '../rules/context-size.ts';
import { codeProblems } from '../rules/credentials.ts';
import { themeToBorrowers } from '../rules/theme-to-borrowers.ts';
import type { SentChannel } from '../words.ts';
import { tellBulk } from './events.ts';
import { responsible } from './move.ts';
import { bulkSendingRows } from './rows.ts';
import { bulkSendingStates } from './states.ts';
import type { BulkSendingRow, SourceName } from './tables.ts';

/** What is the same for all. */
export type BulkMessage = Pick<MessageAsked, 'theme' | 'context' | 'sendAt' | 'isTransactional' | 'isAutodialed'>;

interface BulkAsked {
  readonly source: SourceName;
  readonly sourceId: string;
  readonly given: unknown;
  readonly total: number;
  readonly subject: string;
  readonly channel: SentChannel;
  readonly message: BulkMessage;
  readonly pacePerMinute: number | null;
  readonly window: { readonly from: string; readonly to: string } | null;
  /** The permissions that whoever is responsible must keep while it goes on. */
  readonly needs: readonly string[];
  /** Whoever starts it, if not given. The service itself is responsible for what nobody is. */
  readonly responsible?: Actor;
}

export const bulkPart = (id: string): string => `bulk_sendings.${id}.message`;

export const openBulkMessage = (vault: Vault, { companyId }: Realm, row: BulkSendingRow): BulkMessage =>
  JSON.parse(vault.companySealer(companyId).unseal(bulkPart(row.id), row.message_sealed)) as BulkMessage;

/** Errors: InvalidRequest. */
export function startBulk(ctx: MovingContext, tx: Tx, asked: BulkAsked): BulkSendingRow {
  mustFit(asked);
  const { realm, vault, now } = ctx;
  const subject = subjectNow(asked.subject);
  const message = { ...asked.message, theme: themeToBorrowers(subject, asked.message.theme) };
  const id = newId('BG');
  const row: BulkSendingRow = {
    id,
    company_id: realm.companyId,
    position: ctx.position(),
    source: asked.source,
    source_id: asked.sourceId,
    source_given: asked.given,
    subject,
    channel: asked.channel,
    message_sealed: vault.companySealer(realm.companyId).seal(bulkPart(id), JSON.stringify(message)),
    pace_per_minute: asked.pacePerMinute,
    window_from: asked.window?.from ?? null,
    window_to: asked.window?.to ?? null,
    ...responsible({ actor: asked.responsible ?? ctx.actor }),
    needs: [...asked.needs],
    state: bulkSendingStates.move(start, 'start').to,
    paused_because: null,
    total: asked.total,
    done: 0,
    counts: {},
    place: null,
    act_at: null,
    ...bulkSendingRows.putIn(machineOf(ctx)),
    tries: 0,
    last_failure: null,
    ...madeBy(ctx.actor),
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

/** Errors: InvalidRequest. */
function mustFit({ window, subject, channel: by, message }: BulkAsked): void {
  const context = message.context ?? {};
  mustHaveNone([...contextProblems(context, 'context'), ...codeProblems(subject, context)]);
  if (window != null && window.from >= window.to) {
    throw refuseField('window.to', 'is not after from', 'a later time of the same day');
  }
  if (message.isAutodialed === true && by !== 'text' && by !== 'voice') {
    throw refuseField('isAutodialed', `is nothing that can be said of ${by}`, 'nothing, or the channel text or voice');
  }
}
