// Each form of a file: what a line says, and what is wrong with it, as literals.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Identifying } from '#capabilities/people/index.ts';
import { randomOf } from '../../../../tests/support/fuzz/random.ts';
import { seed } from '../../../../tests/support/seed.ts';
import { reassignedNumbers } from '../numbers/answer.ts';
import { courtCases } from './court-cases.ts';
import { deathMasterFile } from './death-master-file.ts';
import { dutyAnswers } from './duty-answers.ts';
import type { Format } from './format.ts';
import { sanctionsAnswers } from './sanctions-answers.ts';

const ada: Identifying = {
  name: { firstName: 'Ada', lastName: "O'Lovelace" } as Identifying['name'],
  dateOfBirth: '1985-12-10' as CivilDate,
  ssn: '521440001',
  home: null,
};
const asOf = '2027-03-10' as CivilDate;

const dead = (change: string, died: string, lastName = 'OLOVELACE') =>
  `${change}521440001${lastName.padEnd(20)}    ${'ADA'.padEnd(15)}${''.padEnd(15)}P${died}00001900`.padEnd(100);

function said(format: Format, line: string) {
  const read = format.read(line);
  assert.ok('answer' in read, JSON.stringify(read));
  return read.answer(ada, asOf);
}

describe('a line of the Death Master File', () => {
  test('says who has died and when; a name with signs is the same name', () => {
    const { findings, isWhole } = said(deathMasterFile, dead('A', '02282027'));
    assert.deepEqual(
      [isWhole, findings],
      [
        false,
        [
          {
            key: 'death',
            quality: 'exact',
            standing: 'stands',
            asOf,
            fields: { dateOfDeath: '2027-02-28', deathSource: 'deathMasterFile', proofLevel: 'proof' },
            record: dead('A', '02282027').trimEnd().replace('52144', '*****'),
          },
        ],
      ],
    );
  });

  test('may not know the day, and then the case has none', () => {
    const [found] = said(deathMasterFile, dead('C', '02002027', 'BYRON')).findings;
    assert.deepEqual(
      [found?.quality, found?.fields],
      ['probable', { deathSource: 'deathMasterFile', proofLevel: 'proof' }],
    );
  });

  test('that says an impossible day is named', () => {
    assert.deepEqual(deathMasterFile.read(dead('A', '02302027')), {
      message: 'has no date of death at positions 66 to 73',
      expected: 'MMDDCCYY',
    });
  });
});

describe('a line of any file', () => {
  test('is a record or a sentence, whatever stands there', () => {
    const random = randomOf(seed, 47);
    const signs = '\u0000 09AZ{}":,-/é\u{1F600}';
    for (let times = 0; times < 2_000; times++) {
      const line = random.text([0, 1, 99, 100, 119, 183, 184][times % 7] ?? 0, signs);
      for (const format of [courtCases, deathMasterFile, dutyAnswers, sanctionsAnswers, reassignedNumbers]) {
        const read = format.read(line);
        assert.ok(!('message' in read) || read.expected.length > 0);
      }
    }
  });
});

describe('a screening against lists of sanctions', () => {
  const screened = { clientReference: 'MS-7KQ2-M9XA', screenedDate: '2027-03-10' };
  const entry = { ...screened, listName: 'SDN', entryId: '99999', matchScore: 97 };
  const answer = (more: object) => said(sanctionsAnswers, JSON.stringify({ ...entry, ...more }));

  test('is as sure as the score and the day of birth', () => {
    const qualities = [{}, { dateOfBirth: '1985-12-10' }, { dateOfBirth: '1970-01-01' }, { matchScore: 85 }].map(
      (more) => answer(more).findings[0]?.quality,
    );
    assert.deepEqual(qualities, ['probable', 'exact', 'possible', 'possible']);
    const [found] = answer({}).findings;
    assert.deepEqual(
      [found?.key, found?.asOf, found?.fields],
      ['SDN/99999', '2027-03-10', { sanctionsListName: 'SDN', sanctionsEntryId: '99999', matchScore: 97 }],
    );
  });

  test('that finds nobody, or hardly anybody, ends what was found before', () => {
    assert.deepEqual(said(sanctionsAnswers, JSON.stringify(screened)), { findings: [], isWhole: true });
    assert.deepEqual(answer({ matchScore: 79 }), { findings: [], isWhole: true });
  });

  test('that lacks something names it', () => {
    const expected = (more: object) => {
      const read = sanctionsAnswers.read(JSON.stringify({ ...entry, ...more }));
      return 'expected' in read && read.expected;
    };
    assert.match(String(expected({ clientReference: 'BO-1' })), /clientReference/);
    assert.match(String(expected({ screenedDate: '10 March' })), /screenedDate/);
    assert.match(String(expected({ listName: 7 })), /listName/);
    assert.match(String(expected({ entryId: '' })), /entryId/);
    assert.match(String(expected({ matchScore: 101 })), /matchScore/);
    assert.match(String(expected({ dateOfBirth: '1985-13-01' })), /dateOfBirth/);
  });
});
