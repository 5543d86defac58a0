// What a hit asks of the loans of its borrower, and what became of it.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import Type from 'typebox';
import { ownOpenLoans } from '#capabilities/loans/index.ts';
import { person } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { newId } from '#platform/ids.ts';
import { DateTime, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { type ActionRow, actionOutcomes, type LoanAction, loanActions, monitorActions } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });

const MonitorAction = Type.Object(
  {
    id: id('MJ-7KQ2-M9XA'),
    object: Type.Literal('monitorAction'),
    companyId: id('CP-2W8D-K4TN'),
    personId: id('BO-3M8K-Q7TZ'),
    caseId: id('CS-7KQ2-M9XA'),
    loanId: id('LN-7T2X-P5QG'),
    action: StringEnum(loanActions, {
      description:
        'stopAutopay: autopay ends. capInterest: interest is bounded at 6 % for military service. endCap: it is bounded until the last day of the service. suspendLateFees: late fees are suspended while the relief of a disaster lasts, or no longer where it was none of the borrower’s.',
    }),
    outcome: Nullable(StringEnum(actionOutcomes), {
      description:
        'nothingToDo: the loan had no autopay, no cap for the service, or late fees were suspended so already. refused: errorType says why. Null: it is still to be done.',
    }),
    errorType: Nullable(Text({ max: 50, example: 'ScraDoesNotApply' }), {
      description: 'Why it was refused, as the error of a request.',
    }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'MonitorAction' },
);

const list = defineList({ table: 'monitor_actions', below: 'person_id' });
const present = presenter<typeof MonitorAction, ActionRow>(MonitorAction);

export const actionRoutes = [
  endpoint({
    name: 'monitorActions.list',
    path: '/people/{personId}/monitor-actions',
    summary: 'List what monitors have asked of the loans of a borrower',
    permission: 'monitor.action:list',
    shape: 'list',
    query: list.query,
    list,
    subject: person,
    answer: MonitorAction,
    read: ({ reader }, { query }, { person_id: personId }) =>
      list.page(reader, reader.db.selectFrom('monitor_actions').select(monitorActions.all), query, {
        below: personId,
        each: (row: ActionRow) => present(row, {}),
      }),
  }),
];

interface OfCase {
  readonly personId: string;
  readonly caseId: string;
  readonly action: LoanAction;
  readonly serviceId?: string;
  readonly days?: DaysOfRelief;
}

interface DaysOfRelief {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

/** Each open loan of the borrower is asked once for a case; once more where the days that it is asked for are others. */
export async function askOfLoans(
  { now, position }: Pick<CommandContext, 'now' | 'position'>,
  tx: Tx,
  { personId, caseId, action, serviceId, days }: OfCase,
): Promise<void> {
  const loans = await ownOpenLoans(tx, personId);
  if (loans.length === 0) return;
  const rows = loans.map((loan) => ({
    person_id: personId,
    id: newId('MJ'),
    position: position(),
    case_id: caseId,
    loan_id: loan.id,
    action,
    service_id: serviceId ?? null,
    first_on: days?.first ?? null,
    last_on: days?.last ?? null,
    act_at: now,
    created_at: now,
  }));
  tx.write(
    tx.db
      .insertInto('monitor_actions')
      .values(rows)
      .onConflict((there) => {
        const known = there.columns(['person_id', 'case_id', 'loan_id', 'action']);
        if (action !== 'endCap' && days === undefined) return known.doNothing();
        const again = { act_at: now, outcome: null, error_type: null, updated_at: now };
        if (days === undefined) return known.doUpdateSet(again);
        return known
          .doUpdateSet({ ...again, first_on: days.first, last_on: days.last })
          .where(({ eb, or }) =>
            or([
              eb('monitor_actions.first_on', 'is distinct from', days.first),
              eb('monitor_actions.last_on', 'is distinct from', days.last),
            ]),
          );
      }),
  );
}

/** What was asked for a case about late fees holds until another day; null: it does not hold any more. */
export function askForOtherDays(
  { now }: Pick<CommandContext, 'now'>,
  tx: Tx,
  { personId, caseId, last }: { readonly personId: string; readonly caseId: string; readonly last: CivilDate | null },
): void {
  const asked = tx.db.updateTable('monitor_actions').where('person_id', '=', personId).where('case_id', '=', caseId);
  const again = { last_on: last, act_at: now, outcome: null, error_type: null, updated_at: now };
  tx.write(asked.where('action', '=', 'suspendLateFees').set(again));
}
