// What follows from a finding: pure, from what was found before and how its case stands.
import { isDeepStrictEqual } from 'node:util';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type MatchQuality, matchQualities, type Standing } from '../words.ts';
import type { Finding } from './finding.ts';

/** What was found before under the same key. */
interface Before {
  readonly quality: MatchQuality;
  readonly standing: Standing;
  readonly asOf: CivilDate;
  readonly fields: Finding['fields'];
  readonly case: { readonly isOpen: boolean; readonly outcome: string | null };
}

/**
 * `open`: a case is made. `change`: the open case has other fields. `reopen`: a case that had ended goes on, or one that
 * is surer than before waits to be looked at anew. `end` and `reject`: the case is completed by itself.
 */
export type Deed = 'open' | 'change' | 'reopen' | 'end' | 'reject' | 'nothing';

const deedOfEnd = { ended: 'end', withdrawn: 'reject' } as const;

export function decide(finding: Finding, before: Before | undefined): Deed {
  const { standing, asOf, fields } = finding;
  if (before === undefined) return standing === 'stands' ? 'open' : 'nothing';
  const isSurer = standing === 'stands' && rankOf(finding) < rankOf(before);
  const isKnown = standing === before.standing && isDeepStrictEqual(fields, before.fields) && !isSurer;
  if (isKnown || asOf < before.asOf) return 'nothing';
  // Somebody has said that it is another person: a record that is surer than the one they saw is news.
  const isDismissed = !before.case.isOpen && before.case.outcome !== 'approved' && before.standing === 'stands';
  if (isDismissed) return isSurer ? 'reopen' : 'nothing';
  const isOver = !before.case.isOpen && before.standing !== 'stands';
  if (standing !== 'stands') return isOver ? 'nothing' : deedOfEnd[standing];
  return before.case.isOpen && !isSurer ? 'change' : 'reopen';
}

const rankOf = ({ quality }: Pick<Finding, 'quality'>): number => matchQualities.indexOf(quality);
