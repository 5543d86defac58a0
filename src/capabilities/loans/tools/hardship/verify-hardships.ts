// Holds what is stored of hardship tools against their facts on the timeline: what is active has all of them, and what
// was taken back only those whose day had come.
import { isDeepStrictEqual } from 'node:util';
import type { Fact } from '@tenor/engine/account/facts.ts';
import { undoneBy } from '@tenor/engine/account/timeline.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import type { Unlike } from '../../core/timeline/unlike-facts.ts';
import { hardshipStates } from './states.ts';
import type { HardshipRow } from './tables.ts';

export function unlikeHardships(
  loan: Pick<LoanRow, 'zone'>,
  timeline: readonly Fact[],
  rows: readonly HardshipRow[],
): Unlike[] {
  const undone = undoneBy(timeline);
  const standing = timeline.filter(({ id }) => isOfTool(id) && !undone.has(id));
  const byRow = Map.groupBy(standing, ({ id }) => id.split('.', 1)[0] as string);
  const known = new Set(rows.map(({ id }) => id));
  const strange = [...byRow.keys()].filter((id) => !known.has(id));
  return [
    ...rows.flatMap((row) => unlikeRow(loan, row, byRow.get(row.id) ?? [])),
    ...strange.map((id) => ({ where: `${id} fact`, stored: 'is there', computed: null })),
  ];
}

const isOfTool = (id: string): boolean => /^(HM|CG)-/.test(id);

function unlikeRow(loan: Pick<LoanRow, 'zone'>, row: HardshipRow, facts: readonly Fact[]): Unlike[] {
  const wanted = saidBy(row);
  const found = facts.map(inWords).toSorted();
  const isActive = row.status === hardshipStates.to('make');
  const takenBackOn = todayOf(loan, row.updated_at ?? row.created_at);
  const mayStay = facts.every((fact) => hadCome(fact, takenBackOn)) && found.every((one) => wanted.includes(one));
  const isRight = isActive ? isDeepStrictEqual(found, wanted) : mayStay;
  return isRight ? [] : [{ where: `${row.id} facts`, stored: wanted, computed: found }];
}

/** What had begun stays when its tool is taken back. */
function hadCome(fact: Fact, day: Day): boolean {
  if (fact.kind === 'deferral') return fact.dueDate <= day;
  return fact.kind === 'plan' && fact.firstDueDate <= day;
}

/** What its row says of its facts, in the words of `inWords`. */
function saidBy({ kind, effective_on: on, said }: HardshipRow): string[] {
  const { dueDates = [], deferTo, plan } = said;
  if (kind === 'deferral') return dueDates.map((day) => `${on} deferral ${day} ${deferTo}`).toSorted();
  if (said.into !== undefined) return [`${on} reAge ${said.into} ${said.addedPayments}`];
  if (plan === undefined) return [`${on} ${kind}`];
  return [`${on} plan ${plan.firstDueDate} ${plan.numberOfPeriods} ${plan.amount} ${plan.isLonger}`];
}

function inWords(fact: Fact): string {
  const on = dateOf(fact.on);
  if (fact.kind === 'deferral') return `${on} deferral ${dateOf(fact.dueDate)} ${fact.to}`;
  // Other due dates of a line are another cycle.
  if ((fact.kind as string) === 'cycleChange') return `${on} dueDateChange`;
  // The re-age of a line says nothing more.
  if (fact.kind === 'reAge' && fact.into !== undefined) return `${on} reAge ${fact.into} ${fact.addedDates}`;
  if (fact.kind !== 'plan') return `${on} ${fact.kind}`;
  return `${on} plan ${dateOf(fact.firstDueDate)} ${fact.count} ${fact.amount} ${fact.extend}`;
}
