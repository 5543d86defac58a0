// What the tax office is told of a year, and what it is told afterwards, by stories of loans.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aLine, type LineMade } from '../../../tests/support/a-line.ts';
import { aDraw } from '../../../tests/support/begun-line.ts';
import { aReportedLife, identify } from '../../../tests/support/credit-life.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, aBusiness, aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import type { Life } from '../../../tests/support/loan-life.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';
import { aTaxFiling, markSent, type TaxFiling } from '../../../tests/support/tax-filing.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { openForms, sealersOf, sealForm } from './forms/form.ts';
import { type FormRow, taxForms } from './tables.ts';

type Shown = Answer['body'];

const filings = '/companies/current/tax-filings';
const nextYear = '2027-01-20T16:00:00Z';

/** Debt, code, day and amount of each form. */
const inShort = ({ forms }: TaxFiling): Shown[] =>
  forms.map(({ loanId, identifiableEventCode: code, identifiableEventDate: on, canceledAmount, kind, errorType }) => [
    loanId,
    ...[code, on, canceledAmount, kind, errorType],
  ]);

const reasonsOf = ({ filing }: TaxFiling): Record<string, number> =>
  Object.fromEntries(Object.entries(filing.leftOut as Record<string, number>).filter(([, count]) => count > 0));

describe('the tax office hears', () => {
  const { house, aCompany } = useHouse({ works: true });
  let company: Company;
  let api: Client;
  beforeEach(async () => {
    company = await aCompany();
    api = company.test;
  });

  /** 1,200.00 without interest, begun on 20 January 2026, unless something else is said. */
  const aDebt = (amountFinanced = 1200, more: object = {}): Promise<Life> =>
    aReportedLife(company, { agreed: { amountFinanced, ...more } });

  async function settle(life: Life, amount: number): Promise<Shown> {
    const offer = await life.act('settlements', { amount, lastDate: '2026-03-20', acceptBy: '2026-03-20' });
    await life.act(`settlements/${offer.id}/accept`);
    await life.pay(amount);
    return offer;
  }
  const state = (life: Life, body: object): Promise<Answer> => api.put(`${life.path}/canceled-debt`, body);
  async function mustState(life: Life, body: object): Promise<Shown> {
    const answer = await state(life, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  }
  /** Somebody else who owes the debt of a loan, from today on. Nobody has said their number. */
  async function aCoBorrower(path: string, loanRelationType = 'coBorrower') {
    const { id: personId } = await api.made('/people', aPerson({ name: { firstName: 'Ana', lastName: 'Byron' } }));
    const address = { addressLine1: '1 Elm St', city: 'Springfield', state: 'IL', postalCode: '62701' };
    const home = { contactType: 'address', label: 'home', affiliation: 'self', status: 'primary', address };
    await api.made(`/people/${personId}/contacts`, home);
    const { id } = await api.made(`${path}/people`, { personId, loanRelationType });
    return { personId, end: (endDate: string) => api.made(`${path}/people/${id}/end`, { endDate }) };
  }
  const onDay = (date: string) => setClock(api, `${date}T16:00:00Z`);
  const csv = async ({ path }: TaxFiling): Promise<string[]> =>
    String((await api.get(`${path}/content`)).body)
      .trimEnd()
      .split('\r\n');

  test('of a settlement that was kept, by an agreement; of a charge-off nothing', async () => {
    const life = await aDebt();
    const lost = await aDebt();
    await lost.act('charge-off', { chargedOffReason: 'age' });
    await settle(life, 500);
    await setClock(api, nextYear);
    const told = await aTaxFiling(api, 2026);
    // 1,200.00 - 500.00 of principal.
    assert.deepEqual(inShort(told), [[life.id, 'F', '2026-01-20', 700, 'original', null]]);
    const { numForms, totalAmount, numLeftOut, numWithoutTin, isCorrection, numParts } = told.filing;
    assert.deepEqual(
      [numForms, totalAmount, numLeftOut, numWithoutTin, isCorrection, numParts],
      [1, 700, 0, 0, false, 1],
    );
    const [form] = told.forms;
    assert.deepEqual([form.personId, form.interestAmount, form.propertyAmount], [life.personId, null, null]);
    assert.match(form.recipient.tinMask, /^\*\*\*-\*\*-\d{4}$/);
    const [head, line, ...more] = await csv(told);
    assert.deepEqual(more, []);
    const cells = Object.fromEntries(
      (head as string).split(',').map((name, i) => [name, (line as string).split(',')[i]]),
    );
    assert.match(cells.recipient_tin as string, /^21909\d{4}$/);
    assert.deepEqual(
      [
        cells.account_number,
        cells.box_1_identifiable_event_date,
        cells.box_2_canceled_amount,
        cells.box_3_interest_amount,
      ],
      [life.id, '2026-01-20', '700.00', ''],
    );
    assert.deepEqual(
      [cells.box_5_personally_liable, cells.box_6_identifiable_event_code, cells.box_7_property_amount],
      ['yes', 'F', ''],
    );
    assert.deepEqual(
      [cells.recipient_last_name, cells.recipient_city, cells.recipient_state],
      ['Lovelace', 'Springfield', 'IL'],
    );
  });

  test('of each borrower of a debt of 10,000.00 the whole, and below it of the first alone; of guarantors nothing', async () => {
    const large = await aDebt(10_000);
    const small = await aDebt(9_999.99);
    const others: string[] = [];
    for (const life of [large, small])
      for (const relation of ['coBorrower', 'guarantor'])
        others.push((await aCoBorrower(life.path, relation)).personId);
    await settle(large, 4_000);
    await settle(small, 4_000);
    await setClock(api, nextYear);
    const told = await aTaxFiling(api, 2026);
    const of = (life: Life) =>
      told.forms.filter(({ loanId }) => loanId === life.id).map((one) => [one.personId, one.canceledAmount]);
    assert.deepEqual(of(large), [
      [large.personId, 6_000],
      [others[0], 6_000],
    ]);
    assert.deepEqual(of(small), [[small.personId, 5_999.99]]);
    assert.deepEqual(told.filing.leftOutDebts, [{ loanId: small.id, personId: others[2], reason: 'jointBelow10000' }]);
    // Nobody has said the number of the second borrower: the form is made, and is to be asked for.
    assert.equal(told.filing.numWithoutTin, 1);
    const { data: without } = (await api.get(`${told.path}/forms?isWithoutTin=true`)).body;
    assert.deepEqual(
      without.map(({ personId, recipient }: Shown) => [personId, recipient.tinMask]),
      [[others[0], null]],
    );
  });

  test('by the number that the tax office gives who has no social security number; of a business by its own', async () => {
    const [life, business] = [
      await aDebt(),
      await aLine(api, {}, { personId: (await api.made('/people', aBusiness())).id }),
    ];
    const [{ id: ssn }] = (await api.get(`/people/${life.personId}/identities`)).body.data;
    const gone = await api.put(`/people/${life.personId}/identities/${ssn}`, { valid: false });
    assert.equal(gone.status, 200, JSON.stringify(gone.body));
    await api.made(`/people/${life.personId}/identities`, { identityType: 'taxID', value: '219095555' });
    await api.made(`/people/${life.personId}/identities`, { identityType: 'ITIN', value: '912-70-1234' });
    await api.made(`/people/${business.personId}/identities`, { identityType: 'FEIN', value: '12-3456789' });
    const address = { addressLine1: '1 Elm St', city: 'Springfield', state: 'IL', postalCode: '62701' };
    const place = { contactType: 'address', label: 'work', affiliation: 'self', status: 'primary', address };
    await api.made(`/people/${business.personId}/contacts`, place);
    await api.made(`${await aDraw(api, business.path)}/purchases`, { amount: 900 });
    await onDay('2026-02-10');
    for (const { path } of [life, business]) {
      const event = { identifiableEventCode: 'G', identifiableEventDate: '2026-02-10' };
      assert.equal((await api.put(`${path}/canceled-debt`, event)).status, 200);
    }
    await setClock(api, nextYear);
    const told = await aTaxFiling(api, 2026);
    assert.deepEqual([told.filing.numForms, told.filing.numWithoutTin, told.filing.numLeftOut], [2, 0, 0]);
    const of = (personId: string) => told.forms.find((form) => form.personId === personId)?.recipient;
    assert.deepEqual([of(life.personId).tinMask, of(life.personId).businessName], ['***-**-1234', null]);
    const { tinMask, businessName, lastName } = of(business.personId);
    assert.deepEqual([tinMask, businessName, lastName], ['**-***6789', 'Analytical Engines', '']);
    const lines = await csv(told);
    assert.ok(lines.some((line) => line.includes(',912701234,,')));
    assert.ok(lines.some((line) => line.includes(',123456789,Analytical Engines,')));
  });

  test('of whoever owed the debt on the day, the last one on which they were on the loan too; of who had left nothing', async () => {
    const life = await aDebt(10_000);
    const [gone, leaving] = [await aCoBorrower(life.path), await aCoBorrower(life.path)];
    await onDay('2026-02-10');
    await gone.end('2026-02-09');
    await leaving.end('2026-02-10');
    await mustState(life, { identifiableEventCode: 'G', identifiableEventDate: '2026-02-10' });
    await setClock(api, nextYear);
    const { forms, filing } = await aTaxFiling(api, 2026);
    assert.deepEqual(
      forms.map(({ personId }) => personId),
      [life.personId, leaving.personId],
    );
    assert.equal(filing.numLeftOut, 0);
  });

  test('of each borrower of a line by the highest limit that it had, not by the one that was agreed first', async () => {
    await onDay('2026-01-20');
    const others = new Map<string, string>();
    const raised = await aLine(api);
    const small = await aLine(api);
    for (const { personId, loanId, path } of [raised, small]) {
      await identify(api, personId);
      others.set(loanId, (await aCoBorrower(path)).personId);
      await api.made(`${await aDraw(api, path)}/purchases`, { amount: 900 });
    }
    for (const creditLimitAmount of [12_000, 5_000])
      await api.made(`${raised.path}/credit-limit`, { creditLimitAmount });
    await onDay('2026-02-02');
    for (const { path } of [raised, small]) {
      const event = { identifiableEventCode: 'G', identifiableEventDate: '2026-02-02' };
      const said = await api.put(`${path}/canceled-debt`, event);
      assert.equal(said.status, 200, JSON.stringify(said.body));
    }
    await onDay('2026-02-03');
    await api.made(`${small.path}/credit-limit`, { creditLimitAmount: 12_000 });
    await setClock(api, nextYear);
    const { forms, filing } = await aTaxFiling(api, 2026);
    const told = (line: LineMade) =>
      forms.filter(({ loanId }) => loanId === line.loanId).map(({ personId }) => personId);
    assert.deepEqual(told(raised), [raised.personId, others.get(raised.loanId)]);
    assert.deepEqual(told(small), [small.personId]);
    assert.deepEqual(
      filing.leftOutDebts.map(({ loanId, reason }: Shown) => [loanId, reason]),
      [[small.loanId, 'jointBelow10000']],
    );
  });

  test('nothing of less than 600.00 of principal, of a bankruptcy of a consumer, and of another year', async () => {
    const small = await aDebt();
    await settle(small, 600.01);
    const just = await aDebt();
    await settle(just, 600);
    const [bankrupt, merchant] = [await aDebt(), await aDebt()];
    await onDay('2026-01-21');
    const discharged = { identifiableEventCode: 'A', identifiableEventDate: '2026-01-21' };
    await mustState(bankrupt, { ...discharged, principalAmount: 900 });
    await mustState(merchant, { ...discharged, isForBusiness: true });
    await setClock(api, nextYear);
    const told = await aTaxFiling(api, 2026);
    assert.deepEqual(
      inShort(told).sort(),
      [
        [just.id, 'F', '2026-01-20', 600, 'original', null],
        [merchant.id, 'A', '2026-01-21', 1200, 'original', null],
      ].sort(),
    );
    assert.deepEqual(reasonsOf(told), { below600: 1, consumerBankruptcy: 1 });
    assert.deepEqual((await aTaxFiling(api, 2025)).forms, []);
  });

  test('of what somebody says of a loan: a decision to collect no more, with interest if the company reports it', async () => {
    const life = await aDebt(4_800, { interestRates: [{ rate: 0.1499 }] });
    await life.act('charge-off', { chargedOffReason: 'age' });
    await onDay('2026-03-02');
    const day = { identifiableEventCode: 'G', identifiableEventDate: '2026-03-02' };
    refusedAt(await state(life, { identifiableEventCode: 'G' }), 'identifiableEventDate');
    refusedAt(await state(life, { ...day, identifiableEventDate: '2026-03-03' }), 'identifiableEventDate');
    for (const identifiableEventDate of ['2026-01-20', '2025-06-01', '0001-01-01'])
      refusedAt(await state(life, { ...day, identifiableEventDate }), 'identifiableEventDate');
    refusedAt(await state(life, { ...day, principalAmount: 4_800.01 }), 'principalAmount');
    refusedAt(await state(life, { ...day, principalAmount: 0 }), 'principalAmount');
    refusedAt(await state(life, { ...day, interestAmount: -1 }), 'interestAmount');
    refusedAt(await state(life, { ...day, propertyDescription: 'A car' }), 'propertyAmount');
    const said = await mustState(life, { ...day, interestAmount: 61.5 });
    // What was charged off is what was open.
    assert.deepEqual([said.principalAmount, said.interestAmount, said.isPersonallyLiable], [4_800, 61.5, true]);
    const car = { propertyDescription: 'A car', propertyAmount: 2_500, isPersonallyLiable: false };
    assert.equal((await mustState(life, car)).identifiableEventCode, 'G');
    await setClock(api, nextYear);
    const told = await aTaxFiling(api, 2026, { includesInterest: true });
    assert.deepEqual(inShort(told), [[life.id, 'G', '2026-03-02', 4_861.5, 'original', null]]);
    const [form] = told.forms;
    assert.deepEqual([form.interestAmount, form.propertyAmount, form.isPersonallyLiable], [61.5, 2_500, false]);
    assert.match(form.description, /; A car$/);
  });

  test('of a loan that is settled and stated once: the settlement', async () => {
    const life = await aDebt();
    // No principal was open as the day began on which the loan began.
    const given = { identifiableEventCode: 'G', identifiableEventDate: '2026-01-20', principalAmount: 650 };
    refusedAt(await state(life, given), 'identifiableEventDate');
    await onDay('2026-01-22');
    await mustState(life, { ...given, identifiableEventDate: '2026-01-22' });
    assert.equal((await mustState(life, { identifiableEventCode: null })).identifiableEventDate, null);
    await mustState(life, { ...given, identifiableEventDate: '2026-01-22' });
    await settle(life, 500);
    const again = await state(life, { isForBusiness: true });
    assert.deepEqual([again.status, again.body.errorType], [409, 'DebtAlreadySettled']);
    await setClock(api, nextYear);
    const told = await aTaxFiling(api, 2026);
    assert.deepEqual(inShort(told), [[life.id, 'F', '2026-01-22', 700, 'original', null]]);
    assert.deepEqual(reasonsOf(told), { settled: 1 });
    // It can be taken back all the same.
    assert.equal((await mustState(life, { identifiableEventCode: null })).principalAmount, null);
  });

  test('of what was said of one year nothing else because the loan is settled in the next one', async () => {
    const life = await aReportedLife(company, { start: '2025-11-20T15:00:00Z', agreed: { amountFinanced: 2000 } });
    await onDay('2025-12-01');
    await mustState(life, {
      identifiableEventCode: 'G',
      identifiableEventDate: '2025-12-01',
      principalAmount: 700,
    });
    await onDay('2026-01-21');
    const sent = await aTaxFiling(api, 2025);
    assert.deepEqual(inShort(sent), [[life.id, 'G', '2025-12-01', 700, 'original', null]]);
    await markSent(api, sent, '2026-01-21');
    await settle(life, 500);
    const again = await aTaxFiling(api, 2025);
    assert.deepEqual([again.forms, reasonsOf(again)], [[], {}]);
    await mustState(life, { isForBusiness: true });
    const other = await state(life, { identifiableEventDate: '2026-01-21' });
    assert.deepEqual([other.status, other.body.errorType], [409, 'DebtAlreadySettled']);
  });

  test('what has changed since a filing was sent, once; until then it is discarded and made anew', async () => {
    refusedAt(await api.post(filings, { taxYear: 2026 }), 'taxYear');
    const [canceled, moved, numbered, found, same] = [
      await aDebt(),
      await aDebt(),
      await aDebt(),
      await aDebt(),
      await aDebt(),
    ] as const;
    const offer = await settle(canceled, 500);
    for (const life of [moved, numbered, same]) await settle(life, 500);
    await setClock(api, nextYear);
    const first = await aTaxFiling(api, 2026);
    refused(await api.post(filings, { taxYear: 2026 }), 409, 'TaxFilingThere', 'taxYear');
    assert.equal((await api.post(`${first.path}/discard`, {})).status, 200);
    assert.deepEqual((await api.get(`${first.path}/forms`)).body.data, []);
    const sent = await aTaxFiling(api, 2026);
    assert.deepEqual([sent.forms.length, sent.filing.isCorrection], [4, false]);
    for (const body of [{ sentOn: '2027-01-21' }, { sentOn: '2026-12-31' }, { receiptId: 'R-1' }])
      refusedAt(await api.put(sent.path, body), 'sentOn');
    await markSent(api, sent, '2027-01-19');
    const { sentOn, receiptId, state: still } = (await api.put(sent.path, { receiptId: 'R-1' })).body.data;
    assert.deepEqual([still, sentOn, receiptId], ['sent', '2027-01-19', 'R-1']);
    await markSent(api, sent, '2027-01-20');
    assert.equal((await api.get(sent.path)).body.data.receiptId, 'R-1');
    const before = await csv(sent);

    refusedAt(await api.post(filings, { taxYear: 2026, includesInterest: true }), 'includesInterest');
    await canceled.act(`settlements/${offer.id}/cancel`, {});
    const homes = (await api.get(`/people/${moved.personId}/contacts?contactType=address`)).body.data;
    const address = { addressLine1: '9 Oak Ave', city: 'Peoria', state: 'IL', postalCode: '61602' };
    const put = await api.put(`/people/${moved.personId}/contacts/${homes[0].id}`, { address });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    const [{ id: identityId }] = (await api.get(`/people/${numbered.personId}/identities`)).body.data;
    const value = await api.put(`/people/${numbered.personId}/identities/${identityId}`, { value: '219098888' });
    assert.equal(value.status, 200, JSON.stringify(value.body));
    await mustState(found, { identifiableEventCode: 'H', identifiableEventDate: '2026-12-30' });
    const correction = await aTaxFiling(api, 2026);
    const of = (life: Life) =>
      correction.forms
        .filter(({ loanId }) => loanId === life.id)
        .map((one) => [
          one.kind,
          one.errorType,
          one.canceledAmount,
          one.recipient.city,
          one.recipient.tinMask.slice(-4),
        ]);
    const [, , , , lastFour] = of(canceled)[0] as string[];
    assert.deepEqual(of(canceled), [['correction', 1, 0, 'Springfield', lastFour]]);
    assert.deepEqual(
      of(moved).map((one) => one.slice(0, 4)),
      [['correction', 1, 700, 'Peoria']],
    );
    assert.deepEqual(
      of(found).map((one) => one.slice(0, 3)),
      [['original', null, 1200]],
    );
    const [back, anew] = of(numbered);
    assert.deepEqual(back?.slice(0, 3), ['correction', 2, 0]);
    assert.notEqual(back?.[4], '8888');
    assert.deepEqual([anew?.slice(0, 3), anew?.[4]], [['original', null, 700], '8888']);
    assert.deepEqual(of(same), []);
    assert.equal(correction.filing.isCorrection, true);
    const corrected = new Set(correction.forms.flatMap(({ correctsFormId }) => correctsFormId ?? []));
    assert.ok([...corrected].every((id) => sent.forms.some((form) => form.id === id)));
    // What was sent stays as it was sent.
    assert.deepEqual(await csv(sent), before);
    await markSent(api, correction, '2027-01-20');
    assert.deepEqual((await aTaxFiling(api, 2026)).forms, []);
  });

  test('nothing of whoever was erased, neither again nor anew; what was sent names them no more', async () => {
    const [erased, other] = [await aDebt(), await aDebt()];
    for (const life of [erased, other]) await settle(life, 500);
    await setClock(api, nextYear);
    const sent = await aTaxFiling(api, 2026);
    await markSent(api, sent, '2027-01-20');
    const gone = await erasePersonByHand(house().service, api.realm, erased.personId, { evenWithOpenLoans: true });
    assert.equal(gone.outcome, 'erased');
    const { data } = (await api.get(`${sent.path}/forms`)).body;
    const shown = data.find(({ loanId }: Shown) => loanId === erased.id);
    assert.deepEqual([shown.recipient, shown.description, shown.canceledAmount], [null, null, 700]);
    assert.equal((await csv(sent)).length, 2);
    const again = await aTaxFiling(api, 2026);
    assert.deepEqual([again.forms, reasonsOf(again)], [[], { erased: 1 }]);
  });

  test('nothing else of who borrowed with somebody who was erased: what was said of the debt stays, without words', async () => {
    const life = await aDebt(10_000);
    const other = await aCoBorrower(life.path);
    await onDay('2026-02-10');
    const car = { propertyDescription: 'A red car', propertyAmount: 2_500 };
    await mustState(life, { identifiableEventCode: 'D', identifiableEventDate: '2026-02-10', ...car });
    await setClock(api, nextYear);
    const sent = await aTaxFiling(api, 2026);
    assert.equal(sent.forms.length, 2);
    await markSent(api, sent, '2027-01-20');
    const gone = await erasePersonByHand(house().service, api.realm, life.personId, { evenWithOpenLoans: true });
    assert.equal(gone.outcome, 'erased');
    const again = await aTaxFiling(api, 2026);
    assert.deepEqual(reasonsOf(again), { erased: 1 });
    // Only the words are corrected.
    assert.deepEqual(inShort(again), [[life.id, 'D', '2026-02-10', 10_000, 'correction', 1]]);
    const [form] = again.forms;
    assert.deepEqual([form.personId, form.propertyAmount], [other.personId, 2_500]);
    assert.match(form.description, /; Property$/);
  });

  test('in parts of a thousand forms', async () => {
    const life = await aDebt();
    await settle(life, 500);
    await setClock(api, nextYear);
    const told = await aTaxFiling(api, 2026);
    refusedAt(await api.get(`${told.path}/content?part=2`), 'part');
    const { database, vault } = house().service;
    const reader = database.reader(api.realm);
    const found = reader.db.selectFrom('tax_forms').select(taxForms.all).where('filing_id', '=', told.filing.id);
    const row = (await reader.row(found)) as FormRow;
    const sealer = (await sealersOf(reader, vault, [life.personId])).get(life.personId);
    assert.ok(sealer);
    const [opened] = await openForms(reader, vault, [row]);
    assert.ok(opened?.content);
    const last = 'FO-LAST-LAST';
    await database.pools.test.query(
      `insert into tax_forms select (jsonb_populate_record(one, jsonb_build_object('id', $2::text, 'number', 1001))).*
       from tax_forms as one where filing_id = $1`,
      [told.filing.id, last],
    );
    await database.pools.test.query('update tax_forms set sealed = $2 where id = $1', [
      last,
      sealForm(sealer, last, opened.content),
    ]);
    await database.pools.test.query('update tax_filings set num_forms = 1001 where id = $1', [told.filing.id]);
    assert.equal((await api.get(told.path)).body.data.numParts, 2);
    const lines = String((await api.get(`${told.path}/content?part=2`)).body)
      .trimEnd()
      .split('\r\n');
    assert.deepEqual([lines.length, lines[1]?.startsWith(`${last},2026,original,`)], [2, true]);
    assert.equal((await csv(told)).length, 2);
  });
});

describe('a filing whose maker may not make it any more', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('has failed, keeps no forms, and another one of the year may be made', async () => {
    const { test: api } = await aCompany();
    const filing = await api.made(filings, { taxYear: 2024 });
    refused(await api.post(filings, { taxYear: 2024 }), 409, 'TaxFilingThere', 'taxYear');
    refused(await api.get(`${filings}/${filing.id}/content`), 404, 'NotFound', 'taxFilingId');
    // Somebody whom nobody knows has no rights.
    await house().service.database.pools.test.query(
      `update operations set input = jsonb_set(input, '{actor}', '{"type": "key", "id": "AK-AAAA-AAAA"}') where id = $1`,
      [filing.operationId],
    );
    await house().service.startWork();
    const failed = await eventually('the filing has ended', async () => {
      const { data } = (await api.get(`${filings}/${filing.id}`)).body;
      return data.state === 'failed' && data;
    });
    assert.ok(failed.errorMessage !== null && failed.finishedAt !== null);
    assert.equal((await api.post(filings, { taxYear: 2024 })).status, 201);
  });
});
