// What does not fit its form is refused by its field, and what fits stands in its place.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountOf, day, header, j1, j2, textOf } from '../check/test-account.ts';
import { openFile } from './file-writer.ts';
import { RecordRefused } from './record.ts';

const faultsOf = (work: () => unknown): readonly string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof RecordRefused) return error.faults.map(({ field, message }) => `${field} ${message}`);
    throw error;
  }
  return [];
};

describe('a file that is written', () => {
  test('has each value in its place', () => {
    const [head, record, , end] = textOf([
      accountOf(
        { ecoa: '2' },
        { j1: [j1], k4: { indicator: '02', deferredStart: day('2026-07-01'), balloonDate: null, balloonAmount: 0 } },
      ),
      accountOf({ account: 'LN2', status: 'DA' }, { j2: [j2] }),
    ]).split('\n') as [string, string, string, string];
    assert.equal(head.slice(0, 63), `0426HEADER${' '.repeat(12)}EFX0001${' '.repeat(18)}0531202606012026`);
    assert.equal(head.length, 426);
    assert.equal(record.length, 556);
    assert.equal(record.slice(0, 42), '0556105312026120000' + '0' + 'TENOR01             ' + '  ');
    assert.equal(
      record.slice(72, 126),
      'I01' + '01152025' + '000000000' + '000012000' + '036M' + '000000398' + '000000398' + '11' + ' ',
    );
    assert.equal(record.slice(426, 443), 'J1 LOPEZ-NUNEZ   ');
    assert.equal(record.slice(526), 'K40207012026' + '00000000' + '000000000' + ' ');
    assert.equal(
      end.slice(0, 92),
      '0426TRAILER' +
        '000000002' +
        ' '.repeat(9) +
        '000000000' +
        '000000001' +
        '000000001' +
        '000000004' +
        '000000001' +
        '000000000' +
        '000000001',
    );
  });

  test('takes nothing that does not fit, names every field, and shows no value', () => {
    const file = openFile(header);
    const account = accountOf(
      {
        account: 'A'.repeat(31),
        status: '12',
        balance: 1.5,
        pastDue: -1,
        highestCredit: 1_000_000_000,
        dateOpened: day('2026-02-30'),
        ssn: '12345',
        surname: 'Borrower',
        firstName: ' SAM',
        zip: '62701é',
      },
      { j2: [{ ...j2, telephone: '0000000000' }] },
    );
    assert.deepEqual(
      faultsOf(() => file.add(account)),
      [
        'base.account has at most 30 characters',
        'base.dateOpened is a day, or null',
        'base.highestCredit is a whole number from 0 to 999999999',
        'base.status is one of 11, 13, 61, 62, 63, 64, 65, 71, 78, 80, 82, 83, 84, 88, 89, 93, 94, 95, 96, 97, 05, DA, DF',
        'base.balance is a whole number from 0 to 999999999',
        'base.pastDue is a whole number from 0 to 999999999',
        'base.surname has capital letters of ASCII, and no spaces at its ends',
        'base.firstName has capital letters of ASCII, and no spaces at its ends',
        'base.ssn has 9 digits that are not all zero, or none',
        'base.zip has capital letters of ASCII, and no spaces at its ends',
        'j2[0].telephone has 10 digits that are not all zero, or none',
      ],
    );
    assert.match(file.end(), /^0426TRAILER000000000/, 'nothing of it is counted');
  });

  test('has room for 9999 characters of a record, and a header that fits', () => {
    const many = Array.from({ length: 96 }, () => j1);
    assert.deepEqual(
      faultsOf(() => openFile(header).add(accountOf({}, { j1: many }))),
      ['j1 and all other segments have at most 9999 characters'],
    );
    assert.deepEqual(
      faultsOf(() => openFile({ ...header, reporterTelephone: '555' })),
      ['header.reporterTelephone has 10 digits that are not all zero, or none'],
    );
  });
});
