// What a kind of rule says of a question, and when it would allow what is asked.
import type { FactUsed, Moment, Rule, RuleKind, RuleOf } from '../contract.ts';
import { firstMoment, localDay, momentOf, startOfDay } from '../places/local.ts';
import { type Ask, type LoanAsked, noon } from './ask.ts';

interface Explained {
  /** One sentence. */
  readonly reason: string;
  readonly facts: readonly FactUsed[];
}

export interface Saying {
  /** The first moment, from this one on, at which the rule allows it, the facts being as they are; Infinity: never. */
  readonly opens: (from: Moment) => Moment;
  readonly say: () => Explained;
  /** It says less than its severity would have it. */
  readonly atMost?: 'warns' | 'informs';
}

/** Null: it has nothing against it, now and later. */
export type Kind<K extends RuleKind> = (rule: RuleOf<K>, ask: Ask, loans: readonly LoanAsked[]) => Saying | null;

const never = (): Moment => Number.POSITIVE_INFINITY;

export const always = (reason: string, facts: readonly FactUsed[] = []): Saying => ({
  opens: never,
  say: () => ({ reason, facts }),
});

export const until = (moment: Moment, reason: string, facts: readonly FactUsed[] = []): Saying => ({
  opens: (from) => Math.max(from, moment),
  say: () => ({ reason, facts }),
});

/** It allows what is asked up to this moment, and then no more. */
export const openUntil = (moment: Moment, reason: string, facts: readonly FactUsed[] = []): Saying => ({
  opens: (from) => (from < moment ? from : Number.POSITIVE_INFINITY),
  say: () => ({ reason, facts }),
});

/** Something else frees from it up to this moment. */
export const freedUntil = (moment: Moment, { opens, ...saying }: Saying): Saying => ({
  ...saying,
  opens: (from) => (from < moment ? from : opens(from)),
});

/** What a question cannot show: it informs. */
export const informing = ({ summary }: Pick<Rule, 'summary'>): Saying => ({
  opens: never,
  say: () => ({ reason: summary, facts: [] }),
  atMost: 'informs',
});

/** Several hold together: the first speaks, and it opens when all are silent. */
export function allOf(sayings: readonly (Saying | null)[]): Saying | null {
  const found = sayings.filter((one) => one !== null);
  if (found.length < 2) return found[0] ?? null;
  return {
    opens: (from) =>
      firstOf(
        from,
        found.map(({ opens }) => opens),
      ),
    say: () => {
      const said = found.map(({ say }) => say());
      return { reason: said[0]?.reason ?? '', facts: said.flatMap(({ facts }) => facts) };
    },
  };
}

/** How far ahead a next moment is looked for. */
const turnsMax = 5_000;
const yearMs = 366 * 86_400_000;

/** The first moment at which all allow it; Infinity where there is none within a year. */
export function firstOf(from: Moment, opens: readonly ((at: Moment) => Moment)[]): Moment {
  let at = from;
  for (let turn = 0; turn < turnsMax && at <= from + yearMs; turn += 1) {
    const next = opens.reduce((latest, open) => (latest > from + yearMs ? latest : Math.max(latest, open(latest))), at);
    if (next === at) return at;
    at = next;
  }
  return Number.POSITIVE_INFINITY;
}

// ---- the time of day -------------------------------------------------------------------------------------------------

interface ByClock {
  /** The zones, in all of which it must be open. */
  readonly zones: readonly string[];
  readonly isOpen: (at: Moment, zone: string) => boolean;
  /** The minutes of a day at which it may open. */
  readonly minutes: readonly number[];
}

const daysMax = 367;

/** A rule of the time of day; asked for noon by the company's clock, each day is as its noon is. */
export function byClock({ question, facts }: Ask, { zones, isOpen, minutes }: ByClock): (from: Moment) => Moment {
  const isOpenInAll = (at: Moment): boolean => zones.every((zone) => isOpen(at, zone));
  if (question.checkAtCompanyNoon) return (from) => firstDay(from, facts.company.zone, isOpenInAll);
  const opensIn = zones.map(
    (zone) =>
      (from: Moment): Moment =>
        firstMoment(from, zone, { minutes, daysMax, isOpen: (at) => isOpen(at, zone) }) ?? Number.POSITIVE_INFINITY,
  );
  return (from) => (isOpenInAll(from) ? from : firstOf(from, opensIn));
}

function firstDay(from: Moment, zone: string, isOpen: (at: Moment) => boolean): Moment {
  const first = localDay(from, zone);
  for (let day = first; day <= first + daysMax; day += 1) {
    if (isOpen(momentOf(day, noon, zone))) return day === first ? from : startOfDay(day, zone);
  }
  return Number.POSITIVE_INFINITY;
}
