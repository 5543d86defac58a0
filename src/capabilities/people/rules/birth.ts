// A date of birth has come, by the clock of the realm and in the zone of the company.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { wrongField } from '../errors.ts';

/** Errors: InvalidRequest (dateOfBirth). */
export function mustBeBorn({ now, caller }: CommandContext, dateOfBirth: CivilDate | null | undefined): void {
  const today = dateInZone(now, caller.timezone);
  if (dateOfBirth == null || dateOfBirth <= today) return;
  throw wrongField('dateOfBirth', { problem: 'lies in the future', expected: `a date up to ${today}, or null` });
}
