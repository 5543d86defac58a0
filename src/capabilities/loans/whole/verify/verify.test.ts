// Compares what is stored of loans with what their timelines give: no difference as it is, one wrong cent is found.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { report } from '#app/cli-verify.ts';
import { LoansDiffer } from '#app/said-in-words.ts';
import { verifyRealms } from '#app/verify-realms.ts';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { testKey, testServer } from '../../../../../tests/support/server.ts';
import { changeStates } from '../../../../../tests/support/stored-states.ts';
import { loanKeys } from './stored-loan.ts';
import type { Verdict } from './verify-loan.ts';
import { verifyLoans } from './verify-loans.ts';

const aLoan = (loanTypeId: string, overrides = {}) => ({
  loanTypeId,
  status: 'originated',
  atOrigination: {
    amountFinanced: 6000,
    interestRates: [{ rate: 0.12 }],
    paymentFrequency: 'monthly',
    specificDays: [15],
    duration: 12,
    ...overrides,
  },
});

describe('verifying loans', () => {
  const { aCompany, house } = useHouse({ works: false });
  let api: Client;
  let late: string;
  let onIndex: string;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
    const { id } = await api.made('/loan-types', {
      name: 'With fees',
      fees: { late: { graceDays: 5, flatAmount: 15 } },
    });
    await api.made(`/loan-types/${id}/index-rates`, { rate: 0.04, effectiveDate: '2025-01-01' });
    const { id: personId } = await api.made('/people', aPerson());
    const people = `/people/${personId}/loans`;
    // A loan that was paid and then late; one that follows the index and was migrated; one that was never activated.
    const path = `${people}/${(await api.made(people, aLoan(id))).id}`;
    await api.made(`${path}/migration/past-transaction`, { amount: 600, effectiveDate: '2025-10-20' });
    await api.made(`${path}/migration/activate`, { startDate: '2025-09-20' });
    late = path.split('/').at(-1) as string;
    const spread = { interestRates: [{ rate: 0.03, interestType: 'spread' }] };
    const other = `${people}/${(await api.made(people, aLoan(id, spread))).id}`;
    await api.made(`${other}/migration/activate`, {
      startDate: '2025-09-20',
      migrationDate: '2025-12-01',
      balances: { principalAmount: 5500, reimbursementAmount: 20 },
    });
    onIndex = other.split('/').at(-1) as string;
    await api.made(people, aLoan(id));
  });

  const query = (text: string, values: unknown[] = []) => house().service.database.pools.test.query(text, values);
  const reader = () => house().service.database.reader(api.realm);
  async function verdicts(): Promise<Verdict[]> {
    const found: Verdict[] = [];
    for await (const keys of loanKeys(reader())) found.push(...(await verifyLoans(reader(), keys)));
    return found;
  }
  const wrong = async () =>
    (await verdicts()).flatMap(({ loanId, findings }) => findings.map((finding) => ({ loanId, ...finding })));

  test('finds nothing where all is as it was made', async () => {
    assert.deepEqual(await wrong(), []);
    assert.equal((await verdicts()).length, 3);
    const { rows } = await query('select count(*) as n from loan_fees where deleted_at is null');
    assert.ok(rows[0].n > 0, 'there is a late fee to be verified');
  });

  /** Changes one value, returns the findings, and puts the value back. */
  async function planted(table: string, change: string | (() => Promise<void>), where: string): Promise<string[]> {
    const id = table === 'loans' ? 'id' : 'loan_id';
    const before = await query(`select * from ${table} where ${id} = $1 and ${where}`, [late]);
    assert.equal(before.rows.length, 1, `${table}: one row is meant`);
    const client = await house().service.database.pools.test.connect();
    try {
      if (typeof change === 'string')
        await client.query(`update ${table} set ${change} where ${id} = $1 and ${where}`, [late]);
      else await change();
      const found = await wrong();
      assert.ok(found.every(({ loanId }) => loanId === late));
      return [...new Set(found.map(({ what }) => what))];
    } finally {
      // A cluster does not set the column by which a row lies, not even to what it is.
      const columns = Object.keys(before.rows[0]).filter((name) => name !== 'person_id');
      const values = columns.map((name) => {
        const value = before.rows[0][name];
        const isJson = typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !Array.isArray(value);
        return isJson ? JSON.stringify(value) : value;
      });
      const key =
        { loans: 'id', loan_standing: 'loan_id', loan_facts: 'number', loan_postings: 'number', transactions: 'id' }[
          table
        ] ?? 'key';
      const keyColumn = table === 'loan_checkpoints' ? 'through' : key;
      await client.query(
        `update ${table} set ${columns.map((name, i) => `"${name}" = $${i + 3}`).join(', ')} where ${id} = $1 and ${keyColumn} = $2`,
        [late, before.rows[0][keyColumn], ...values],
      );
      client.release();
      assert.deepEqual(await wrong(), [], 'put back');
    }
  }

  const cent = (column: string, ...path: string[]) =>
    `${column} = jsonb_set(${column}, '{${path.join(',')}}', ((${column} #>> '{${path.join(',')}}')::numeric + 1)::text::jsonb)`;

  const centIn = (place: Parameters<typeof changeStates>[1], amount: string, within?: string) => () =>
    changeStates(house().service.database.pools.test, place, late, ({ position }) => {
      const amounts = within === undefined ? position : position[within];
      amounts[amount] += 1;
    });

  test('finds one cent in the state', async () => {
    const principal = centIn('loan_standing.state', 'principal');
    assert.deepEqual(await planted('loan_standing', principal, 'true'), ['state']);
    const interest = centIn('loan_standing.state', 'paidInterest', 'totals');
    assert.deepEqual(await planted('loan_standing', interest, 'true'), ['state']);
    const payment = centIn('loans.base', 'payment');
    assert.deepEqual(await planted('loans', payment, 'true'), ['checkpoints']);
    assert.deepEqual(await planted('loan_standing', cent('shown', 'payment'), 'true'), ['state']);
    for (const day of ['started_on', 'turns_on']) {
      assert.deepEqual(await planted('loan_standing', `${day} = ${day} + 1`, 'true'), ['state'], day);
    }
    assert.deepEqual(await planted('loan_standing', "paid_off_on = '2027-01-01'", 'true'), ['state']);
  });

  test('finds one cent in the figures', async () => {
    for (const column of ['principal', 'past_due', 'daily_part', 'past_due_days']) {
      const more = `${column} = coalesce(${column}, 0) + 1`;
      assert.deepEqual(await planted('loan_standing', more, 'true'), ['figures'], column);
    }
    assert.deepEqual(await planted('loan_standing', 'oldest_due_on = oldest_due_on + 1', 'true'), ['figures']);
    const last = 'length(other_amounts) - 1';
    const lastByte = `set_byte(other_amounts, ${last}, get_byte(other_amounts, ${last}) # 2)`;
    assert.deepEqual(await planted('loan_standing', `other_amounts = ${lastByte}`, 'true'), ['figures']);
    assert.deepEqual(await planted('loan_standing', 'owed_through = null', 'true'), ['figures']);
    for (const column of ['posted_principal', 'posted_interest', 'posted_fees']) {
      const more = `${column} = coalesce(${column}, 0) + 1`;
      assert.deepEqual(await planted('loan_standing', more, 'true'), ['ledger'], column);
    }
  });

  test('finds a status, a next instant and a count that are others', async () => {
    assert.deepEqual(await planted('loans', "status = 'frozen'", 'true'), ['status']);
    assert.deepEqual(await planted('loans', 'is_closed = true', 'true'), ['status']);
    const later = "next_action_at = (next_action_at at time zone 'UTC' + interval '1 second') at time zone 'UTC'";
    assert.deepEqual(await planted('loan_standing', later, 'true'), ['nextActionAt']);
    assert.deepEqual(await planted('loan_standing', 'postings_count = postings_count + 1', 'true'), ['counts']);
  });

  test('finds one cent in a posting, and that the ledger no longer adds up', async () => {
    const suspense = String.raw`accounts = regexp_replace(accounts, '^\S+', 'suspense')`;
    const first = `number = (select min(number) from loan_postings where loan_id = '${late}')`;
    for (const [table, entry, withSuspense] of [
      // Principal: the sums beside the loan have it.
      ['loan_postings', first, ['ledger', 'postings']],
      ['loan_facts', 'postings_from = 1', ['postings']],
    ] as const) {
      assert.deepEqual(await planted(table, 'amounts[2] = amounts[2] + 1', entry), ['ledger', 'postings'], table);
      assert.deepEqual(await planted(table, suspense, entry), withSuspense, table);
    }
    assert.deepEqual(await planted('loan_postings', 'effective_on = effective_on + 1', first), ['postings']);
  });

  test('finds one cent in an obligation and in a fee', async () => {
    const first = "key = 'instalment:1'";
    assert.deepEqual(await planted('loan_obligations', cent('obligation', 'interest'), first), ['obligations']);
    assert.deepEqual(await planted('loan_obligations', 'due_date = due_date + 1', first), ['obligations']);
    assert.deepEqual(await planted('loan_obligations', 'deleted_at = created_at', first), ['obligations']);
    const fee = 'key = (select min(key) from loan_fees where deleted_at is null)';
    assert.deepEqual(await planted('loan_fees', cent('fee', 'amount'), fee), ['fees']);
  });

  test('finds one cent in how a payment was divided', async () => {
    assert.deepEqual(await planted('transactions', 'paid_interest = paid_interest - 1', 'true'), ['transactions']);
    assert.deepEqual(await planted('transactions', 'applied_at = null', 'true'), ['transactions']);
  });

  test('finds one cent in a checkpoint', async () => {
    const last = 'through = (select max(through) from loan_checkpoints)';
    const payment = centIn('loan_checkpoints.state', 'payment');
    assert.deepEqual(await planted('loan_checkpoints', payment, last), ['checkpoints']);
  });

  test('finds a fact that is another one', async () => {
    const found = await planted('loan_facts', cent('fact', 'amount'), "kind = 'payment'");
    for (const what of ['state', 'postings', 'transactions']) assert.ok(found.includes(what as never), what);
    const moved = await planted('loan_facts', 'effective_on = effective_on + 1', "kind = 'payment'");
    // Its postings lie in its row, and move with it.
    for (const what of ['state', 'events']) assert.ok(moved.includes(what as never), moved.join(' '));
  });

  test('finds that a fact is missing in their order', async () => {
    const renumbered = (from: number, to: number) =>
      query('update loan_facts set number = $3 where loan_id = $1 and number = $2', [late, from, to]);
    await renumbered(1, 101);
    assert.ok((await wrong()).some(({ what }) => what === 'facts'));
    await renumbered(101, 1);
  });

  test('finds an event that was told and does not hold', async () => {
    const { rows } = await query(
      "select position, types, causes from event_commits where loan_id = $1 and 'loan.activated' = any(types) and causes is not null",
      [late],
    );
    assert.equal(rows.length, 1);
    const [{ position, types, causes }] = rows;
    const write = (changed: unknown) =>
      query('update event_commits set causes = $1 where position = $2 and loan_id = $3', [changed, position, late]);
    await write(causes.with(types.indexOf('loan.activated'), 'another'));
    assert.deepEqual(
      (await wrong()).map(({ what, stored }) => [what, stored]),
      [
        ['events', true],
        ['events', false],
      ],
    );
    await write(causes);
    assert.deepEqual(await wrong(), []);
  });

  test('tells what was computed under other rules from an error', async () => {
    await changeStates(house().service.database.pools.test, 'loan_standing.state', onIndex, (state) => {
      state.rules = 0;
      state.position.payment = 1;
    });
    const found = (await verdicts()).find(({ loanId }) => loanId === onIndex) as Verdict;
    assert.deepEqual([found.findings, found.otherRules, found.underNewRules.length], [[], 0, 1]);
    const cents = (sign: string) =>
      query(`update loan_facts set amounts[1] = amounts[1] ${sign} 1 where loan_id = $1 and postings_from = 1`, [
        onIndex,
      ]);
    await cents('+');
    const [sum] = (await wrong()).filter(({ loanId }) => loanId === onIndex);
    assert.equal(sum?.what, 'ledger', 'a ledger adds up under any rules');
    await cents('-');
  });

  test('takes a sample, on threads of its own, and says what it found', async () => {
    const { service } = house();
    const options = { realms: [api.realm] };
    assert.equal((await verifyRealms(service, { ...options, sample: 2 })).loans, 2);
    await query(
      "update loan_obligations set obligation = jsonb_set(obligation, '{interest}', '1') where loan_id = $1 and key = 'instalment:1'",
      [late],
    );
    const all = await verifyRealms(service, { ...options, threads: 1, threadsFrom: 1 });
    const lines: string[] = [];
    assert.throws(() => report(all, false, (line) => void lines.push(line)), LoansDiffer);
    assert.match(
      lines.join('\n'),
      new RegExp(`${late} of BO-[\\s\\S]*obligations instalment:1 obligation.interest: stored 1, computed \\d+`),
    );
    assert.match(lines.join('\n'), /1 loans were computed under rules 0; under the present ones 1 of them/);
    const json: string[] = [];
    assert.throws(() => report(all, true, (line) => void json.push(line)), LoansDiffer);
    const read = JSON.parse(json.join(''));
    assert.deepEqual([read.loans, read.wrong[0].loanId, read.otherRules[0].rules], [3, late, 0]);
  });

  /** The command line, on the database of this suite. */
  async function tenor(...words: string[]) {
    const { owner } = testServer();
    const address = new URLSearchParams({ host: String(owner.host), port: String(owner.port) });
    const account = `${owner.user}${owner.password ? `:${encodeURIComponent(String(owner.password))}` : ''}`;
    const child = spawn(process.execPath, ['cli/tenor.mjs', 'verify', ...words], {
      env: {
        ...process.env,
        DATABASE_URL: `postgresql://${account}@/${house().database}?${address}`,
        ENCRYPTION_KEY: testKey.toString('base64'),
        LOG_LEVEL: 'silent',
      },
    });
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code, out, err };
  }

  test('from the command line: ends with 1 where something differs, and with 0 where nothing does', async () => {
    const one = await tenor('--mode', 'test', '--company', api.realm.companyId, '--json');
    assert.equal(one.code, 1, one.err);
    assert.equal(JSON.parse(one.out).wrong[0].loanId, late);
    assert.match(one.err, /1 of 3 loans are not what their timelines make of them/);
    const live = await tenor('--mode', 'live');
    assert.deepEqual(
      [live.code, live.out],
      [0, '0 loans verified: all that is stored is what their timelines make of it.\n'],
    );
    const wrongUse = await tenor('--sample', 'some');
    assert.equal(wrongUse.code, 2);
    assert.match(wrongUse.err, /--sample must be a number/);
    assert.equal((await tenor('--company', 'CP-AAAA-AAAA')).code, 2);
  });
});
