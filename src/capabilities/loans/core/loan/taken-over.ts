import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { refuseField } from '#platform/errors.ts';
import type { Emit } from '#platform/events/emit.ts';
import { collectionBegun, toldOfLoan } from './events.ts';
import { loanStates } from './states.ts';
import type { LoanRow } from './tables.ts';

/** A migrated loan began before its activation here; any other loan begins with its activation. */
export const isTakenOver = ({ timestamps: { startedAt, activatedAt } }: Pick<LoanRow, 'timestamps'>): boolean =>
  activatedAt !== undefined && startedAt !== activatedAt;

/** Somebody collects it who is a debt collector for it (15 USC 1692a(6)): it is an agency, or took it over in default. */
const isCollectedFor = (row: Pick<LoanRow, 'serviced_by' | 'defaulted_at_boarding'>): boolean =>
  row.serviced_by === 'debtCollectionAgency' || row.defaulted_at_boarding === true;

/** Emitted with the activation, and with a taking over. */
export function tellCollection({ emit }: { readonly emit: Emit }, loan: LoanRow): void {
  if (!isCollectedFor(loan)) return;
  emit(collectionBegun, loan.person_id, toldOfLoan(loan), { about: { loanId: loan.id } });
}

/** A loan that is not active yet may still be migrated. Errors: LoanStatusForbids, LoanHasNoPast. */
export const mustHavePast = (row: LoanRow): void =>
  loanStates.mustAllow(row.status, 'addPast', { id: row.id, wasTakenOver: isTakenOver(row) });

type SaidBefore = Pick<LoanRow, 'defaulted_at_boarding' | 'first_missed_on'>;

/** What the servicer before said of it; what is not sent stays. Errors: InvalidRequest. */
export function takenOverAs(
  sent: { readonly defaultedAtBoarding?: boolean | null; readonly firstMissedDueDate?: CivilDate | null },
  today: CivilDate,
  before: SaidBefore = { defaulted_at_boarding: null, first_missed_on: null },
): SaidBefore {
  const { defaultedAtBoarding: defaulted, firstMissedDueDate: missed } = sent;
  if (missed != null && missed > today)
    throw refuseField('firstMissedDueDate', 'has not come yet', 'a day that is past');
  return {
    defaulted_at_boarding: defaulted === undefined ? before.defaulted_at_boarding : defaulted,
    first_missed_on: missed === undefined ? before.first_missed_on : missed,
  };
}
