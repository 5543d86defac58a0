// What the database of reassigned numbers says of the phones of a borrower: one that somebody else has by now ends the
// consents of its contact and is marked; of one that is still theirs the check is noted. No case follows.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { markReassigned, noteNotReassigned, phonesOf } from '#capabilities/people/index.ts';
import type { Applying } from '../apply-finding.ts';
import type { LineOfPhone } from '../formats/format.ts';
import { writeStatus } from '../status.ts';
import { monitoringStatuses, type StatusRow } from '../tables.ts';

type Said = Pick<LineOfPhone, 'phone' | 'askedOf' | 'isReassigned'>;

/** The columns of the status after a look. `at`: of when the answers tell. */
export async function appliedNumbers(
  { ctx, tx, parent }: Applying,
  said: readonly Said[],
  at: Instant,
): Promise<Partial<StatusRow>> {
  const phones = (await phonesOf(tx, ctx.vault, [parent.person_id])).get(parent.person_id) ?? [];
  let result: 'hit' | 'noHit' | 'unknown' = 'unknown';
  for (const { contactId, number, knownSince } of phones) {
    const whose = { ctx, tx, owner: parent, contactId };
    // Asked of an earlier day, the database tells of an owner before the borrower.
    const news = said.filter(({ phone, askedOf }) => phone === number && askedOf >= dayOf(knownSince, ctx.timezone));
    if (news.some(({ isReassigned }) => isReassigned === true)) {
      await markReassigned(whose);
      result = 'hit';
    } else if (news.some(({ isReassigned }) => isReassigned === false)) {
      if (compare(at, knownSince) >= 0) await noteNotReassigned(whose, at);
      if (result === 'unknown') result = 'noHit';
    }
  }
  const hit = result === 'hit' && { last_hit_at: ctx.now };
  return { last_result: result, last_checked_at: ctx.now, ...hit };
}

const dayOf = (at: Instant, zone: string): CivilDate => dateInZone(at, zone);

/** Lines of a file, of a borrower who is watched. */
export async function applyNumbers(applying: Applying, said: readonly Said[], at: Instant): Promise<void> {
  const { tx, parent } = applying;
  const own = tx.db
    .selectFrom('monitoring_statuses')
    .select(monitoringStatuses.all)
    .where('person_id', '=', parent.person_id)
    .where('monitor', '=', 'reassignedNumber');
  const row = await tx.row(own);
  if (row !== undefined) writeStatus(tx, row, await appliedNumbers(applying, said, at));
}
