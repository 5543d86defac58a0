// A tape with a row for each draw of a line: golden rows worked by hand, of a past day too, in each form; held against the
// postings of the draw.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { aDraw, aLine } from '../../../tests/support/begun-line.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { madeTape, tapeTypes, textOfTape } from '../../../tests/support/tapes.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';

type Shown = Answer['body'];

const fields = ['rowType', 'drawId', 'drawNickname', 'drawStatus', 'outstandingPrincipalAmount', 'paidTotalAmount'];

describe('draws of a tape', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let line: string;
  let draws: readonly string[];

  const idOf = (path: string): string => path.split('/').at(-1) as string;
  const buy = (draw: string, amount: number, date: string) =>
    api.made(`${draw}/purchases?sync=true`, { status: 'settled', amount, purchaseDate: `${date}T15:00:00.000Z` });
  const aType = async (more: object = {}): Promise<string> => {
    const type = { tapeName: 'Draws', status: 'active', compressionType: 'noCompression' };
    return (await api.made(tapeTypes, { ...type, fields, shouldReportDrawsSeparately: true, ...more })).id;
  };
  const linesOf = async (tape: Shown): Promise<string[]> => (await textOfTape(api, tape)).split('\r\n').slice(0, -1);

  before(async () => {
    const company = await aCompany();
    api = company.test;
    await setClock(api, '2026-01-20T15:00:00Z');
    line = await aLine(api);
    const made = [await aDraw(api, line, { nickname: 'Car' }), await aDraw(api, line, { nickname: 'Car' })];
    draws = made.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
    await buy(draws[0] as string, 100, '2026-01-20');
    await buy(draws[1] as string, 250, '2026-01-20');
  });

  const rowOf = (draw: number, principal: number): string =>
    `draw,${idOf(draws[draw] as string)},Car,active,${principal},`;

  test('stand right after their line, with amounts of their own', async () => {
    const id = await aType();
    const tape = await madeTape(api, { loanTapeTypeId: id });
    // Payments are of the line, and nothing was paid.
    const rows = ['loan,,,,35000,0', rowOf(0, 10_000), rowOf(1, 25_000)];
    assert.deepEqual(await linesOf(tape), [fields.join(','), ...rows]);
    const { isProved, principal, loansByLedger } = tape.proof;
    assert.deepEqual([isProved, principal.tapeAmount, loansByLedger, tape.numLoans], [true, 350, 1, 3]);

    const alone = await madeTape(api, { loanTapeTypeId: await aType({ filter: 'loan.rowType == "draw"' }) });
    assert.deepEqual([await linesOf(alone), alone.numLeftOut], [[fields.join(','), ...rows.slice(1)], 1]);
  });

  test('of a past day, as known before a purchase that was recorded later, and what it changed', async () => {
    await moveClock(api, '2026-01-25T15:00:00Z');
    const id = await aType();
    const asked = { loanTapeTypeId: id, asOf: '2026-01-22' };
    const first = await madeTape(api, asked);
    await moveClock(api, '2026-01-26T15:00:00Z');
    await buy(draws[1] as string, 40, '2026-01-21');
    const second = await madeTape(api, asked);
    const rows = ['loan,,,,39000,0', rowOf(0, 10_000), rowOf(1, 29_000)];
    assert.deepEqual([await linesOf(second), second.proof.isProved], [[fields.join(','), ...rows], true]);
    const again = await madeTape(api, { ...asked, knownAt: first.knownAt });
    assert.equal(again.sha256, first.sha256);
    const compared = await madeTape(api, { withId: first.id }, `/companies/current/loan-tapes/${second.id}/compare`);
    assert.deepEqual(await linesOf(compared), [
      'loanId,change,field,before,after',
      `${idOf(line)},changed,outstandingPrincipalAmount,35000,39000`,
      `${idOf(draws[1] as string)},changed,outstandingPrincipalAmount,25000,29000`,
    ]);
  });

  test('with fixed widths, and as Parquet', async () => {
    const own = { fields: ['rowType', 'outstandingPrincipalAmount'] };
    const fixed = await aType({
      ...own,
      tapeOutputFormat: 'fixedWidth',
      fieldWidths: { outstandingPrincipalAmount: 6 },
    });
    const lines = await linesOf(await madeTape(api, { loanTapeTypeId: fixed }));
    assert.deepEqual(
      lines.map((one) => one.replace(/ +/g, ' ')),
      ['loan 39000', 'draw 10000', 'draw 29000'],
    );
    const parquet = await madeTape(api, { loanTapeTypeId: await aType({ ...own, tapeOutputFormat: 'parquet' }) });
    const url = `/api/companies/current/loan-tapes/${parquet.id}/download`;
    const { rawPayload } = await house().app.inject({ url, headers: { 'x-api-key': api.key } });
    const rows = await parquetReadObjects({ file: new Uint8Array(rawPayload).buffer as ArrayBuffer });
    assert.deepEqual(
      rows.map(({ rowType, outstandingPrincipalAmount }) => [rowType, Number(outstandingPrincipalAmount)]),
      [
        ['loan', 390],
        ['draw', 100],
        ['draw', 290],
      ],
    );
  });

  test('of which the postings of one have a cent of another are named, although the line agrees', async () => {
    const [one, other] = draws.map(idOf) as [string, string];
    const { pools } = house().service.database;
    const moved = async (draw: string, by: number): Promise<void> => {
      const place = `array_position(string_to_array(accounts, ' '), 'principal.notDue@${draw}')`;
      const changed = await pools.test.query(
        `update loan_facts set amounts[${place}] = amounts[${place}] + $2
          where loan_id = $1 and effective_on = '2026-01-20' and ${place} is not null`,
        [idOf(line), by],
      );
      assert.equal(changed.rowCount, 1);
    };
    await moved(one, 1);
    await moved(other, -1);
    const { id } = await api.made('/companies/current/loan-tapes', { loanTapeTypeId: await aType() });
    const failed = await eventually('it has failed', async () => {
      const { data } = (await api.get(`/companies/current/loan-tapes/${id}`)).body;
      return data.state === 'failed' && data;
    });
    assert.deepEqual(failed.proof.differingLoanIds, [one, other]);
    await moved(one, -1);
    await moved(other, 1);
  });

  test('are of loans, and their fields need them', async () => {
    const asked = (more: object) => api.post(tapeTypes, { tapeName: 'Wrong', fields: ['drawId'], ...more });
    refusedAt(await asked({}), 'shouldReportDrawsSeparately');
    refusedAt(await asked({ fields: ['loanId'], filter: 'loan.rowType == "draw"' }), 'shouldReportDrawsSeparately');
    refusedAt(await asked({ tapeType: 'payments', shouldReportDrawsSeparately: true }), 'shouldReportDrawsSeparately');
  });
});
