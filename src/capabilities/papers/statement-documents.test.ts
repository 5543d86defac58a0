// Statements on paper: what the details say is on it, to the cent, and each statement gets its document once.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import type { Shown } from '../../../tests/support/begun-loan.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Company, useHouse } from '../../../tests/support/house.ts';
import { aLife, type Life } from '../../../tests/support/loan-life.ts';
import { aPayer } from '../../../tests/support/payer.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { moveClock } from '../../../tests/support/test-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenor-statements-'));
after(() => rmSync(folder, { recursive: true }));
const skip = spawnSync('pdftotext', ['-v']).error !== undefined && 'NOT PROVED: pdftotext is missing (poppler-utils)';

describe('statements on paper', () => {
  const { aCompany, house } = useHouse();
  let company: Company;
  let life: Life;
  let statements: Shown[];
  before(async () => {
    company = await aCompany();
    life = await aLife(company);
    await life.moveTo('2026-03-01');
    await life.pay(200);
    await life.moveTo('2026-04-20');
    statements = await life.read('/statements');
    assert.ok(statements.length >= 3, JSON.stringify(statements));
  });

  const contentOf = async (documentId: string, of: Pick<Life, 'personId' | 'api'> = life): Promise<string> => {
    const url = `/api/people/${of.personId}/documents/${documentId}/content`;
    const headers = { 'x-api-key': of.api.key };
    const { statusCode, rawPayload } = await house().app.inject({ method: 'GET', url, headers });
    assert.equal(statusCode, 200, rawPayload.toString());
    const path = join(folder, 'statement.pdf');
    writeFileSync(path, rawPayload);
    return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  };
  const documents = async (): Promise<Shown[]> =>
    (await life.api.get(`/people/${life.personId}/documents?type=loanStatement`)).body;

  test('say what the details say, to the cent', { skip }, async () => {
    const { id } = statements[0] as Shown;
    const made = await life.api.post(`${life.path}/papers`, { paper: 'statement', statementId: id });
    assert.deepEqual([made.status, made.body.type, made.body.status], [201, 'loanStatement', 'accepted']);
    const details = await life.read(`/statements/${id}/details`);
    assert.equal(details.documentDescriptorId, made.body.id);
    const text = await contentOf(made.body.id);
    const amounts = [
      details.previousBalance,
      details.newBalanceAmount,
      details.minimumAmountDue,
      details.totalInterestForThisPeriod,
      details.yearToDateInterestCharged,
      ...details.activities.map(({ amount }: Shown) => amount),
      ...details.rates.map(({ interestAmount }: Shown) => interestAmount),
    ];
    for (const amount of amounts) assert.ok(text.includes(dollars(amount)), `${dollars(amount)} in ${text}`);
    assert.ok(text.includes(id) && text.includes('14.99%'), text);
  });

  test('get their documents by themselves, each once, also when several workers take them', { skip }, async () => {
    const { database } = house().service;
    const without = statements.filter(({ documentDescriptorId }) => documentDescriptorId === null).slice(1);
    const sql = `update test.loan_statements set due_at = 1 where id = any($1)`;
    const before = (await documents()).length;
    await database.pools.test.query(sql, [without.map(({ id }) => id)]);
    await eventually('each statement has its document', async () => {
      const now: Shown[] = await life.read('/statements');
      return without.every(({ id }) => now.find((one) => one.id === id)?.documentDescriptorId);
    });
    assert.equal((await documents()).length, before + without.length);
    // Whoever comes later finds that it is done.
    await database.pools.test.query(sql, [without.map(({ id }) => id)]);
    await eventually('nothing waits', async () => {
      const due = 'select count(*)::int as n from test.loan_statements where due_at is not null';
      return (await database.pools.test.query(due)).rows[0].n === 0;
    });
    assert.equal((await documents()).length, before + without.length);
  });

  test('lock the borrower before the statement, as whoever gives it a document does', { skip }, async () => {
    const { database } = house().service;
    const [{ id }] = (await life.read('/statements')) as [Shown];
    const own = await database.pools.test.connect();
    const ask = async (sql: string, values: unknown[] = []) => (await own.query(sql, values)).rows;
    try {
      await ask('begin');
      await ask('select 1 from people where person_id = $1 for update', [life.personId]);
      await database.pools.test.query('update test.loan_statements set due_at = 1, document_id = null where id = $1', [
        id,
      ]);
      await eventually('the work waits for the borrower', async () => {
        const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%people%'`;
        // Within a transaction the sessions are shown as they were at the first look.
        return (await database.pools.test.query(waiting)).rows.length > 0;
      });
      assert.equal(
        (
          await ask('select 1 from loan_statements where person_id = $1 and id = $2 for update nowait', [
            life.personId,
            id,
          ])
        ).length,
        1,
      );
      await ask('commit');
    } finally {
      own.release();
    }
    await eventually('it has its document', async () => {
      const now: Shown[] = await life.read('/statements');
      return now.find((one) => one.id === id)?.documentDescriptorId;
    });
  });

  test('say what autopay takes next, in both languages', { skip }, async () => {
    const { test: api } = await aCompany();
    const { loan, autopay, paymentInstrumentId } = await aPayer(api);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await moveClock(api, '2026-02-02T17:00:00Z');
    const [{ id: statementId }] = (await api.get(`${loan.path}/statements`)).body.data;
    for (const [language, words] of [
      ['en', /the next one is \$500\.00 on\s+February 1,/],
      ['es', /el próximo es de\s+\$500\.00/],
    ] as const) {
      const made = await api.post(`${loan.path}/papers`, { paper: 'statement', statementId, language });
      assert.match(await contentOf(made.body.id, { personId: loan.personId, api }), words);
    }
  });

  test('are not deleted while a statement has them, and one that was deleted is given to none', async () => {
    const { id } = statements[0] as Shown;
    const made = await life.api.post(`${life.path}/papers`, { paper: 'statement', statementId: id });
    const [document, statement] = [
      `/people/${life.personId}/documents/${made.body.id}`,
      `${life.path}/statements/${id}`,
    ];
    const kept = await life.api.delete(document);
    assert.deepEqual([kept.status, kept.body.errorType], [409, 'MustBeKept']);
    assert.deepEqual(kept.body.data, { reason: 'statement', until: null, statementId: id });
    assert.equal((await life.api.put(statement, { documentDescriptorId: null })).status, 200);
    assert.equal((await life.api.delete(document)).status, 200);
    const again = await life.api.put(statement, { documentDescriptorId: made.body.id });
    assert.ok([400, 404].includes(again.status), JSON.stringify(again.body));
    assert.equal(again.body.data.path, 'documentDescriptorId');
  });

  test('are not made of a borrower who is erased meanwhile, and nothing waits for them', async () => {
    const gone = await aLife(company);
    await gone.moveTo('2026-02-20');
    const { database } = house().service;
    const { realm } = gone.api;
    await erasePersonByHand(house().service, realm, gone.personId, { evenWithOpenLoans: true });
    await database.pools.test.query('update loan_statements set due_at = 1, document_id = null where person_id = $1', [
      gone.personId,
    ]);
    await eventually('nothing waits', async () => {
      const due = 'select count(*)::int as n from loan_statements where due_at is not null and person_id = $1';
      return (await database.pools.test.query(due, [gone.personId])).rows[0].n === 0;
    });
    const made = 'select count(*)::int as n from loan_statements where document_id is not null and person_id = $1';
    assert.equal((await database.pools.test.query(made, [gone.personId])).rows[0].n, 0);
  });

  test('need the permission to change the statement, and are of this loan alone', async () => {
    const { id } = statements[0] as Shown;
    const order = (path: string, key = life.api.key) =>
      life.api.call('POST', `${path}/papers`, {
        body: { paper: 'statement', statementId: id },
        headers: { 'x-api-key': key },
      });
    const permissions = ['loan.paper:create', 'loan:read', 'person:read', 'contact:list', 'loan.statement:read'];
    const { key } = await life.api.made('/keys', { name: 'papers', permissions });
    const without = await order(life.path, key);
    assert.deepEqual([without.status, without.body.data.permission], [403, 'loan.statement:update']);
    const other = await aLife(company);
    refused(await order(other.path), 404, 'NotFound', 'statementId');
  });
});

const dollars = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);
