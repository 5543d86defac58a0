// The one way in which money goes out for a loan: the disbursement and its order, in the commit of whoever asks for it.

import type { Cents } from '@tenor/engine/values/cents.ts';
import {
  askForApproval,
  askLeave,
  type Deciding,
  giveOrder,
  type Leave,
  type OrderedAccount,
} from '#capabilities/moving-money/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import type { DisbursementKind, Receiver } from '../../core/loan/disbursement-schemas.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import type { Way } from '../collecting/checks.ts';
import type { Collecting } from '../collecting/collect.ts';
import { entryAt } from '../collecting/entry-day.ts';
import { tellDisbursement } from './disbursement.ts';
import { disbursementStates } from './states.ts';
import type { DisbursementDetails, DisbursementRow } from './tables.ts';
import { payouts } from './tables.ts';

/** Whose account the money goes to. */
export interface Payee {
  readonly receiver: Receiver;
  /** Names an instrument of the borrower, or the merchant. */
  readonly id: string;
  readonly way: Way;
  readonly isBusiness: boolean;
  /** Only a merchant has one here. */
  readonly account?: OrderedAccount;
}

interface Asked {
  readonly kind: DisbursementKind;
  readonly subjectId: string;
  readonly amount: Cents;
  readonly payee: Payee;
  readonly details?: Pick<DisbursementDetails, 'activation' | 'before'>;
}

/** The permission to say which account money goes to. */
export const payoutPermission = 'disbursement:create';
/** To the account of a merchant money goes by the agreement, with what activates the loan. */
const merchantPayoutPermission = 'loan:activate';

type Paying = Collecting & Pick<Deciding, 'actor'>;

/**
 * Above what the company lets one person order it waits for a second one, before anybody outside hears of it. The caller
 * writes the loan. Errors: InvalidRequest (a limit).
 */
export async function payOut(ctx: Paying, tx: Tx, held: HeldLoan, asked: Asked): Promise<DisbursementRow> {
  const { row: loan } = held;
  const { amount, payee } = asked;
  const id = newId('DB');
  const { receiver } = payee;
  const payout = { kind: 'advance', personId: loan.person_id, instrumentId: payee.id, receiver, amount } as const;
  const leave = await askLeave(ctx, tx, payout);
  const approvalId =
    leave === undefined
      ? await askForApproval(ctx, tx, {
          ...payout,
          subject: { kind: 'disbursement', id },
          loanId: loan.id,
          needs: receiver === 'merchant' ? merchantPayoutPermission : payoutPermission,
          orderedBy: ctx.actor,
        })
      : undefined;
  const { to: status, emits } = disbursementStates.move(start, leave === undefined ? 'wait' : 'order');
  const waiting = approvalId === undefined ? {} : { approvalId };
  const row: DisbursementRow = {
    person_id: loan.person_id,
    id,
    company_id: loan.company_id,
    loan_id: loan.id,
    position: ctx.position(),
    kind: asked.kind,
    subject_id: asked.subjectId,
    status,
    amount,
    receiver,
    instrument_id: payee.id,
    attempt_id: leave === undefined ? null : await orderPayout(ctx, tx, held, { id, amount, payee, leave }),
    carrier_id: payee.way.carrier.id,
    effective_on: null,
    act_at: null,
    is_on_books: false,
    details: {
      ...asked.details,
      ...waiting,
      holderId: loan.person_id,
      providerId: null,
      failureReason: null,
      code: null,
    },
    timestamps: leave === undefined ? {} : { initiatedAt: ctx.now },
    created_at: ctx.now,
    updated_at: null,
  };
  payouts.insert(tx, row);
  tellDisbursement(ctx, loan, row, emits);
  return row;
}

interface Ordered {
  readonly id: string;
  readonly amount: Cents;
  readonly payee: Payee;
  readonly leave: Leave;
}

/** Returns the id of the attempt. Errors: InvalidRequest (a limit). */
export function orderPayout(
  ctx: Collecting,
  tx: Tx,
  held: HeldLoan,
  { id, amount, payee, leave }: Ordered,
): Promise<string> {
  const { rail, carrier } = payee.way;
  return giveOrder(ctx, tx, carrier, {
    subject: { kind: 'disbursement', id },
    personId: held.row.person_id,
    number: 1,
    instrumentId: payee.id,
    ...(payee.account === undefined ? {} : { account: payee.account }),
    rail,
    deed: 'credit',
    leave,
    amount,
    ...entryOfPayout(ctx, held, payee, amount),
    entry: { sec: payee.isBusiness ? 'CCD' : 'PPD', isRecurring: false, description: 'LOAN FUND', id, name: '' },
    authorizationId: null,
    of: null,
    sendAt: null,
  });
}

/** The banking day on which an order of now is there. */
export function entryOfPayout({ now }: Pick<Collecting, 'now'>, { row }: HeldLoan, { way }: Payee, amount: Cents) {
  const planned = { rail: way.rail, on: todayOf(row, now), amount, wantsSameDay: false };
  return entryAt(way.carrier.provider.can, planned, now);
}
