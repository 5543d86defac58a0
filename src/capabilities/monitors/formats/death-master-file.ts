// The Death Master File of the Social Security Administration, as NTIS gives it: 100 characters a line. A line with D takes
// back a death that was reported in error.
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Identifying } from '#capabilities/people/index.ts';
import { type Cut, type Format, fixedWidth, sameName, withoutNumber, wrong } from './format.ts';

const width = 100;

const proofs: Readonly<Record<string, string>> = { V: 'verified', P: 'proof' };

/** MMDDCCYY, of which parts may be 00: then the day is not known. */
function dayOf(text: string): CivilDate | null | undefined {
  if (!/^\d{8}$/.test(text)) return text === '' ? null : undefined;
  const [month, day, year] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  if (month === '00' || day === '00' || year === '0000') return null;
  return parseCivilDate(`${year}-${month}-${day}`);
}

const isExact = (cut: Cut, { name, dateOfBirth }: Identifying): boolean =>
  sameName(cut(11, 30), name?.lastName) || (dateOfBirth !== null && dayOf(cut(74, 81)) === dateOfBirth);

export const deathMasterFile: Format = {
  read(line) {
    if (line.length !== width) return wrong(`has ${line.length} characters`, `${width} characters`);
    const cut = fixedWidth(line);
    const [change, ssn, proof, died] = [cut(1, 1), cut(2, 10), cut(65, 65), dayOf(cut(66, 73))];
    if (!/^[ACD]?$/.test(change)) return wrong(`begins with ${change}`, 'A, C, D or a blank at position 1');
    if (!/^\d{9}$/.test(ssn)) return wrong('has no number at positions 2 to 10', 'nine digits');
    if (died === undefined) return wrong('has no date of death at positions 66 to 73', 'MMDDCCYY');
    if (dayOf(cut(74, 81)) === undefined) return wrong('has no date of birth at positions 74 to 81', 'MMDDCCYY');
    return {
      who: { ssn },
      answer: (person, asOf) => ({
        isWhole: false,
        findings: [
          {
            key: 'death',
            quality: isExact(cut, person) ? 'exact' : 'probable',
            standing: change === 'D' ? 'withdrawn' : 'stands',
            asOf,
            fields: {
              ...(died !== null && { dateOfDeath: died }),
              deathSource: 'deathMasterFile',
              proofLevel: proofs[proof] ?? 'reported',
            },
            record: withoutNumber(line, ssn),
          },
        ],
      }),
    };
  },
};
