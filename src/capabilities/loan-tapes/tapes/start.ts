// Starts a tape: by hand, or by its schedule.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import { type Starting, startOperation } from '#platform/work/operations/operations.ts';
import { tapeTable } from '../states.ts';
import type { LoanTapeRow, TapeTypeRow } from '../tables.ts';
import { tellTape } from './events.ts';
import { tapeJob } from './job.ts';
import type { Sending } from './recipient.ts';

export interface ScheduledRun {
  /** The number of the type, which all its versions have. */
  readonly typeId: number;
  readonly dueAt: Instant;
}

interface Begun {
  readonly type: Pick<TapeTypeRow, 'id' | 'company_id'>;
  readonly asOf: CivilDate;
  /** Null: it is of loans. */
  readonly fromDate: CivilDate | null;
  readonly knownAt: Instant;
  readonly investorId: string | null;
  readonly comparedWithId: string | null;
  /** The run of a schedule: no second tape is made for it. Null: somebody asked for it. */
  readonly run: ScheduledRun | null;
  readonly sending: Sending;
  /** Whose rights it needs. */
  readonly responsible: Actor;
}

/** It is only downloaded. */
export const notSent: Sending = { isToBeSent: false, fileName: null, ownRecipient: null };

export function startTape(ctx: Starting, tx: Tx, begun: Begun): LoanTapeRow {
  const { type, responsible, sending } = begun;
  const { isToBeSent, ownRecipient, fileName } = sending;
  const id = newId('TA');
  const operation = startOperation({ ...ctx, caller: { actor: responsible } }, tx, tapeJob, { tapeId: id });
  const row: LoanTapeRow = {
    id,
    company_id: type.company_id,
    position: ctx.position(),
    loan_tape_type_id: type.id,
    as_of: begun.asOf,
    from_date: begun.fromDate,
    known_at: begun.knownAt,
    investor_id: begun.investorId,
    compared_with_id: begun.comparedWithId,
    state: tapeTable.move(start, 'initiate').to,
    scheduled_type_id: begun.run?.typeId ?? null,
    scheduled_for: begun.run?.dueAt ?? null,
    is_to_be_sent: isToBeSent,
    sftp_settings: ownRecipient?.host ?? null,
    open_pgp_public_key: ownRecipient?.publicKey ?? null,
    secrets_sealed: ownRecipient?.sealedFor(id) ?? null,
    custom_file_name: fileName,
    operation_id: operation.id,
    responsible_type: responsible.type,
    responsible_id: responsible.id,
    num_loans: null,
    num_left_out: null,
    num_replayed: null,
    proof: null,
    content_id: null,
    file_name: null,
    error_message: null,
    due_at: null,
    holder: null,
    tries: 0,
    last_failure: null,
    left_at: null,
    started_at: null,
    finished_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
  const { company_id: _, proof: __, sftp_settings: host, ...columns } = row;
  const stored = { ...columns, proof: null, sftp_settings: host === null ? null : JSON.stringify(host) };
  tx.write(tx.db.insertInto('loan_tapes').values(stored));
  tellTape(ctx.emit, type.company_id, row);
  return row;
}
