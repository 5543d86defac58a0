// Makes and releases do-not-interacts in bulk: on one case after the other, in the commits of the work over all cases.
import type { CaseRow } from '#capabilities/cases/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { standingOnCase } from '../do-not-interact.ts';
import { type Said, saidAfter } from '../input.ts';
import type { DoNotInteractInput } from '../schemas.ts';
import { byHandOn, exists, isOver, make, release, rewrite, type Writing } from './write.ts';

/** The body with its first day set, so that all cases get the same one, however long the work takes. Errors: InvalidRequest. */
export function askedInBulk({ now, caller }: CommandContext, input: DoNotInteractInput): DoNotInteractInput {
  const { start_date: startDate } = saidAfter(undefined, input, { now, zone: caller.timezone });
  return { ...input, startDate };
}

/**
 * Forbids contact with the borrower of an open case. One that a bulk action made before is changed; one by hand stays, and
 * is an error. False: the case has the same one already. Errors: InvalidRequest, DoNotInteractExists, NoRoom.
 */
export async function forbidInBulk(ctx: Writing, tx: Tx, ofCase: CaseRow, input: DoNotInteractInput): Promise<boolean> {
  const said = saidAfter(undefined, input, { now: ctx.now, zone: ctx.timezone });
  const standing = await byHandOn(ctx, tx, ofCase);
  if (standing === undefined) await make(ctx, tx, ofCase, said, 'bulk');
  else if (standing.source !== 'bulk') throw exists(standing);
  else if (isSame(standing, said)) return false;
  else rewrite(ctx, tx, ofCase, standing, said);
  return true;
}

/** Ends those that bulk actions made. It reaches closed cases too: otherwise the borrower would be blocked for good. */
export async function releaseInBulk(ctx: Writing, tx: Tx, { person_id: personId, id }: CaseRow): Promise<boolean> {
  const made = (await standingOnCase(tx, personId, id)).filter(({ source }) => source === 'bulk');
  const standing = made.filter((one) => !isOver(one, ctx.now));
  for (const one of standing) release(ctx, tx, one);
  return standing.length > 0;
}

const wordsOf = ({ times_of_day: times, ...said }: Said) =>
  JSON.stringify([
    said.channels,
    said.themes,
    said.start_date,
    said.end_date,
    said.days_of_week,
    times.map(({ fromHour, toHour }) => [fromHour, toHour]),
    said.timezone,
    said.contact_labels,
  ]);

const isSame = (one: Said, other: Said): boolean => wordsOf(one) === wordsOf(other);
