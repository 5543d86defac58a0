// The guard reckons in milliseconds, the service in instants of microseconds: a moment is never later than its instant.
import { type Instant, instantOfMicros, secondsOfInstant } from '@tenor/engine/values/instant.ts';
import type { Moment } from '@tenor/guard/contract.ts';

export const momentOf = (instant: Instant): Moment => secondsOfInstant(instant) * 1_000 + Number(instant.slice(20, 23));

export const momentIf = (instant: Instant | null): Moment | null => (instant === null ? null : momentOf(instant));

export const instantOf = (moment: Moment): Instant => instantOfMicros(BigInt(moment) * 1_000n);

export const instantIf = (moment: Moment | null): Instant | null => (moment === null ? null : instantOf(moment));
