// A rate of a line that is higher than what runs before it begins 45 days after the notice of it (12 CFR 1026.9(c)(2), and (g)
// of one that is raised as a penalty). A lower one needs no notice, nor does an index that moves, or a promotional rate
// that ends as was told when it began: none of these is a rate that somebody gives here.
import { isAbove } from '@tenor/engine/disclosures/validation.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { addRates, type Rate } from '@tenor/engine/values/rate.ts';
import type { LoanTypeSettings } from '#capabilities/products/index.ts';
import { refuseField } from '#platform/errors.ts';
import type { RateSpan } from '../loan/product.ts';
import type { IndexKnown } from '../loan/tables.ts';
import type { NewRate } from './schemas.ts';

/** The notice goes when the rate is given. Where it waits for its hour it goes on the next day. */
const noticeDays = 45;
const waitsForItsHourDays = 1;

const firstDayInTime = (today: Day): Day => today + waitsForItsHourDays + noticeDays;

interface Rates {
  /** The draws that it is for, or more of them. */
  readonly draws: readonly string[];
  readonly before: readonly RateSpan[];
  readonly after: readonly RateSpan[];
  readonly index: IndexKnown;
  /** The first day of the rate that is given. */
  readonly on: Day;
}

/** The first day on which a draw has a higher rate than it had; null: none has. */
function firstHigherDay({ draws, before, after, index, on }: Rates): Day | null {
  const turns = [...before, ...after].flatMap(({ from, until }) => (until === null ? [from] : [from, until + 1]));
  // Draws that were made together turn on the same days.
  const days = [...new Set([on, ...turns.filter((day) => day > on)])].sort((a, b) => a - b);
  const indexRates = new Map(days.map((day) => [day, indexOn(index, day)]));
  const ofDraws = draws.map((draw) => [spansOfDraw(before, draw), spansOfDraw(after, draw)] as const);
  const isHigher = (day: Day): boolean =>
    ofDraws.some(([old, fresh]) => {
      const indexRate = indexRates.get(day) ?? noIndex;
      const [was, is] = [rateOn(old, day, indexRate), rateOn(fresh, day, indexRate)];
      // A draw on which no rate ran before begins on a later day, with a rate that was told with it.
      return was !== null && is !== null && isAbove(is, was);
    });
  return days.find(isHigher) ?? null;
}

const spansOfDraw = (spans: readonly RateSpan[], draw: string): readonly RateSpan[] =>
  spans.filter((one) => one.rateType === 'interestRate' && (one.draw === null || one.draw === draw));

/** The lowest of the rates that run on a day; null: none does. */
function rateOn(spans: readonly RateSpan[], day: Day, indexRate: Rate): Rate | null {
  const running = spans.filter(({ from, until }) => from <= day && (until === null || day <= until));
  const rates = running.map(({ rate, interestType }) => (interestType === 'spread' ? addRates(rate, indexRate) : rate));
  return rates.reduce<Rate | null>((lowest, rate) => (lowest === null || isAbove(lowest, rate) ? rate : lowest), null);
}

const noIndex = '0' as Rate;

/** As it is known now: of days to come the last one that is known. */
function indexOn(index: IndexKnown, day: Day): Rate {
  const date = dateOf(day);
  return index.findLast(({ effectiveDate }) => effectiveDate <= date)?.rate ?? noIndex;
}

interface Given {
  readonly settings: LoanTypeSettings;
  readonly exemption: NewRate['noticeExemption'];
  readonly today: Day;
}

/**
 * Whether it begins too soon; undefined: nobody asks for this loan. The notice tells the rates around the first day of the
 * rate: of one that is higher only from a later day on it says nothing, so that is too soon as well. Errors: InvalidRequest.
 */
export function isTooSoon({ settings, exemption, today }: Given, rates: Rates): boolean | undefined {
  if (settings.type !== 'lineOfCredit' || settings.interest.noticeOfHigherRate === 'none') return undefined;
  if (exemption) return false;
  const day = firstHigherDay(rates);
  const first = firstDayInTime(today);
  if (day === null || (day === rates.on && day >= first)) return false;
  if (settings.interest.noticeOfHigherRate === 'pointedOut') return true;
  if (day >= first) {
    throw refuseField(
      'interestRate.effectiveDate',
      'is a day on which the rate is not higher yet: the notice of a higher rate tells of its first day (12 CFR 1026.9(c)(2))',
      `${dateOf(day)} for the rate that is higher from then on, and another one with an endDate for the days before`,
    );
  }
  throw refuseField(
    'interestRate.effectiveDate',
    'is too soon for a higher rate: it begins 45 days after the notice of it, which goes out by tomorrow (12 CFR 1026.9(c)(2))',
    `${dateOf(first)} or later, or noticeExemption with the reason for which no notice is needed`,
  );
}
