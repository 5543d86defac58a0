// A further interest or promotional rate, from a day in the past on, or from one to come.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { ratesValidation } from '@tenor/engine/disclosures/validation.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { sealerOf } from '#capabilities/people/index.ts';
import { type LoanTypeSettings, loanTypeVersion, rateProblem } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, refuseField, refuseFields } from '#platform/errors.ts';
import type { FieldsOf } from '#platform/events/event-kind.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import { ownerOf } from '../lifecycle/loan.ts';
import { openAddress, stateOfBorrower } from '../lifecycle/loan-address.ts';
import type { Terms } from '../loan/books.ts';
import { isCovered } from '../loan/covered.ts';
import { loanRateCreated, toldOfLoan } from '../loan/events.ts';
import { originatedAt } from '../loan/originated-at.ts';
import { startOf } from '../loan/past-day.ts';
import type { HeldLoan } from '../loan/product.ts';
import { absoluteRates, type CapCheck, mustKeepCaps } from '../loan/rate-caps.ts';
import { loanStates } from '../loan/states.ts';
import { todayOf } from '../loan/today.ts';
import { mustHaveNoCharge } from '../loan/tools.ts';
import { factId } from '../timeline/fact-id.ts';
import { followsIndex, positionOf, termsOf } from '../timeline/held-loan.ts';
import { mustHaveRoomFor } from '../timeline/room.ts';
import { mustCostAtMost } from './cost.ts';
import { feesAfter, feesOf } from './fees.ts';
import { isTooSoon } from './higher-rate.ts';
import { factsOfRates, presentRates, rateSpans } from './rates.ts';
import type { CreatedRates, NewRate, RateCreate } from './schemas.ts';

/** Errors: LoanStatusForbids, ChargeFixed, InvalidRequest, NotFound (draw), NoRoom. */
export async function addRate(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { drawId: named, interestRate, promoRate, previewMode }: RateCreate,
): Promise<CreatedRates> {
  const { row } = held;
  const terms = termsOfActive(held);
  mustHaveNoCharge(held, 'loanRates.create');
  if (!interestRate && !promoRate) throw refuseField('interestRate', 'is required', 'interestRate, promoRate or both');
  if (interestRate?.noticeExemption && !held.product.hasDraws) {
    throw refuseField(
      'interestRate.noticeExemption',
      'is for lines of credit: other loans have no such rule',
      'nothing',
    );
  }
  const drawId = await held.product.drawNamed(tx, held, named);
  const today = todayOf(row, ctx.now);
  const facts: Fact[] = [];
  let checked: (CapCheck & { readonly higherRateTooSoon?: boolean }) | null = null;
  if (interestRate) {
    const span = spanOf(held, today, 'interestRate', interestRate);
    const type = interestRate.interestType ?? 'absolute';
    const { settings } = await loanTypeVersion(tx, row.loan_type_id, row.loan_type_version);
    checked = await mustBeWithin(ctx, tx, held, settings, { ...span, type });
    const { rate, on, until } = span;
    const replaces = interestRate.replaces ?? false;
    const id = factId(row, 'rate');
    const fact = held.product.rateFact({ kind: 'rate', id, at: ctx.now, on, rate, type, until, replaces }, drawId);
    const isSoon = await beginsTooSoon(tx, held, { settings, today, exemption: interestRate.noticeExemption }, fact);
    if (isSoon !== undefined) checked = { ...checked, higherRateTooSoon: isSoon };
    if (isCovered(row.at_origination))
      mustCostAtMost(span.path, await feesAfter(await feesOf(tx, held, today), [fact]));
    facts.push(fact);
  }
  if (promoRate) {
    const { path, rate, on, until } = spanOf(held, today, 'promoRate', promoRate);
    if (rate === '0') throw refuseField(path, 'must be above zero', 'what is subtracted from the interest rate');
    const id = factId(row, 'promo', facts.length);
    facts.push(held.product.rateFact({ kind: 'promo', id, at: ctx.now, on, rate, until }, drawId));
  }
  for (const { kind } of facts) await mustHaveRoomFor(tx, row, kind as 'rate' | 'promo');
  const isSolvedAgain = held.product.reamortizesAfterRate(terms) && facts.some(({ on }) => on <= today);
  const timestamps = isSolvedAgain ? { timestamps: { lastAmortizedAt: ctx.now } } : {};
  const changed = await changeLoan(asLoanContext(ctx), tx, held, facts, timestamps);
  const noticeExemption = interestRate?.noticeExemption ?? null;
  const told = { ...toldOfLoan(changed.row), ...toldOfBeginning(facts, today), noticeExemption };
  ctx.emit(loanRateCreated, row.person_id, told, { about: { loanId: row.id } });
  const ids = new Set(facts.map(({ id }) => id));
  const agreed = held.product.agreedRates(terms, positionOf(held.product, row), today);
  const spans = rateSpans(agreed, facts).filter(({ key }) => ids.has(key));
  const rates = presentRates(row.id, spans, today);
  const ratesValidation = checked === null ? null : { ...checked };
  if (!previewMode) return { rates, ratesValidation, difference: null };
  const withoutIds = rates.map((rate) => ({ ...rate, id: null }));
  return { rates: withoutIds, ratesValidation, difference: await presentDifference(held, changed) };
}

/** No such rule is there for loans that are no lines, and nothing is read for them. Errors: InvalidRequest. */
async function beginsTooSoon(
  tx: Tx,
  held: HeldLoan,
  given: Parameters<typeof isTooSoon>[0],
  fact: Fact,
): Promise<boolean | undefined> {
  if (!held.product.hasDraws) return undefined;
  const agreed = held.product.agreedRates(termsOf(held.row), positionOf(held.product, held.row), given.today);
  const facts = await factsOfRates(tx, held);
  const [before, after] = [rateSpans(agreed, facts), rateSpans(agreed, [...facts, fact])];
  const draws = [...new Set(agreed.flatMap(({ draw }) => draw ?? []))];
  return isTooSoon(given, { draws, before, after, index: held.index, on: fact.on });
}

function toldOfBeginning(
  facts: readonly Fact[],
  today: Day,
): Pick<FieldsOf<typeof loanRateCreated>, 'begins' | 'effectiveDate'> {
  const on = facts.find(({ kind }) => kind === 'rate')?.on;
  if (on === undefined) return { begins: null, effectiveDate: null };
  return { begins: on > today ? 'ahead' : on < today ? 'before' : 'now', effectiveDate: dateOf(on) };
}

/** The terms of a loan whose interest accrues; others are refused. */
function termsOfActive({ row }: HeldLoan): Terms {
  const accruesAfterChargeOff = row.terms?.delinquency.accrualAfterChargeOff === true;
  loanStates.mustAllow(row.status, 'addRate', { accruesAfterChargeOff });
  return termsOf(row);
}

interface Span {
  /** The path of the rate in the request. */
  readonly path: string;
  readonly rate: Rate;
  readonly on: Day;
  readonly until: Day | null;
}

/** The field by either of its names; if both are sent they must be equal. */
function either<T>(sent: NewRate, place: string, names: readonly [keyof NewRate, keyof NewRate]): [string, T | null] {
  const [first, second] = names.map((name) => (sent[name] ?? null) as T | null);
  if (first !== null && second !== null && first !== second) {
    throw refuseField(`${place}.${names[1]}`, `is not what ${names[0]} says`, `the same, or ${names[0]} alone`);
  }
  return [`${place}.${first === null && second !== null ? names[1] : names[0]}`, first ?? second ?? null];
}

/** No loan can run longer than these years. */
const daysAheadMax = 36_600;

function spanOf({ row }: HeldLoan, today: Day, place: 'interestRate' | 'promoRate', sent: NewRate): Span {
  const [path, rate] = either<Rate>(sent, place, ['annualRate', 'rate']);
  if (rate === null) throw refuseField(path, 'is required', 'a rate such as 0.0725');
  const isSpread = sent.interestType === 'spread';
  const [problem] = rateProblem(path, rate, isSpread ? { min: -1, max: 1 } : { min: 0, max: 10 });
  if (problem !== undefined) throw refuseFields(errors.InvalidRequest, [problem]);
  const [datePath, date] = either<NonNullable<NewRate['effectiveDate']>>(sent, place, ['effectiveDate', 'startDate']);
  const on = date === null ? today : dayOf(date);
  const first = startOf(row) ?? today;
  if (on < first || on > today + daysAheadMax) {
    const message = on < first ? 'lies before the activation of the loan' : 'lies too far ahead';
    throw refuseField(datePath, message, `a date from ${dateOf(first)} to ${dateOf(today + daysAheadMax)}`);
  }
  const until = sent.endDate ? dayOf(sent.endDate) : null;
  if (until !== null && until < on) {
    throw refuseField(`${place}.endDate`, 'lies before the first day', `a date from ${dateOf(on)} on, or null`);
  }
  return { path, rate, on, until };
}

/** The limits of the loan type's version, and the rate cap that was in force when the loan was originated. */
async function mustBeWithin(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { interest: { minRate, maxRate } }: Pick<LoanTypeSettings, 'interest'>,
  { path, rate, on, type }: Span & { readonly type: 'absolute' | 'spread' },
): Promise<CapCheck> {
  const { row, index } = held;
  if (type === 'spread' && !followsIndex(held.product, row)) {
    const place = 'interestRate.interestType';
    throw refuseField(place, 'cannot be spread: the loan was not agreed to follow the index', 'absolute');
  }
  const _terms = termsOf(row);
  const only = { interest: { rates: [{ days: null, rate, type }] } };
  const whole = absoluteRates(only, index, on)[0]?.rate ?? rate;
  const found = ratesValidation(
    { interestRateMin: minRate, interestRateMax: maxRate, aprNominalMax: null, aprEffectiveMax: null },
    { interestRates: [whole], aprNominal: '0', aprEffective: '0' },
  );
  if (found.interestRateExceedsMax) {
    throw refuseField(path, `is above the ${maxRate} that the loan type allows`, `at most ${maxRate}, with the index`);
  }
  if (found.interestRateBelowMin) {
    throw refuseField(
      path,
      `is below the ${minRate} that the loan type asks for`,
      `at least ${minRate}, with the index`,
    );
  }
  const owner = await ownerOf(tx, row.person_id);
  const address = openAddress(sealerOf(ctx.vault, owner), row);
  const state = await stateOfBorrower(tx, ctx.vault, owner, { ...row.at_origination, address });
  const date = dateInZone(originatedAt(row), row.zone);
  return mustKeepCaps(tx, row.loan_type_id, [{ path, rate: whole }], { state, date });
}
