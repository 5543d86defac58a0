// Answers of the Defense Manpower Data Center to a request of many records: what we asked, then whether the person served
// on the day. Releases of the center move positions: these are those of our guide.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Finding } from '../rules/finding.ts';
import { compactDate, type Format, fixedWidth, withoutNumber, wrong } from './format.ts';

const width = 183;
const answers = /^[YNXZ]$/;

interface Said {
  readonly serves: boolean;
  readonly begin: CivilDate;
  readonly end: CivilDate | null;
}

const standingOf = ({ serves }: Said): Finding['standing'] => (serves ? 'stands' : 'ended');

export const dutyAnswers: Format = {
  read(line) {
    if (line.length !== width) return wrong(`has ${line.length} characters`, `${width} characters`);
    const cut = fixedWidth(line);
    const [ssn, statusId, onDuty, left] = [cut(1, 9), cut(64, 91), cut(100, 100), cut(101, 101)];
    const [end, begin] = [compactDate(cut(103, 110)), compactDate(cut(121, 128))];
    if (!/^\d{9}$/.test(ssn)) return wrong('has no number at positions 1 to 9', 'nine digits');
    if (!/^MS-[A-Z1-9]{4}-[A-Z1-9]{4}$/.test(statusId))
      return wrong('has no reference of ours at positions 64 to 91', 'the id of a monitoring status, MS-XXXX-XXXX');
    if (!answers.test(onDuty) || !answers.test(left))
      return wrong('does not say at positions 100 and 101 who served', 'Y, N, X or Z');
    if (end === undefined || begin === undefined)
      return wrong('has no dates at positions 103 to 110 and 121 to 128', 'YYYYMMDD, or blanks');
    const isSaid = onDuty === 'Y' || left === 'Y';
    if (isSaid && begin === null) return wrong('does not say when the duty began', 'YYYYMMDD at positions 121 to 128');
    if (begin !== null && end !== null && end < begin)
      return wrong('ends before it begins, at positions 103 to 110', 'a day not before that at positions 121 to 128');
    const [component, certificate, error] = [cut(145, 146), cut(169, 183), cut(112, 112)];
    return {
      who: { statusId },
      answer(_person, asOf) {
        // What the center could not tell ends nothing.
        if (!isSaid) return { findings: [], isWhole: onDuty === 'N' && error === '' };
        const said = { serves: onDuty === 'Y', begin: begin as CivilDate, end };
        return {
          isWhole: true,
          findings: [
            {
              key: said.begin,
              quality: 'exact',
              standing: standingOf(said),
              asOf,
              fields: {
                dutyBeginDate: said.begin,
                ...(end !== null && { dutyEndDate: end }),
                ...(component !== '' && { serviceComponent: component }),
                ...(certificate !== '' && { dutyCertificateId: certificate }),
                protection: 'scra',
              },
              record: withoutNumber(line, ssn),
            },
          ],
        };
      },
    };
  },
};
