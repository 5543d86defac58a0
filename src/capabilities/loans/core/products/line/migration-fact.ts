// Turns the balances of another system into the fact that migrates a line in the engine.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import type { FeeType } from '@tenor/engine/account/terms.ts';
import type {
  LineFactOf,
  MigratedDraw,
  MigratedFee,
  MigratedLineObligation,
  MigratedPart,
} from '@tenor/engine/line/facts.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { addDays } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { exactCents } from '../../loan/exact-cents.ts';
import { feeKindOf } from '../../loan/fee-kind.ts';
import type { BroughtAlong, HeldLoan, Moment, PastPeriods } from '../../loan/product.ts';
import { deferredInterestOf, type PromoPrograms } from '../../loan/promo-programs.ts';
import { asFact, lineTermsOf } from './own-books.ts';
import type { TakenOverBalances, TakenOverFee, TakenOverPart, TakenOverStatement } from './taken-over.ts';
import { type KnownDraw, takenOverDraws } from './taken-over-draws.ts';

const wrong = (path: string, message: string, expected: string) => refuseField(`balances.${path}`, message, expected);

/** Errors: InvalidRequest, with the field. */
export async function migrationFact(
  reader: Reader,
  held: HeldLoan,
  balances: TakenOverBalances,
  moment: Moment,
  { periods: past, draws: made }: BroughtAlong,
): Promise<FactOf<'migration'>> {
  const { startedOn, migratedOn } = moment;
  mustNotBeNegative(balances, '');
  const known = await takenOverDraws(reader, held, balances.draws ?? [], made);
  const draws = known.map((one, i) => drawOf(one, moment, `draws[${i}]`, held.row.promo_programs));
  const given = balances.statements ?? [];
  const ordinal = balances.nextPeriodNumber ?? (past.length > 0 ? past.length : given.length) + 1;
  if (ordinal <= given.length) {
    throw wrong('nextPeriodNumber', `leaves no numbers for ${given.length} statements`, `at least ${given.length + 1}`);
  }
  const owed = new Map(draws.map(({ draw, principal }) => [draw, principal as number]));
  const obligations = given.map((one, i) =>
    obligationOf(one, { ordinal: ordinal - given.length + i, migratedOn, known, owed, at: `statements[${i}]` }),
  );
  mustFollow(obligations);
  const fact: LineFactOf<'migration'> = {
    kind: 'migration',
    id: held.row.id,
    on: migratedOn,
    time: 0,
    originatedOn: startedOn,
    creditLimit: balances.creditLimitAmount ?? lineTermsOf(held.row).creditLimit,
    customerCredit: balances.reimbursementAmount ?? zeroCents,
    ordinal,
    periodStart: periodStartOf(balances, obligations, past, moment),
    draws,
    obligations,
    waitingFees: feesOf(balances.waitingFees, 'line', 'waitingFees'),
    lateFeeOrdinals: lateFeeOrdinals(obligations),
    lateFeesTaken: balances.lateFeesTakenAmount ?? zeroCents,
  };
  mustHaveNoCreditBesideDebt(fact);
  return asFact(fact) as FactOf<'migration'>;
}

/** Every amount, wherever it stands. */
function mustNotBeNegative(value: unknown, path: string): void {
  if (typeof value === 'number' && value < 0) throw wrong(path, 'must not be negative', 'an amount from 0.00 on');
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    const place = Array.isArray(value) ? `[${name}]` : `${path === '' ? '' : '.'}${name}`;
    mustNotBeNegative(one, `${path}${place}`);
  }
}

function drawOf(
  { id, terms: agreed, given }: KnownDraw,
  { startedOn, migratedOn }: Moment,
  at: string,
  programs: PromoPrograms,
): MigratedDraw {
  const activatedOn = given.startDate == null ? startedOn : dayOf(given.startDate);
  if (activatedOn < startedOn || activatedOn > migratedOn) {
    const range = `a date from ${dateOf(startedOn)} to ${dateOf(migratedOn)}`;
    throw wrong(`${at}.startDate`, 'does not lie in the life of the line', range);
  }
  const terms = { ...agreed, deferredInterest: stillDeferred(programs, id, activatedOn, migratedOn) };
  const { instalmentAmount: amount, instalmentsLeft: rowsLeft } = given;
  if ((amount == null) !== (rowsLeft == null)) {
    const missing = amount == null ? 'instalmentAmount' : 'instalmentsLeft';
    throw wrong(`${at}.${missing}`, 'is required', 'both, or neither');
  }
  if (given.hasGrace === true && terms.grace === null) {
    throw wrong(`${at}.hasGrace`, 'cannot be: the draw has agreed no grace period', 'false');
  }
  if (given.deferredInterestAmount != null && terms.deferredInterest === null) {
    throw wrong(`${at}.deferredInterestAmount`, 'is of no program that the draw has', 'nothing');
  }
  return {
    draw: id,
    terms,
    activatedOn,
    isClosed: given.isClosed ?? false,
    principal: given.principalAmount ?? zeroCents,
    accruedInterest: exactCents(`balances.${at}`, given),
    hasGrace: given.hasGrace ?? false,
    waitingFees: feesOf(given.waitingFees, id, `${at}.waitingFees`),
    deferredInterest: terms.deferredInterest === null ? null : String(given.deferredInterestAmount ?? 0),
    amortization: amount == null || rowsLeft == null ? null : { amount, rowsLeft },
    periodsPaidInFull: given.periodsPaidInFull ?? 0,
  };
}

/** A program that was over by then has been charged or dropped by the other system. */
function stillDeferred(programs: PromoPrograms, draw: string, activatedOn: Day, migratedOn: Day) {
  const deferred = deferredInterestOf(programs, draw, activatedOn);
  return deferred !== null && deferred.endsOn + deferred.graceDays >= migratedOn ? deferred : null;
}

const typeOfKind = new Map(Object.entries(feeKindOf).map(([type, kind]) => [kind, type as FeeType]));

/** `place` makes their keys different from those of other fees. */
const feesOf = (fees: readonly TakenOverFee[] | null | undefined, place: string, at: string): MigratedFee[] =>
  (fees ?? []).map(({ feeType, amount }, i) => {
    const type = typeOfKind.get(feeType);
    if (type === undefined)
      throw wrong(`${at}[${i}].feeType`, 'is of no fee of a line', [...typeOfKind.keys()].join(', '));
    return { key: `migrated:${place}:${i}`, type, amount };
  });

const feesIn = (fees: readonly MigratedFee[]): number => fees.reduce((sum, { amount }) => sum + amount, 0);

interface Place {
  readonly ordinal: number;
  readonly migratedOn: Day;
  readonly known: readonly KnownDraw[];
  /** Principal of each draw that is not due. */
  readonly owed: ReadonlyMap<string, number>;
  readonly at: string;
}

function obligationOf(given: TakenOverStatement, place: Place): MigratedLineObligation {
  const { ordinal, migratedOn, at } = place;
  const [statementDate, dueDate] = [dayOf(given.statementDate), dayOf(given.dueDate)];
  if (statementDate > migratedOn) {
    throw wrong(`${at}.statementDate`, 'lies after the migration date', `at most ${dateOf(migratedOn)}`);
  }
  if (dueDate <= statementDate) {
    throw wrong(`${at}.dueDate`, 'is not after its statement', `a date after ${given.statementDate}`);
  }
  const lineFees = feesOf(given.lineFees, `${ordinal}:line`, `${at}.lineFees`);
  const draws = (given.draws ?? []).map((part, i) => partOf(part, place, `${at}.draws[${i}]`, dueDate < migratedOn));
  const sum = (of: (part: MigratedPart) => number): number => draws.reduce((all, part) => all + of(part), 0);
  const open = sum(({ fees, interest, principal }) => feesIn(fees) + interest + principal) + feesIn(lineFees);
  return {
    ordinal,
    statementDate,
    dueDate,
    amount: given.minimumDueAmount ?? (open as Cents),
    lineFees,
    draws,
    newBalance: given.newBalanceAmount ?? ((sum(({ fullBalance }) => fullBalance) + feesIn(lineFees)) as Cents),
    fulfilled: given.fulfilledAmount ?? (sum(({ fulfilled }) => fulfilled) as Cents),
    lateFeeTested: given.isLateFeeTested ?? dueDate < migratedOn,
  };
}

function partOf(given: TakenOverPart, { ordinal, known, owed }: Place, at: string, isOver: boolean): MigratedPart {
  const draw = known.find(({ names }) => names.includes(given.drawId));
  if (draw === undefined) throw wrong(`${at}.drawId`, 'is in no balances.draws', 'a draw that is named there');
  const fees = feesOf(given.fees, `${ordinal}:${draw.id}`, `${at}.fees`);
  const interest = given.interestAmount ?? zeroCents;
  const principal = given.principalAmount ?? zeroCents;
  const whole = feesIn(fees) + interest + principal + (owed.get(draw.id) ?? 0);
  return {
    draw: draw.id,
    fees,
    interest,
    principal,
    fullBalance: given.fullBalanceAmount ?? (whole as Cents),
    fulfilled: given.fulfilledAmount ?? zeroCents,
    isGraceChecked: given.isGraceChecked ?? isOver,
  };
}

function mustFollow(obligations: readonly MigratedLineObligation[]): void {
  for (const [i, one] of obligations.entries()) {
    const before = obligations[i - 1];
    if (before === undefined || one.statementDate > before.statementDate) continue;
    const expected = `a date after ${dateOf(before.statementDate)}`;
    throw wrong(`statements[${i}].statementDate`, 'is not after the one before it', expected);
  }
}

/** The statements with an open late fee: for the higher fee of a repeated lateness. */
const lateFeeOrdinals = (obligations: readonly MigratedLineObligation[]): number[] =>
  obligations.filter(({ lineFees }) => lineFees.some(({ type }) => type === 'late')).map(({ ordinal }) => ordinal);

/** Credit is used as soon as something is due, so a line never has both. */
function mustHaveNoCreditBesideDebt({ customerCredit, obligations }: LineFactOf<'migration'>): void {
  const isOpen = obligations.some(
    ({ draws, lineFees }) =>
      feesIn(lineFees) > 0 || draws.some(({ fees, interest, principal }) => feesIn(fees) + interest + principal > 0),
  );
  if (customerCredit === 0 || !isOpen) return;
  const message = 'stands beside something that is due, which it would have paid';
  throw wrong('reimbursementAmount', message, 'what is left of it once the statements are paid from it');
}

function periodStartOf(
  { periodStartDate }: TakenOverBalances,
  obligations: readonly MigratedLineObligation[],
  past: PastPeriods,
  { startedOn, migratedOn }: Moment,
): Day {
  const last = past.at(-1);
  const follows = obligations.at(-1)?.statementDate ?? (last && dayOf(addDays(last.end_date, 1))) ?? startedOn;
  if (periodStartDate == null) return follows;
  const day = dayOf(periodStartDate);
  if (day >= startedOn && day <= migratedOn) return day;
  const range = `${dateOf(startedOn)} to ${dateOf(migratedOn)}`;
  throw wrong('periodStartDate', 'does not lie in the life of the line', range);
}
