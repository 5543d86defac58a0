// The checks of work that waits: the test leaves it undone, and the check reports it and says what to do.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { all } from '#app/capabilities.ts';
import { checks } from '#app/doctor/checks.ts';
import { dueLoans } from '#capabilities/loans/core/day/due.ts';
import { deliveriesCheck } from '#capabilities/webhooks/check-deliveries.ts';
import { machineClock } from '#platform/clock.ts';
import { eventLag, operationLag, outboxLag, queueLag } from '#platform/doctor/backlog.ts';
import { lookAt } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { aCreditAgency } from '../../../tests/support/credit-agency.ts';
import { fillRow } from '../../../tests/support/filled-row.ts';
import { found } from '../../../tests/support/findings.ts';
import { aPerson } from '../../../tests/support/house.ts';
import { useInspected } from '../../../tests/support/inspected.ts';

const daysCheck = overdueCheck('days', dueLoans);

describe('the doctor looks for work that waits', () => {
  const { house, aCompany, answering, inspected, later, look, sql } = useInspected();

  test('work that waits in the outbox', async () => {
    found(await look(outboxLag, later(3_600)), 'ok', /Nothing waits/);
    await sql(
      `insert into test.outbox (subject_id, id, company_id, position, job, payload)
      values ('BO-1111-1111', gen_random_uuid(), 'CP-1111-1111', $1, 'operation', '{}')`,
      [machineClock.micros()],
    );
    found(await look(outboxLag), 'ok', /Nothing waits/);
    found(
      await look(outboxLag, later(120)),
      'warning',
      /of test has waited in the outbox for 2 minutes/,
      /tenor worker/,
    );
    found(await look(outboxLag, later(3_600)), 'error', /for 60 minutes/);
    await sql('truncate test.outbox');
  });

  test('events without a place, and those that nobody follows', async () => {
    const { test: api } = await aCompany();
    await api.made('/people', aPerson());
    found(await look(eventLag, later(3_600)), 'error', /Events of (live|test) have waited for their place/);
    await house().service.orderEvents('test');
    await house().service.orderEvents('live');
    found(await look(eventLag, later(3_600)), 'error', /follows the events of (test|live) for deliveries is behind/);
    for (const mode of ['live', 'test']) {
      await sql(
        `update ${mode}.event_places set last_sequence = (select max(last_sequence) from ${mode}.event_places)`,
      );
    }
    found(await look(eventLag, later(3_600)), 'ok', /Every event has its place/);
  });

  test('an operation without a worker, and one that failed', async () => {
    const { test: api } = await aCompany();
    await api.post('/test-clock', { now: '2026-03-01T00:00:00Z' });
    await api.post('/test-clock/advance', { to: '2026-03-02T00:00:00Z' });
    found(await look(operationLag), 'ok', /Every operation/);
    found(await look(operationLag, later(3_600)), 'error', /has waited for a worker for 60 minutes/);
    await sql("update test.operations set state = 'failed', finished_at = now()");
    found(
      await look(operationLag, later(3_600)),
      'warning',
      /1 operation of test failed within a day: /,
      /api\/operations/,
    );
    await sql('delete from test.operations; truncate test.outbox');
  });

  test('a job queue that stands still', async () => {
    const of = (since: number | null, failed = 0) =>
      look(queueLag, answering({ there: true }, { since: since === null ? null : String(since), failed }));
    found(await of(null), 'ok', /Nothing waits/);
    found(await of(machineClock.micros() - 3_600e6), 'error', /A job has waited in the queue for 60 minutes/);
    found(await of(null, 2), 'warning', /2 jobs failed/);
    found(await look(queueLag, answering({ there: false })), 'warning', /not been made yet/);
  });

  test('claimed work of each queue that was tried again and again in vain', async () => {
    const { live: api } = await aCompany();
    const { id: person_id } = await api.made('/people', aPerson());
    const document_id = (await api.post(`/people/${person_id}/documents`, { type: 'other' })).body.id;
    const said = { channel: 'email', status: 'succeeded', theme: 'opsServicing' };
    const { id: interaction_id } = await api.made(`/people/${person_id}/interactions`, said);
    const question = { redashQueryUrl: 'https://redash.example.com/queries/17', redashApiKey: 'a key' };
    const { id: campaign_id } = await api.made('/campaigns', question);
    const columns = { tapeName: 'A tape', fields: ['loanId'] };
    const { id: loan_tape_type_id } = await api.made('/companies/current/loan-tape-types', columns);
    const { id: agency_id } = await api.made('/companies/current/credit-agencies', aCreditAgency);
    const ofQueue: Readonly<Record<string, { table: string; row: object }>> = {
      messages: { table: 'messages', row: { recorded_at: machineClock.micros(), channel: 'email', state: 'queued' } },
      heard_messages: { table: 'heard_messages', row: {} },
      letter_batches: { table: 'letter_batches', row: { state: 'closed' } },
      payment_notices: { table: 'payment_notices', row: { state: 'kept' } },
      ach_uploads: { table: 'ach_files', row: { direction: 'out', kind: 'forward', state: 'released' } },
      content_scans: { table: 'document_contents', row: { scan_state: 'waiting', person_id, document_id } },
      ach_readings: { table: 'ach_readings', row: { state: 'applying' } },
      statement_documents: { table: 'loan_statements', row: {} },
      outgoing_messages: { table: 'queued_messages', row: { person_id, interaction_id, channel: 'email' } },
      bulk_sendings: { table: 'bulk_sendings', row: { state: 'running' } },
      workflow_papers: { table: 'workflow_papers', row: {} },
      campaign_files: { table: 'campaign_runs', row: { state: 'running', campaign_id } },
      loan_tape_files: { table: 'loan_tapes', row: { state: 'succeeded', loan_tape_type_id } },
      credit_files: { table: 'credit_files', row: { state: 'made', agency_id } },
    };
    const claimed = all((one) => one.claimed).map(({ rows }) => rows);
    assert.deepEqual(Object.keys(ofQueue).sort(), claimed.map(({ name }) => name).sort());
    const inVain = async () =>
      (await lookAt(checks, inspected())).filter(({ says }) => says.includes('again and again'));
    // A statement belongs to a loan, and this one to none.
    await sql('alter table live.loan_statements drop constraint loan_statements_loan');
    for (const { name, alarmTries } of claimed) {
      const { table = '', row = {} } = ofQueue[name] ?? {};
      const due_at = machineClock.micros() + 3_600_000_000;
      await fillRow({ query: sql as never }, 'live', table, { ...row, due_at, tries: alarmTries - 1 });
    }
    assert.deepEqual(await inVain(), []);
    for (const { table } of Object.values(ofQueue)) await sql(`update live.${table} set tries = tries + 1`);
    const findings = await inVain();
    assert.equal(findings.length, claimed.length, JSON.stringify(findings));
    assert.ok(findings.every(({ remedy }) => remedy));
    assert.ok(findings.every(({ says }) => !says.includes('(null)')));
    for (const { table } of Object.values(ofQueue)) await sql(`delete from live.${table}`);
    await sql(
      `alter table live.loan_statements add constraint loan_statements_loan
      foreign key (person_id, loan_id) references live.loans (person_id, id)`,
    );
  });

  test('webhooks whose deliveries wait, fail or were given up', async () => {
    const { test: api } = await aCompany();
    const url = 'https://receiver.invalid/';
    const { id } = await api.made('/webhooks', {
      webhookType: 'direct',
      eventTypes: ['*'],
      webhookDirectDetails: { webhookUrl: url },
    });
    found(await look(deliveriesCheck, later(3_600)), 'ok', /Deliveries go out/);
    await sql('update test.webhook_work set due_at = $1 where webhook_id = $2', [machineClock.micros(), id]);
    found(await look(deliveriesCheck, later(3_600)), 'error', /Deliveries of test have waited for a worker/);
    await sql('update test.webhook_work set due_at = null, failures = 99');
    found(await look(deliveriesCheck), 'warning', new RegExp(`receiver of webhook ${id}.*99 times`));
    await sql("update test.webhook_work set failures = 0; update test.webhooks set disabled_reason = 'gone'");
    found(await look(deliveriesCheck), 'warning', /switched off: gone/);
    await sql('delete from test.webhook_work; delete from test.webhooks');
  });

  test('loans that were left behind', async () => {
    found(await look(daysCheck, answering({ n: 3, first: 'LN-1111-1111' })), 'error', /3 loans of live.*LN-1111-1111/);
  });
});
