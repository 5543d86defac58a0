// Drafts of facts: each is drawn by itself and becomes a fact once its loan is known. A draft says "two days before the
// third due date" where a fact has a day, so that most facts fall on days where they have an effect.

import fc from 'fast-check';
import type { Fact, Happening } from '../account/facts.ts';
import { cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { type Instant, instantOfMicros } from '../values/instant.ts';
import { type Frame, often } from './some-terms.ts';

export type Draft = (frame: Frame, earlier: readonly Fact[]) => Fact[];

export const between = (min: number, max: number) => fc.integer({ min, max });

/** A day by its number among the due dates: zero is the activation; numbers after the last due date are possible. */
interface When {
  readonly k: number;
  readonly shift: number;
}

export const someWhen: fc.Arbitrary<When> = fc.record({
  k: between(0, 59),
  shift: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: between(-3, 3) },
    { weight: 4, arbitrary: between(-14, 25) },
  ),
});

function placeOf(k: number, { start, dueDates }: Frame): Day {
  const place = k % (dueDates.length + 3);
  if (place === 0) return start;
  return dueDates[place - 1] ?? dueDates.at(-1)! + 30 * (place - dueDates.length);
}

export const dayAt = ({ k, shift }: When, frame: Frame): Day => Math.max(frame.start, placeOf(k, frame) + shift);

/** The fields that a fact of any kind may have. */
export interface Stamp {
  readonly time: number | null;
  readonly isNumbered: boolean;
  readonly at: number | null;
  readonly lag: number | null;
}

export const someStamp: fc.Arbitrary<Stamp> = fc.record({
  time: often<number | null>(null, fc.constantFrom(0, 36_000, 43_199, 43_200, 50_000, 86_399), 65),
  isNumbered: fc.boolean(),
  at: often<number | null>(null, between(0, 3), 75),
  lag: often<number | null>(null, between(0, 60), 50),
});

const instantOf = (day: Day, second: number): Instant => instantOfMicros(BigInt(day * 86_400 + second) * 1_000_000n);

export interface Placed {
  readonly on: Day;
  readonly stamp: Stamp;
  readonly count: number;
}

export function fact(happening: Happening, { on, stamp, count }: Placed): Fact {
  const letter = happening.kind[0]!;
  return {
    id: `${count % 3 === 0 ? letter.toUpperCase() : letter}${count}`,
    on,
    ...(stamp.time === null ? {} : { time: stamp.time }),
    ...(stamp.isNumbered ? { number: count + 1 } : {}),
    ...(stamp.at === null ? {} : { at: instantOf(on, stamp.at) }),
    ...(stamp.lag === null ? {} : { recordedAt: instantOf(on + stamp.lag, 54_000) }),
    ...happening,
  };
}

type Say<T> = (genes: T, frame: Frame, on: Day) => Happening;

/** A draft of one fact: its random values, its day, and the function that makes the fact. */
export function one<T>(genes: fc.Arbitrary<T>, say: Say<T>, when: fc.Arbitrary<When> = someWhen): fc.Arbitrary<Draft> {
  return fc.tuple(genes, when, someStamp).map(
    ([drawn, place, stamp]): Draft =>
      (frame, earlier) => {
        const on = dayAt(place, frame);
        return [fact(say(drawn, frame, on), { on, stamp, count: earlier.length })];
      },
  );
}

/** A draft of one fact that chooses its day itself. */
export function placed<T>(genes: fc.Arbitrary<T>, say: (genes: T, frame: Frame) => readonly [Day, Happening]) {
  return fc.tuple(genes, someStamp).map(
    ([drawn, stamp]): Draft =>
      (frame, earlier) => {
        const [on, happening] = say(drawn, frame);
        return [fact(happening, { on: Math.max(frame.start, on), stamp, count: earlier.length })];
      },
  );
}

export const percentOf = (amount: number, percent: number) => cents(Math.max(1, Math.floor((amount * percent) / 100)));
export const lasting = often<number | null>(null, between(0, 120), 30);
export const untilOf = (on: Day, days: number | null): Day | null => (days === null ? null : on + days);
