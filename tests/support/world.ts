// A company with one object of every kind that a path can name, for tests and documents that walk all endpoints.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { certificateByHand } from '#app/cli-certificate.ts';
import { create as csvAccount } from '#capabilities/bank-books/accounts/examples.ts';
import { attach as attached } from '#capabilities/bank-books/resolving/examples.ts';
import { bridge } from '#capabilities/moving-money/orders/companies-providers/examples.ts';
import { logo } from '#capabilities/papers/examples.ts';
import { unsubscribeUrl } from '#capabilities/sending/unsubscribe/token.ts';
import { saml } from '#capabilities/single-sign-on/examples.ts';
import { keepBlob } from '#platform/blobs/keep-blobs.ts';
import { workNow } from '#platform/business-clock.ts';
import { machineClock, secondsOf } from '#platform/clock.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { newId } from '#platform/ids.ts';
import { aLine } from './a-line.ts';
import { aPdf } from './a-pdf.ts';
import { anAgreement, idIn } from './agreement.ts';
import { anAchFile, anOriginator, asksSecondPerson } from './an-ach-file.ts';
import { authorizeCall } from './authorize.ts';
import { aDraw, shown } from './begun-line.ts';
import { oldAccount, verifiedAccount } from './collected.ts';
import { aCreditAgency } from './credit-agency.ts';
import { eventually } from './eventually.ts';
import { anEmail, aPerson, aPhone, type Client, type Company, type House } from './house.ts';
import { aLink } from './instruments.ts';
import { aProvedDay } from './proved-day.ts';
import { aKeyByHand, aWaitingReimbursement } from './reimbursed.ts';
import { send } from './send-message.ts';
import { testServer } from './server.ts';
import { aMadeTaxFiling } from './tax-filing.ts';
import { aTriedAccount, depositedUnworked } from './trial-deposits.ts';
import { aWorkflow, aWorkflowType, stepsOfWorkflow } from './workflow.ts';

/** One object of every kind that a path can name. */
export interface World {
  readonly house: House;
  readonly company: Company;
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * Without a worker the operation of the world would stay queued, and its clock would refuse writes, so there is none.
 */
export async function aWorld(house: House, { works = true } = {}): Promise<World> {
  const company = await house.aCompany();
  const api = company.test;
  const person = await api.made('/people', aPerson({ externalId: 'world-1' }));
  await api.made(`/people/${person.id}/identities`, { identityType: 'SSN', value: '123-45-6789' });
  const identity = await api.made(`/people/${person.id}/identities`, { identityType: 'passport', value: 'X1234567' });
  const contact = await api.made(`/people/${person.id}/contacts`, aPhone({ value: '+13175550000' }));
  const key = await api.made('/keys', { name: 'another' });
  const messageId = await send(house, api.realm);
  const unsubscribeToken =
    unsubscribeUrl(house.service.vault, '', { realm: api.realm, id: messageId }).split('/').at(-1) ?? '';
  const webhook = await api.made('/webhooks', {
    webhookType: 'direct',
    eventTypes: ['*'],
    // No name server knows this host, so its deliveries stay open.
    webhookDirectDetails: { webhookUrl: 'https://receiver.invalid/' },
  });
  const provider = (await api.put('/companies/current/payment-providers/card', bridge)).body.data;
  await api.made(`/people/${person.id}/contacts`, aPhone({ value: '+13175550001' }));
  const who = await someUsers(api);
  const products = await someProducts(api);
  const [instrument] = await api.made(`/people/${person.id}/payment-instruments`, {
    instrumentType: 'bankAccount',
    isExternal: true,
    accountNumberLastFour: '4321',
  });
  const advanced = works && (await api.made('/test-clock/advance?sync=true', { to: '2099-01-01T00:00:00Z' }));
  const loanId = await aLoanOf(api, person.id);
  const paid = { type: 'oneTime', isExternal: true, amount: 10 };
  const { id: transactionId } = await api.made(`/people/${person.id}/loans/${loanId}/transactions`, paid);
  const debit = { personId: person.id, loanId, instrumentId: instrument.id, amount: cents(1_000) };
  const paymentAuthorizationId = await authorizeCall(house, api.realm, {
    ...debit,
    date: '2026-01-31' as CivilDate,
    given: undefined,
  });
  await aProvedDay(house, company);
  const received = await api.post('/companies/current/ach-readings', { fileName: 'RETURNS.ach', content: 'no file' });
  const reading = received.body.data;
  const achFileUploadId = await anAchFile(house, company.id);
  const bank = await aBank(house, api, provider.id);
  const importId = await anImport(api);
  const cardIssuer = await api.made('/companies/current/card-issuers', { name: 'An issuer' });
  const promoProgram = await api.made(`/people/${person.id}/loans/${loanId}/promo-programs`, {
    promoTypeId: products.promoProgramTypeId,
    externalId: 'world-promo',
  });
  const records = await someRecords(api, `/people/${person.id}`);
  const supercase = await aSupercase(api, { personId: person.id, loanId });
  const watched = { serviceType: 'deceased' };
  const { id: monitoringStatusId } = await api.made(`/people/${person.id}/monitoring-statuses`, watched);
  const label = await api.made('/companies/current/loan-labels', { name: 'A label' });
  await api.made(`/people/${person.id}/loans/${loanId}/labels`, { loanLabelId: label.id });
  const aDispute = { kind: 'complianceConditionCode', code: 'XB', startDate: '2020-01-01' };
  const mark = await api.made(`/people/${person.id}/loans/${loanId}/reporting-marks`, aDispute);
  const sold = await api.made(`/people/${person.id}/loans/${loanId}/services`, aSoldService);
  const guarantor = await api.made(`/people/${person.id}/loans/${loanId}/people`, {
    personId: (await api.made('/people', aPerson())).id,
    loanRelationType: 'guarantor',
  });
  const agency = await api.made('/companies/current/collection-agencies', { legalName: 'An agency' });
  const service = await aService(api, person.id, 'world-orders');
  const { obligations } = (await api.get(`/people/${person.id}/loans/${loanId}/obligations`)).body.data;
  return {
    house,
    company,
    ids: {
      loanId,
      loanPeriodId: obligations[0].periodId,
      obligationId: obligations[0].id,
      // This loan has no fee: see `withFee`.
      loanFeeId: 'LF-AAAA-AAAA',
      // See `withAutopay`.
      autopayPaymentId: 'AE-AAAA-AAAA',
      transactionId,
      // See `withDisbursement`.
      disbursementId: 'DB-AAAA-AAAA',
      creditRefundRequestId: 'CW-AAAA-AAAA',
      // See `withRecordedCredit`.
      recordedCreditId: 'TX-AAAA-AAAA',
      collectionAgencyId: agency.id,
      loanLabelId: label.id,
      loanPersonId: guarantor.id,
      reportingMarkId: mark.id,
      loanServiceId: sold.id,
      ...records,
      ...supercase,
      ...(await someCampaigns(house, api)),
      ...(await someTapes(house, api)),
      ...(await aCreditFile(house, api)),
      ...(await aFilingOfItsOwnYear(house, api)),
      ...(await someMessages(api, { personId: person.id, loanId })),
      ...(await aCompanyCase(api)),
      monitorId: 'bankruptcy',
      monitorRequestId: await aRegister(api),
      ...(await aDisaster(api)),
      monitoringStatusId,
      // See `withAdvance`.
      advanceId: 'LA-AAAA-AAAA',
      // See `withRefund`.
      loanRefundId: 'RF-AAAA-AAAA',
      // See `withHardship` and `withPlan`.
      hardshipId: 'HM-AAAA-AAAA',
      customPaymentPlanId: 'CG-AAAA-AAAA',
      // See `withPayoffQuote`.
      payoffQuoteId: 'PX-AAAA-AAAA',
      // See `withStatementMade`.
      statementId: 'SM-AAAA-AAAA',
      // See `withPromise`.
      promiseToPayPlanId: 'PS-AAAA-AAAA',
      // See `withSettlement`.
      settlementId: 'SE-AAAA-AAAA',
      militaryServiceId: service.id,
      // See `withScraCap`.
      scraCapId: 'IC-AAAA-AAAA',
      // See `withSuspension`.
      lateFeeSuspensionId: 'FS-AAAA-AAAA',
      promoProgramId: promoProgram.id,
      importId,
      ...(await aVerification(api, person.id)),
      personId: person.id,
      identityId: identity.id,
      contactId: contact.id,
      paymentInstrumentId: instrument.id,
      paymentAuthorizationId,
      // See `withApproval`.
      paymentApprovalId: 'AV-AAAA-AAAA',
      achFileUploadId,
      instrumentType: 'card',
      carrierId: provider.id,
      ...bank,
      achReadingId: reading.id,
      keyId: key.id,
      // Keys have no sessions.
      sessionId: 'SN-AAAA-AAAA',
      passkeyId: 'PK-AAAA-AAAA',
      operationId: advanced ? advanced.id : 'OP-AAAA-AAAA',
      companyId: company.id,
      ...products,
      cardIssuerId: cardIssuer.id,
      // This loan is no line of credit: see `onLine` and `onDraw`.
      cardId: 'CD-AAAA-AAAA',
      drawId: 'LN-AAAA-AAAB',
      // See `withPurchase`.
      purchaseId: 'DP-AAAA-AAAA',
      purchaseDisputeId: 'PD-AAAA-AAAA',
      ...who,
      testMessageId: messageId,
      unsubscribeToken,
      webhookId: webhook.id,
      deliveryId: works ? await firstDelivery(company, webhook.id) : 'EM-AAAA-AAAA',
    },
  };
}

type Imported =
  | 'loans/import'
  | 'people/import'
  | 'consents/import'
  | 'contact-preferences/import'
  | 'do-not-interacts/import'
  | 'interactions/import'
  | 'loans/bulk/fees'
  | 'loans/bulk/collection-agencies'
  | 'loans/bulk/collection-agency-returns'
  | 'loans/bulk/defer';

async function anImport(api: Client, of: Imported = 'loans/import'): Promise<string> {
  const body = `${JSON.stringify({ person: aPerson({ externalId: 'world-2' }) })}\n`;
  const headers = { 'content-type': 'application/x-ndjson' };
  return (await api.call('POST', `/${of}`, { body, headers })).body.data.id;
}

const importOf =
  (of: Imported) =>
  async (api: Client, ids: Ids): Promise<Ids> => ({ ...ids, importId: await anImport(api, of) });

/** A worker may end an import at any moment. One that was canceled in time can be canceled again. */
const canceledImportOf =
  (of: Imported) =>
  async (api: Client, ids: Ids): Promise<Ids> => {
    for (;;) {
      const importId = await anImport(api, of);
      const { status } = await api.post(`/${of}/${importId}/cancel`);
      if (status === 200) return { ...ids, importId };
      assert.equal(status, 409, 'it ended before it was canceled');
    }
  };

/** A user with a role, who is an employee as well, and a team of them. */
async function someUsers(api: Client): Promise<Record<string, string>> {
  const role = await api.made('/roles', { name: 'A role', permissions: ['person:read'] });
  const authType = { email: 'world@acme.example' };
  const user = await api.made('/users', { userType: 'agent', authType, roles: [role.id] });
  const team = await api.made('/teams', { name: 'A team', userIds: [user.id] });
  return { userId: user.id, employeeId: user.employee.id, roleId: role.id, teamId: team.id };
}

async function onFreshCase(api: Client, ids: Ids): Promise<Ids> {
  const { id: caseId } = await api.made(`/people/${ids.personId}/cases`, {});
  return { ...ids, caseId };
}

/** A case, with one of each that lies below it. */
async function aCase(api: Client, person: string): Promise<Record<string, string>> {
  const { id: caseId } = await api.made(`${person}/cases`, { name: 'A case' });
  const path = `${person}/cases/${caseId}`;
  const later = { dueAt: '2099-01-01T15:00:00Z' };
  const escalation = await api.made(`${path}/escalations`, {});
  const call = await api.made(`${path}/scheduled-calls`, later);
  const doNotInteract = await api.made(`${path}/do-not-interacts`, {});
  const note = await api.made(`${path}/notes`, { content: 'A note' });
  await api.made(`${path}/snooze`, later);
  return {
    caseId,
    doNotInteractId: doNotInteract.id,
    escalationId: escalation.id,
    caseTaskId: escalation.id,
    scheduledCallId: call.id,
    caseNoteId: note.id,
  };
}

/** A case of the company, with a note. */
async function aCompanyCase(api: Client): Promise<Record<string, string>> {
  const { id } = await api.made('/company-cases', { externalId: 'world-case' });
  await api.made(`/company-cases/${id}/notes`, { content: 'A note' });
  const task = await api.made(`/company-cases/${id}/tasks`, { kind: 'escalation' });
  return { companyCaseId: id, companyCaseTaskId: task.id };
}

/** A declared disaster, and a ZIP code whose county is known. */
async function aDisaster(api: Client): Promise<Record<string, string>> {
  const declaration = {
    femaDeclarationString: 'DR-1-TX',
    disasterNumber: 1,
    state: 'TX',
    declarationType: 'DR',
    declarationDate: '2020-01-01',
    incidentType: 'Drought',
    declarationTitle: 'A drought',
    ihProgramDeclared: false,
    iaProgramDeclared: false,
    paProgramDeclared: false,
    hmProgramDeclared: false,
    fipsStateCode: '48',
    fipsCountyCode: '201',
    placeCode: '99201',
    designatedArea: 'Harris (County)',
  };
  const { status } = await api.post('/fema-disasters/declarations', { DisasterDeclarationsSummaries: [declaration] });
  assert.equal(status, 202);
  const [{ id: femaDisasterId }] = (await api.get('/fema-disasters')).body.data;
  await api.put('/zip-counties', { zipCounties: [{ postalCode: '77002', countyFips: ['48201'] }] });
  return { femaDisasterId, postalCode: '77002' };
}

/** A register that is asked by files, which are left at its host; no worker goes there. */
async function aRegister(api: Client): Promise<string> {
  await api.put('/monitors/bankruptcy', { isEnabled: true });
  const host = { host: 'sftp.register.example.com', username: 'acme', credentials: { password: 'of the host' } };
  const hostKey = 'SHA256:F6gAz1eC0yyGGbxTBLkrx2ca6jvfI0mPXkQ6XWp8iV4';
  await api.put('/monitors/bankruptcy/file-place', { kind: 'sftp', folder: 'incoming', hostKey, ...host });
  return (await api.made('/monitors/bankruptcy/requests', {})).id;
}

/** A supercase with a note, and a population that is a draft with one member. */
async function aSupercase(api: Client, member: { personId: string; loanId: string }): Promise<Record<string, string>> {
  const { id: supercaseId } = await api.made('/supercases', { name: 'A supercase' });
  await api.made(`/supercases/${supercaseId}/notes`, { content: 'A note' });
  const { id: populationId } = await api.made(`/supercases/${supercaseId}/populations`, {});
  const members = `/supercases/${supercaseId}/populations/${populationId}/members`;
  await api.made(members, { members: [member] });
  const [{ id: populationMemberId }] = (await api.get(members)).body.data;
  return { supercaseId, populationId, populationMemberId };
}

/** A message on a page, and a bulk sending to a supercase of its own. */
async function someMessages(
  api: Client,
  member: { personId: string; loanId: string },
): Promise<Record<string, string>> {
  const page = { subject: 'autopayAgreement', channel: 'gui', context: { paymentMethod: 'card' } };
  const { messageId } = await api.made('/communicator/send', { ...page, personId: member.personId });
  const supercase = `/supercases/${(await api.made('/supercases', { name: 'Another supercase' })).id}`;
  const population = `${supercase}/populations/${(await api.made(`${supercase}/populations`, {})).id}`;
  await api.made(`${population}/members`, { members: [member] });
  await api.put(population, { isDraft: false });
  // It waits for hours, so that it can be paused whenever somebody asks.
  const hour = String(Math.floor(secondsOf(machineClock) / 3_600 + 12) % 24).padStart(2, '0');
  const window = { from: `${hour}:00`, to: `${hour}:01` };
  const { id: bulkSendingId } = await api.made(`${supercase}/subcases/send`, { ...page, window });
  return { messageId, bulkSendingId };
}

/** A run in a state: no worker asks the tool outside. */
async function aRunOf(house: House, api: Client, campaignId: string, state: string): Promise<string> {
  const { id, operationId } = await api.made(`/campaigns/${campaignId}/runs`, {});
  const pool = house.service.database.pools[api.realm.mode];
  await pool.query("update operations set state = 'canceled' where id = $1", [operationId]);
  await pool.query('update campaign_runs set state = $2 where id = $1', [id, state]);
  return id;
}

const aQuestion = { redashQueryUrl: 'https://redash.example.com/queries/17', redashApiKey: 'a key of the query' };

/** A campaign that rests. */
const withCampaign = async (api: Client, ids: Ids): Promise<Ids> => ({
  ...ids,
  borrowerCampaignId: (await api.made('/campaigns', aQuestion)).id,
});

async function withRun(api: Client, ids: Ids, house: House): Promise<Ids> {
  const own = await withCampaign(api, ids);
  return { ...own, borrowerCampaignRunId: await aRunOf(house, api, own.borrowerCampaignId as string, 'running') };
}

/** A cluster refuses all of it. */
const asksQuestions = (): boolean => testServer().cluster === null;

/** A run that some worker seems to be at, so that it can be canceled whenever somebody asks. */
async function withRunOfQuery(api: Client, ids: Ids, house: House): Promise<Ids> {
  if (!asksQuestions()) return ids;
  const { id: runId } = (await api.post(`/queries/${ids.queryId}/run`, {})).body.data;
  // What a worker has begun meanwhile is not its any more.
  const goesOn = `update operations set state = 'running', finished_at = null, attempts = attempts + 100, lease_until = $2
    where id = $1`;
  await house.service.database.pools[api.realm.mode].query(goesOn, [runId, Number.MAX_SAFE_INTEGER]);
  return { ...ids, runId };
}

/** A campaign whose question can be answered here. */
async function withPreviewed(api: Client, ids: Ids): Promise<Ids> {
  if (!asksQuestions()) return ids;
  const { id: queryId } = await api.made('/queries', { name: 'Borrowers', sql: 'select id from people' });
  const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', { interactionSubject: 'welcome' });
  return { ...ids, borrowerCampaignId: (await api.made('/campaigns', { queryId, bulkSenderId })).id };
}

/** A run that waits for a second person, and that nobody has made. */
async function withWaitingRun(api: Client, ids: Ids, house: House): Promise<Ids> {
  const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', { interactionSubject: 'welcome' });
  const { id: borrowerCampaignId } = await api.made('/campaigns', { ...aQuestion, bulkSenderId });
  const borrowerCampaignRunId = await aRunOf(house, api, borrowerCampaignId, 'running');
  const pool = house.service.database.pools[api.realm.mode];
  await pool.query(
    "update campaign_runs set needs_release = true, num_borrowers = 1, responsible_id = 'UR-AAAA-AAAA' where id = $1",
    [borrowerCampaignRunId],
  );
  await pool.query("update campaigns set makers = '{}' where id = $1", [borrowerCampaignId]);
  await pool.query("update bulk_senders set makers = '{}' where id = $1", [bulkSenderId]);
  return { ...ids, borrowerCampaignId, borrowerCampaignRunId };
}

/** A credit agency that has heard of nothing. */
const withCreditAgency = async (api: Client, ids: Ids): Promise<Ids> => ({
  ...ids,
  creditAgencyId: (await api.made('/companies/current/credit-agencies', aCreditAgency)).id,
});

/** A credit agency with a file that was made. */
async function aCreditFile(house: House, api: Client): Promise<Record<string, string>> {
  const { id: creditAgencyId } = await api.made('/companies/current/credit-agencies', aCreditAgency);
  const { id, operationId } = await api.made(`/companies/current/credit-agencies/${creditAgencyId}/files`, {});
  const pool = house.service.database.pools[api.realm.mode];
  await pool.query("update operations set state = 'canceled' where id = $1", [operationId]);
  const content_id = await aContent(house, api, 'HEADER');
  await pool.query("update credit_files set state = 'made', content_id = $2, file_name = 'A.txt' where id = $1", [
    id,
    content_id,
  ]);
  return { creditAgencyId, creditFileId: id };
}

const filingsMade = new Map<string, number>();
const yearsInTurn = 20;

/**
 * The filing of a world is of 2000, and what needs another one takes the years after it in turn. Those of before the last
 * turn are discarded, because a year has one filing at a time that is not sent.
 */
async function aFilingOfItsOwnYear(house: House, api: Client): Promise<Record<string, string>> {
  const { companyId, mode } = api.realm;
  const realm = `${mode} ${companyId}`;
  const count = filingsMade.get(realm) ?? 0;
  filingsMade.set(realm, count + 1);
  const year = count === 0 ? 2000 : 2001 + ((count - 1) % yearsInTurn);
  const pool = house.service.database.pools[mode];
  await pool.query(
    "update tax_filings set state = 'discarded' where company_id = $1 and tax_year = $2 and state = 'made'",
    [companyId, year],
  );
  return { taxFilingId: await aMadeTaxFiling(house, api, year) };
}

const withTaxFiling = async (api: Client, ids: Ids, house: House): Promise<Ids> => ({
  ...ids,
  ...(await aFilingOfItsOwnYear(house, api)),
});

/** A content of the company, which stays. */
async function aContent({ service }: House, api: Client, text: string): Promise<string> {
  const { companyId } = api.realm;
  const body = Readable.from([Buffer.from(text)]);
  const arrived = await service.blobs.put(api.realm, companyId, body, { bytesMax: 10 });
  await service.database.transact(api.realm, (tx) => keepBlob(tx, service.vault.companySealer(companyId), arrived));
  return arrived.id;
}

/** A campaign with a run that has a file, and what a campaign may have. */
async function someCampaigns(house: House, api: Client): Promise<Record<string, string>> {
  const { id: borrowerCampaignId } = await api.made('/campaigns', aQuestion);
  const runs = `/campaigns/${borrowerCampaignId}/runs`;
  const borrowerCampaignRunId = await aRunOf(house, api, borrowerCampaignId, 'succeeded');
  const file = { content_id: await aContent(house, api, 'id\r\n'), file_name: `${borrowerCampaignRunId}.csv` };
  await house.service.database.transact(api.realm, async (tx) =>
    tx.write(tx.db.updateTable('campaign_runs').set(file).where('id', '=', borrowerCampaignRunId)),
  );
  const { url } = (await api.get(`${runs}/${borrowerCampaignRunId}/download?returnUrl=true`)).body;
  const exporter = { contactMatchingCriteria: {}, columnSettings: [{ field: 'borrower.id' }] };
  return {
    borrowerCampaignId,
    borrowerCampaignRunId,
    fileToken: url.split('/').at(-1),
    bulkSenderId: (await api.made('/campaign-workers/bulk-senders', { interactionSubject: 'welcome' })).id,
    contactExporterId: (await api.made('/campaign-workers/contact-exporters', exporter)).id,
  };
}

/** A tape in a state: no worker makes it. */
async function aTapeOf(house: House, api: Client, loanTapeTypeId: string, state: string): Promise<string> {
  const { id, operationId } = await api.made('/companies/current/loan-tapes', { loanTapeTypeId });
  const pool = house.service.database.pools[api.realm.mode];
  await pool.query("update operations set state = 'canceled' where id = $1", [operationId]);
  await pool.query('update loan_tapes set state = $2 where id = $1', [id, state]);
  return id;
}

const aTapeType = { tapeName: 'Tape of the world', fields: ['loanId'], status: 'active' };

/** A type with a tape that has a file. */
async function someTapes(house: House, api: Client): Promise<Record<string, string>> {
  const { id: loanTapeTypeId } = await api.made('/companies/current/loan-tape-types', aTapeType);
  const loanTapeId = await aTapeOf(house, api, loanTapeTypeId, 'succeeded');
  const file = { content_id: await aContent(house, api, 'loanId\r\n'), file_name: `${loanTapeId}.csv` };
  await house.service.database.transact(api.realm, async (tx) =>
    tx.write(tx.db.updateTable('loan_tapes').set(file).where('id', '=', loanTapeId)),
  );
  const { url } = (await api.get(`/companies/current/loan-tapes/${loanTapeId}/download?returnUrl=true`)).body;
  return { loanTapeTypeId, loanTapeId, tapeFileToken: url.split('/').at(-1) };
}

/** A tape that some worker seems to be at. */
async function withTape(api: Client, ids: Ids, house: House): Promise<Ids> {
  const { id } = await api.made('/companies/current/loan-tape-types', aTapeType);
  return { ...ids, loanTapeId: await aTapeOf(house, api, id, 'running') };
}

/** The cases of the supercase are made, or will be: its population is committed. */
async function withSubcases(api: Client, ids: Ids): Promise<Ids> {
  await api.put(`/supercases/${ids.supercaseId}/populations/${ids.populationId}`, { isDraft: false });
  return ids;
}

/** The borrower whom the example names, with an email. */
async function withExamplesReader(api: Client, ids: Ids): Promise<Ids> {
  await api.post('/people', aPerson({ externalId: 'crm-20417' }));
  await api.post('/people/ext-crm-20417/contacts', anEmail({ affiliation: 'self' }));
  return ids;
}

/** The descriptor that the example names. */
async function withExamplesDescriptor(api: Client, ids: Ids): Promise<Ids> {
  const message = { externalId: 'payment-received', subject: 'paymentReceived', channel: 'email' };
  await api.post('/communicator/templatedescriptors', message);
  return ids;
}

/** The borrower and the loan that the example names. */
async function withExamplesLoan(api: Client, ids: Ids): Promise<Ids> {
  await api.post('/people', aPerson({ externalId: 'crm-20417' }));
  await api.post('/people/ext-crm-20417/loans', { ...loanBody, externalId: 'L-1001' });
  return ids;
}

const aCall = { channel: 'voice', theme: 'opsServicing', status: 'inProgress', content: { text: 'A call' } };

/** What is written down about a borrower. */
async function someRecords(api: Client, person: string): Promise<Record<string, string>> {
  const noteType = await api.made('/companies/current/note-types', { name: 'A note type' });
  const documentRetention = await api.made('/companies/current/document-retentions', {
    documentType: 'disclosure',
    keptForDays: 30,
  });
  const note = await api.made(`${person}/notes`, { text: 'A note', noteTypeId: noteType.id });
  const attorney = { representativeType: 'attorney', firmName: 'A firm' };
  const cased = await aCase(api, person);
  const interaction = await api.made(`${person}/interactions`, aCall);
  const ofInteraction = `${person}/interactions/${interaction.id}`;
  const interactionNote = await api.made(`${ofInteraction}/notes`, { text: 'A note' });
  const transcription = await api.made(`${ofInteraction}/transcriptions`, { text: 'What was said' });
  const summary = await api.made(`${ofInteraction}/summaries`, { text: 'What it came to' });
  const representative = await api.made(`${person}/legal-representatives`, attorney);
  const agreed = { consentType: 'priorExpress', channel: 'email', text: 'You may write to me.' };
  const consent = await api.made(`${person}/consents`, agreed);
  const preference = await api.made(`${person}/contact-preferences`, { kind: 'inconvenient', channel: 'voice' });
  const document = (await api.post(`${person}/documents`, { type: 'other', fileName: 'letter.txt' })).body;
  const content = { headers: { 'content-type': 'text/plain' }, body: 'A letter' };
  await api.call('POST', `${person}/documents/${document.id}/content`, content);
  const { url } = (await api.get(`${person}/documents/${document.id}/content?returnUrl=true`)).body;
  const message = { subject: 'custom1', channel: 'text' };
  const { id: templateDescriptorId } = (await api.post('/communicator/templatedescriptors', message)).body;
  const greeting = { descriptorId: templateDescriptorId, contentTextTemplate: 'Hello' };
  const { id: templateVersionId } = (await api.post('/communicator/templates', greeting)).body;
  const asked = asksQuestions()
    ? await api.made('/queries', { name: 'A query', sql: 'select id from loans' })
    : { id: newId('QY') };
  const run = asksQuestions() ? (await api.post(`/queries/${asked.id}/run`, {})).body.data : { id: newId('OP') };
  const link = await api.made(`${person}/document-upload-links`, { documentType: 'other', maxDocuments: 50 });
  return {
    documentUploadLinkId: link.id,
    documentUploadLinkKey: link.key,
    documentDescriptorId: document.id,
    templateDescriptorId,
    templateVersionId,
    queryId: asked.id,
    runId: run.id,
    contentToken: url.split('/').at(-1),
    noteTypeId: noteType.id,
    documentRetentionId: documentRetention.id,
    noteId: note.id,
    ...cased,
    interactionId: interaction.id,
    interactionNoteId: interactionNote.id,
    interactionTranscriptionId: transcription.id,
    interactionSummaryId: summary.id,
    legalRepresentativeId: representative.id,
    consentId: consent.id,
    contactPreferenceId: preference.id,
  };
}

/** A loan type of its own, so that the one that every company gets stays unchanged. */
async function someProducts(api: Client): Promise<Record<string, string>> {
  const { id: loanTypeId } = await api.made('/loan-types', { name: 'A loan type', externalId: 'world-type' });
  const below = `/loan-types/${loanTypeId}`;
  const indexRate = await api.made(`${below}/index-rates`, { rate: 0.05, effectiveDate: '2026-01-01' });
  const rateCap = await api.made(`${below}/rate-caps`, { maxRate: 0.36, effectiveDate: '2026-01-01' });
  const merchant = await api.made('/companies/current/merchants', { businessName: 'A merchant' });
  const investor = await api.made('/companies/current/investors', { name: 'An investor' });
  const promo = {
    externalId: 'half-a-year',
    name: 'Six months',
    programType: 'reducedRate',
    promoRate: 0.05,
    promoDurationDays: 184,
  };
  const promoProgramType = await api.made('/companies/current/promo-program-types', promo);
  const caseType = await api.made('/case-types', { caseType: 'generic', name: 'A case type', status: 'active' });
  const doNotInteractType = await api.made('/do-not-interact-types', { onStatus: 'initiated', status: 'active' });
  const policy = { description: 'A rule', citation: 'A policy', kind: 'other', params: { always: true } };
  const complianceRule = await api.made('/compliance/rules', { ...policy, severity: 'info', status: 'active' });
  const stricter = { action: 'tighten', severity: 'warn', reason: 'A reason' };
  await api.made(`/compliance/rules/${complianceRule.id}/changes`, stricter);
  const about = { onStatus: 'initiated', subject: 'annualPrivacyPolicyNotice', status: 'active' };
  const notificationType = await api.made('/notification-types', about);
  const reminder = { trigger: 'expectedPayment', subject: 'paymentDueDateReminder', day: -7, status: 'inactive' };
  const repayment = await api.made('/companies/current/repayment-engine/notifications', reminder);
  const types = '/companies/current/workflow';
  const call = { key: 'callBack', name: 'Call back', kind: 'call', call: { theme: 'opsServicing' }, status: 'active' };
  const item = await api.made(`${types}-workitem-types`, call);
  const oneItem = { name: 'Answer', workitemTypeIds: [item.id], status: 'active' };
  const step = await api.made(`${types}-step-types`, oneItem);
  const oneStep = { name: 'A complaint', steps: [{ stepTypeId: step.id }], status: 'active' };
  const workflowType = await api.made(`${types}-types`, oneStep);
  return {
    ...(await aRunningWorkflow(api, workflowType.id)),
    workflowTypeId: workflowType.id,
    workflowStepTypeId: step.id,
    workflowWorkitemTypeId: item.id,
    notificationTypeId: notificationType.id,
    repaymentengineNotificationId: repayment.id,
    systemNoticeId: 'paymentReceived',
    // Only events make them.
    notificationId: 'NO-AAAA-AAAA',
    caseTypeId: caseType.id,
    doNotInteractTypeId: doNotInteractType.id,
    complianceRuleId: complianceRule.id,
    promoProgramTypeId: promoProgramType.id,
    loanTypeId,
    indexRateId: indexRate.id,
    rateCapId: rateCap.id,
    merchantId: merchant.id,
    investorId: investor.id,
  };
}

export const loanBody = {
  loanTypeId: 'ext-installment',
  status: 'originated',
  atOrigination: {
    amountFinanced: 4800,
    interestRates: [{ rate: 0.1499 }],
    paymentFrequency: 'monthly',
    specificDays: [15],
    duration: 12,
  },
};

async function aLoanOf(api: Client, personId: string, { activated = true } = {}): Promise<string> {
  const { id } = await api.made(`/people/${personId}/loans`, loanBody);
  if (activated) await api.made(`/people/${personId}/loans/${id}/activate`, {});
  return id;
}

type Ids = World['ids'];
/** Does something to an active loan of its own. */
async function onLoan(api: Client, ids: Ids, action: string, body = {}): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  await api.made(`/people/${ids.personId}/loans/${loanId}/${action}`, body);
  return { ...ids, loanId };
}
const notActive = async (api: Client, ids: Ids): Promise<Ids> => ({
  ...ids,
  loanId: await aLoanOf(api, ids.personId as string, { activated: false }),
});

async function withPastPeriod(api: Client, ids: Ids): Promise<Ids> {
  const ready = await notActive(api, ids);
  const period = { startDate: '2026-01-15', endDate: '2026-02-14', dueDate: '2026-02-15', obligationAmount: 432.2 };
  const path = `/people/${ids.personId}/loans/${ready.loanId}/migration/past-periods`;
  await api.made(path, { periods: [{ ...period, fulfilledAmount: 432.2 }] });
  return ready;
}

/** Makes a transaction on a loan of its own, whose status nothing else has changed. */
async function withMoney(api: Client, ids: Ids, transaction: object): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  const made = await api.made(`/people/${ids.personId}/loans/${loanId}/transactions`, transaction);
  return { ...ids, loanId, transactionId: made.id };
}

/** A payment by an account of the borrower, which the service collects, at once or on a later day. */
const withCollected =
  (more: object = {}) =>
  async (api: Client, ids: Ids): Promise<Ids> => {
    const paymentInstrumentId = await verifiedAccount(api, ids.personId as string);
    return withMoney(api, ids, { type: 'oneTime', amount: 10, paymentInstrumentId, ...more });
  };

const accounts81 = new WeakMap<Client, Promise<string>>();

/** The account that examples name: a company has it once. */
function account81(api: Client, personId: string): Promise<string> {
  const found = accounts81.get(api) ?? verifiedAccount(api, personId, { externalId: 'acct-81' });
  accounts81.set(api, found);
  return found;
}

/** A loan of its own, of a borrower with the account of the examples. */
async function withAccount(api: Client, ids: Ids): Promise<Ids> {
  await account81(api, ids.personId as string);
  return { ...ids, loanId: await aLoanOf(api, ids.personId as string) };
}

/** The company is told of something. */
async function withNotification(api: Client, ids: Ids, house: House): Promise<Ids> {
  const notificationId = newId('NO');
  const row = { user_id: api.realm.companyId, id: notificationId, once_key: notificationId, kind: 'task' } as const;
  await house.service.database.transact(api.realm, async (tx) => {
    const made = { ...row, position: house.service.position(), created_at: await workNow(tx, house.service.clock) };
    tx.write(tx.db.insertInto('agent_notifications').values(made));
  });
  return { ...ids, notificationId };
}

/** The borrower may accept it. */
async function withAgreement(api: Client, ids: Ids): Promise<Ids> {
  const agreed = { loanId: null, status: 'draft' } as const;
  return { ...ids, documentDescriptorId: idIn(await anAgreement(api, `/people/${ids.personId}`, agreed)) };
}

async function withPdf(api: Client, ids: Ids, house: House): Promise<Ids> {
  await certificateByHand(house.service, api.realm, {});
  const path = await anAgreement(api, `/people/${ids.personId}`, { loanId: null, text: null, status: 'draft' });
  const content = { body: aPdf(), headers: { 'content-type': 'application/pdf' } };
  await api.call('POST', `${path}/content`, content);
  return { ...ids, documentDescriptorId: idIn(path) };
}

/** Somebody else has ordered it. */
async function withApproval(api: Client, ids: Ids, house: House): Promise<Ids> {
  const personId = (await api.made('/people', aPerson())).id;
  const loanId = await aLoanOf(api, personId);
  const made = await aWaitingReimbursement(house, api, { personId, path: `/people/${personId}/loans/${loanId}` });
  return { ...ids, personId, loanId, transactionId: made.id, paymentApprovalId: made.paymentApprovalId };
}

async function withAutopay(api: Client, ids: Ids): Promise<Ids> {
  const ready = await withAccount(api, ids);
  const plan = { amountType: 'dueAmount', paymentInstrumentId: 'ext-acct-81' };
  const { schedule } = await api.made(`/people/${ready.personId}/loans/${ready.loanId}/autopay`, plan);
  return { ...ready, autopayPaymentId: schedule[0].id };
}

async function withScheduled(api: Client, ids: Ids): Promise<Ids> {
  const { now } = (await api.get('/test-clock')).body.data;
  const inTenDays = new Date(Date.parse(now) + 10 * 86_400_000).toISOString().slice(0, 10);
  return withCollected({ scheduledDate: inTenDays })(api, ids);
}

const withAchFile = async (_: Client, ids: Ids, house: House): Promise<Ids> => ({
  ...ids,
  achFileUploadId: await anAchFile(house, ids.companyId as string),
});

const withSentFile = async (_: Client, ids: Ids, house: House): Promise<Ids> => ({
  ...ids,
  achFileUploadId: await anAchFile(house, ids.companyId as string, 'uploaded'),
});

async function withRefusedFile(api: Client, ids: Ids, house: House): Promise<Ids> {
  const all = await withSentFile(api, ids, house);
  await asksSecondPerson(house, ids.companyId as string, all.achFileUploadId as string, 'reject');
  return all;
}

let brought = 0;

async function withWaitingReading(api: Client, ids: Ids, house: House): Promise<Ids> {
  brought += 1;
  const body = { fileName: 'RETURNS.ach', content: `no file ${brought}` };
  const { id } = (await api.post('/companies/current/ach-readings', body)).body.data;
  await asksSecondPerson(house, ids.companyId as string, id, 'apply');
  return { ...ids, achReadingId: id };
}

/** A loan of a type that has a fee. */
async function withFee(api: Client, { personId, ...ids }: Ids): Promise<Ids> {
  const fees = { origination: { charged: 'firstPayment' } };
  const { id: loanTypeId } = await api.made('/loan-types', { name: 'With a fee', fees });
  const atOrigination = { ...loanBody.atOrigination, fees: { originationFeeAmount: 50 } };
  const loan = await api.made(`/people/${personId}/loans`, { ...loanBody, loanTypeId, atOrigination });
  const path = `/people/${personId}/loans/${loan.id}`;
  await api.made(`${path}/activate`, {});
  const [fee] = (await api.get(`${path}/fees`)).body.data;
  return { ...ids, personId: personId as string, loanId: loan.id, loanFeeId: fee.id };
}

async function withFeeByHand(api: Client, { personId, ...ids }: Ids): Promise<Ids> {
  const loanId = await aLoanOf(api, personId as string);
  const fee = await api.made(`/people/${personId}/loans/${loanId}/fees`, { apiName: 'lateFee', amount: 25 });
  return { ...ids, personId: personId as string, loanId, loanFeeId: fee.id };
}

/** An advance of a loan of a type that has them. */
async function withAdvance(api: Client, { personId, ...ids }: Ids): Promise<Ids> {
  const { id: loanTypeId } = await api.made('/loan-types', { name: 'Several', payments: { multipleAdvances: true } });
  const { id: loanId } = await api.made(`/people/${personId}/loans`, { ...loanBody, loanTypeId });
  const path = `/people/${personId}/loans/${loanId}`;
  await api.made(`${path}/activate`, {});
  const { id: advanceId } = await api.made(`${path}/advances`, { amount: 20, status: 'scheduled' });
  return { ...ids, personId: personId as string, loanId, advanceId };
}

const aSoldService = {
  kind: 'gapWaiver',
  provider: 'An insurer',
  amount: 10,
  charged: 'financed',
  startDate: '2020-01-01',
  endDate: '2100-12-31',
};

async function withGuarantor(api: Client, ids: Ids): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  const { id: personId } = await api.made('/people', aPerson());
  const added = { personId, loanRelationType: 'guarantor' };
  const { id: loanPersonId } = await api.made(`/people/${ids.personId}/loans/${loanId}/people`, added);
  return { ...ids, loanId, loanPersonId };
}

/** The agency that examples name: a company has it once. */
async function agency7(api: Client): Promise<string> {
  const agencies = '/companies/current/collection-agencies';
  await api.post(agencies, { legalName: 'White River Recovery LLC', externalId: 'agency-7' });
  return (await api.get(`${agencies}/ext-agency-7`)).body.data.id;
}

async function withAgency(api: Client, ids: Ids): Promise<Ids> {
  const collectionAgencyId = await agency7(api);
  return { ...(await onLoan(api, ids, 'collection-agency', { collectionAgencyId })), collectionAgencyId };
}

async function withPayoffQuote(api: Client, ids: Ids): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  const { id } = await api.made(`/people/${ids.personId}/loans/${loanId}/payoff-quotes`, {});
  return { ...ids, loanId, payoffQuoteId: id };
}

/** The item that the examples of workflows name. */
const policeReport = (api: Client) =>
  api.post('/companies/current/workflow-workitem-types', {
    externalId: 'police-report',
    key: 'policeReport',
    name: 'Police report',
    kind: 'document',
    document: { documentType: 'evidence' },
  });

async function withPromise(api: Client, ids: Ids): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  const { id } = await api.made(`/people/${ids.personId}/loans/${loanId}/promise-to-pay-plans`, { amount: 10 });
  return { ...ids, loanId, promiseToPayPlanId: id };
}

async function withSettlement(api: Client, ids: Ids): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  const { id } = await api.made(`/people/${ids.personId}/loans/${loanId}/settlements`, { amount: 100 });
  return { ...ids, loanId, settlementId: id };
}

/** It begins after every loan of the world. */
const aService = (api: Client, personId: string, externalId: string): Promise<{ readonly id: string }> =>
  api.made(`/people/${personId}/military-services`, { externalId, startDate: '2120-01-01' });

async function withService(api: Client, { personId, ...ids }: Ids): Promise<Ids> {
  await api.post(`/people/${personId}/military-services`, { externalId: 'orders-7', startDate: '2120-01-01' });
  const { id } = (await api.get(`/people/${personId}/military-services/ext-orders-7`)).body.data;
  return { ...ids, personId: personId as string, militaryServiceId: id };
}

async function withScraCap(api: Client, ids: Ids): Promise<Ids> {
  const { militaryServiceId, ...more } = await withService(api, ids);
  const loanId = await aLoanOf(api, ids.personId as string);
  const cap = { militaryServiceId, noticeReceivedDate: '2026-06-10' };
  const { id: scraCapId } = await api.made(`/people/${ids.personId}/loans/${loanId}/scra-caps`, cap);
  return { ...more, militaryServiceId: militaryServiceId as string, loanId, scraCapId };
}

async function withSuspension(api: Client, ids: Ids): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  const path = `/people/${ids.personId}/loans/${loanId}/late-fee-suspensions`;
  const { id: lateFeeSuspensionId } = await api.made(path, {});
  return { ...ids, loanId, lateFeeSuspensionId };
}

async function withRefund(api: Client, ids: Ids): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  const refund = { refundAmount: 20, atFaultParty: 'merchant' };
  const { id } = await api.made(`/people/${ids.personId}/loans/${loanId}/refunds-v2`, refund);
  return { ...ids, loanId, loanRefundId: id };
}

const onFreshLoan = async (api: Client, ids: Ids): Promise<Ids> => ({
  ...ids,
  loanId: await aLoanOf(api, ids.personId as string),
});

async function withHardship(api: Client, ids: Ids): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  const { id } = await api.made(`/people/${ids.personId}/loans/${loanId}/defer`, {});
  return { ...ids, loanId, hardshipId: id };
}

async function withPlan(api: Client, ids: Ids): Promise<Ids> {
  const loanId = await aLoanOf(api, ids.personId as string);
  const plan = { amount: 150, numberOfPeriods: 2 };
  const { id } = await api.made(`/people/${ids.personId}/loans/${loanId}/custom-payment-plans`, plan);
  return { ...ids, loanId, customPaymentPlanId: id };
}

/** A line of a year that is overdue, and has paid three minimum payments. */
async function onLineToReAge(api: Client, ids: Ids): Promise<Ids> {
  await api.made('/test-clock', { now: '2098-01-01T17:00:00Z' });
  const minPaymentCalculation = { percentageOfPrincipal: 0, minAmount: 100 };
  const { personId, loanId, path } = await aLine(api, { minPaymentCalculation }, { personId: ids.personId });
  await api.made(`${await aDraw(api, path)}/purchases`, { amount: 2000 });
  await api.made('/test-clock', { now: '2099-01-01T00:00:00Z' });
  await api.made(`${path}/transactions`, { type: 'oneTime', isExternal: true, amount: 400 });
  return { ...ids, personId, loanId };
}

/**
 * A payment on a loan that existed on the day to which the example moves it. The clock of the world returns to its
 * time.
 */
async function paidLongAgo(api: Client, ids: Ids): Promise<Ids> {
  await api.made('/test-clock', { now: '2026-03-01T17:00:00Z' });
  const ready = await withMoney(api, ids, { type: 'oneTime', isExternal: true, amount: 10 });
  await api.made('/test-clock', { now: '2099-01-01T00:00:00Z' });
  return ready;
}

/** The user of the borrower whom the example names. */
async function withBorrowersUser(api: Client, ids: Ids): Promise<Ids> {
  const associatedPersonId = 'ext-crm-20417';
  await api.post('/people', aPerson({ externalId: 'crm-20417' }));
  const authType = { email: 'borrower@world.example' };
  const contact = { contactType: 'email', label: 'personal', value: authType.email };
  await api.post(`/people/${associatedPersonId}/contacts`, contact);
  await api.post('/users', { userType: 'borrower', authType, associatedPersonId });
  return ids;
}

/** The user of a borrower of its own who waits to be confirmed: it signs in by what is no contact. */
async function withPendingUser(api: Client, ids: Ids): Promise<Ids> {
  const { id: associatedPersonId } = await api.made('/people', aPerson());
  const contact = { contactType: 'email', label: 'personal', value: 'there@world.example' };
  await api.made(`/people/${associatedPersonId}/contacts`, contact);
  const authType = { email: `${associatedPersonId}@elsewhere.example` };
  const { id: userId } = await api.made('/users', { userType: 'borrower', authType, associatedPersonId });
  return { ...ids, userId };
}

const born = { dateOfBirth: '1985-12-10' };
const byBirth = {
  enabledQuestionIds: ['dateOfBirth'],
  questionSelectionCriteria: [{ exactMatchCount: 1, category: 'inBorrowerPortal' }],
};

/** A verification that asks for the date of birth alone. */
async function aVerification(api: Client, personId: string): Promise<Record<string, string>> {
  const { id: verificationTypeId } = await api.made('/verification-types', byBirth);
  await api.put(`/people/${personId}`, born);
  const { id: verificationId } = await api.made(`/people/${personId}/verifications`, { verificationTypeId });
  return { verificationTypeId, verificationId };
}

/** A borrower of its own of whom enough is known. */
async function withVerifiable(api: Client, ids: Ids): Promise<Ids> {
  const identity = { identityType: 'SSN', value: '123-45-6789', issuingCountry: 'US' };
  const { id: personId } = await api.made('/people', aPerson({ ...born, identity }));
  await api.made(`/people/${personId}/contacts`, aPhone());
  return { ...ids, personId };
}

async function withVerification(api: Client, ids: Ids): Promise<Ids> {
  const own = await withVerifiable(api, ids);
  return { ...own, ...(await aVerification(api, own.personId as string)) };
}

async function withNewContact(api: Client, ids: Ids): Promise<Ids> {
  const { id: personId } = await api.made('/people', aPerson());
  const { id: contactId } = await api.made(`/people/${personId}/contacts`, aPhone());
  return { ...ids, personId, contactId };
}

let confirmedContacts = 0;

/** One that is confirmed waits for no code, so any code will do. A borrower has each number once. */
async function withConfirmedContact(api: Client, ids: Ids): Promise<Ids> {
  confirmedContacts += 1;
  const value = `+1317666${String(confirmedContacts).padStart(4, '0')}`;
  const { id: contactId } = await api.made(`/people/${ids.personId}/contacts`, aPhone({ value }));
  const own = { ...ids, contactId };
  const contact = `/people/${ids.personId}/contacts/${contactId}`;
  await api.post(`${contact}/confirmation-codes`, {});
  const [{ text }] = (await api.get(`/test-mailbox?to=${encodeURIComponent(value)}`)).body.data;
  await api.post(`${contact}/confirm`, { code: /\d{6}/.exec(text)?.[0] });
  return own;
}

/** A page counts as sent at once; its borrower is one whom nothing stands against. */
async function withSentMessage(api: Client, ids: Ids): Promise<Ids> {
  const { id: personId } = await api.made('/people', aPerson());
  const page = { subject: 'autopayAgreement', channel: 'gui', context: { paymentMethod: 'card' }, personId };
  const { messageId } = await api.made('/communicator/send', page);
  return { ...ids, messageId };
}

async function withSingleSignOn(api: Client, ids: Ids): Promise<Ids> {
  await api.put(`/companies/${ids.companyId}/single-sign-on`, saml);
  return ids;
}

async function withLogo(api: Client, ids: Ids): Promise<Ids> {
  await api.put(`/companies/${ids.companyId}/logo`, logo);
  return ids;
}

const originatedLines = new WeakMap<Client, Promise<Ids>>();

/** One line that is not active, with the draw that the example names. */
async function withNamedDraw(api: Client, ids: Ids): Promise<Ids> {
  const made = async (): Promise<Ids> => {
    const { personId, loanId, path } = await aLine(api, {}, { activate: false });
    await aDraw(api, path, { externalId: 'draw-20417' }, { activate: false });
    return { personId, loanId };
  };
  const found = originatedLines.get(api) ?? made();
  originatedLines.set(api, found);
  return { ...ids, ...(await found) };
}

/** A line of credit of a borrower of its own, with a card. */
async function onLine(api: Client, ids: Ids, _house: House): Promise<Ids> {
  const { personId, loanId, cards } = await aLine(api, {}, { personId: ids.personId });
  const card = await api.made(cards, { cardDetails: { cardNumberLastFour: '4242' } });
  return { ...ids, personId, loanId, cardId: card.id };
}

/** A draw on a line of credit of its own, and what was done to it by then. */
const onDraw =
  (...done: readonly string[]) =>
  async (api: Client, ids: Ids): Promise<Ids> => {
    const { personId, loanId, path } = await aLine(api, {}, { personId: ids.personId });
    const draw = await aDraw(api, path, {}, { activate: false });
    for (const act of done) await api.made(`${draw}/${act}`, {});
    const { obligations } = await shown(api, `${path}/obligations`);
    return { ...ids, personId, loanId, drawId: draw.split('/').at(-1) as string, obligationId: obligations[0].id };
  };

/** A draw that may be spread over statements: principal that is not due, and no grace. */
async function onSpendableDraw(api: Client, ids: Ids): Promise<Ids> {
  const { personId, loanId, path } = await aLine(api, {}, { personId: ids.personId });
  const draw = await aDraw(api, path, { atOrigination: { gracePeriod: { isGracePeriodApplicable: false } } });
  await api.post(`${draw}/purchases`, { amount: 200 });
  return { ...ids, personId, loanId, drawId: draw.split('/').at(-1) as string };
}

/** A purchase on a draw, disputed in part. */
async function withPurchase(api: Client, ids: Ids): Promise<Ids> {
  const { personId, loanId, path } = await aLine(api, {}, { personId: ids.personId });
  const draw = await aDraw(api, path);
  const purchase = await api.made(`${draw}/purchases`, { amount: 50 });
  const dispute = await api.made(`${draw}/purchases/${purchase.id}/disputes`, { disputedAmount: 5 });
  const drawId = draw.split('/').at(-1) as string;
  return { ...ids, personId, loanId, drawId, purchaseId: purchase.id, purchaseDisputeId: dispute.id };
}

async function withFrozenDraws(api: Client, ids: Ids): Promise<Ids> {
  const { personId, loanId, path } = await aLine(api, {}, { personId: ids.personId });
  await api.made(`${path}/freeze-draws`, {});
  return { ...ids, personId, loanId };
}

const unusedRole = async (api: Client, ids: Ids): Promise<Ids> => {
  const role = await api.made('/roles', { name: randomUUID(), permissions: [] });
  return { ...ids, roleId: role.id };
};

/** A line whose first period is over. */
async function withStatement(api: Client, ids: Ids): Promise<Ids> {
  await api.made('/test-clock', { now: '2098-12-01T17:00:00Z' });
  const { personId, loanId, path } = await aLine(api, {}, { personId: ids.personId });
  const [{ id: loanPeriodId }] = (await api.get(`${path}/periods`)).body.data;
  await api.made('/test-clock', { now: '2099-01-01T00:00:00Z' });
  return { ...ids, personId, loanId, loanPeriodId };
}

/** The statement of its first period. */
async function withStatementMade(api: Client, ids: Ids): Promise<Ids> {
  const all = await withStatement(api, ids);
  const { personId, loanId, loanPeriodId } = all;
  const period = `/people/${personId}/loans/${loanId}/periods/${loanPeriodId}`;
  const { id } = await api.made(`${period}/generate-statement`, {});
  return { ...all, statementId: id };
}

/** One more account, so that another one may go. */
async function withExternal(api: Client, ids: Ids): Promise<Ids> {
  const external = { instrumentType: 'bankAccount', isExternal: true, accountNumberLastFour: '4321' };
  const path = `/people/${ids.personId}/payment-instruments?allowDuplicates=true`;
  return { ...ids, paymentInstrumentId: (await api.made(path, external))[0].id };
}

/** A new account, at which two trial deposits have arrived. */
async function withDeposits(api: Client, ids: Ids, house: House): Promise<Ids> {
  const { id } = await depositedUnworked(house, api, ids.personId as string);
  return { ...ids, paymentInstrumentId: id };
}

/** A new account, where an originator is set up. */
async function withOriginator(api: Client, ids: Ids, { service }: House): Promise<Ids> {
  await anOriginator(service, ids.companyId as string);
  const { id: personId } = await api.made('/people', aPerson());
  const { id: paymentInstrumentId } = await aTriedAccount(api, personId);
  return { ...ids, personId, paymentInstrumentId };
}

async function withPrenote(api: Client, ids: Ids, house: House): Promise<Ids> {
  const ready = await withOriginator(api, ids, house);
  await api.made(`/people/${ready.personId}/payment-instruments/${ready.paymentInstrumentId}/prenote`);
  return ready;
}

/** An account of a borrower of its own, linked to its bank. */
async function withLink(api: Client, ids: Ids): Promise<Ids> {
  const { id: personId } = await api.made('/people', aPerson());
  const instruments = `/people/${personId}/payment-instruments`;
  const [{ id: paymentInstrumentId }] = await api.made(instruments, aLink({ accountIds: ['household'] }));
  return { ...ids, personId, paymentInstrumentId };
}

async function withBalance(api: Client, ids: Ids): Promise<Ids> {
  const ready = await withLink(api, ids);
  await api.made(`/people/${ready.personId}/payment-instruments/${ready.paymentInstrumentId}/balance`);
  return ready;
}

/** Cash on a draw that is to be paid out. Payments of the company are stopped, so that nobody outside hears of it. */
async function withDisbursement(api: Client, ids: Ids, house: House): Promise<Ids> {
  await house.service.database.pools.test.query(
    `update money_switches set stopped_at = now(), reason = 'a test' where company_id = $1`,
    [ids.companyId],
  );
  const { personId, loanId, path } = await aLine(api, {}, { personId: ids.personId });
  const draw = await aDraw(api, path, { atOrigination: { purpose: 'cashAdvance' } });
  const paymentInstrumentId = await oldAccount(house, api, personId);
  const { disbursementId } = await api.made(`${draw}/purchases`, { amount: 50, paymentInstrumentId });
  return { ...ids, personId, loanId, disbursementId };
}

const overpaid = (api: Client, ids: Ids): Promise<Ids> =>
  withMoney(api, ids, { type: 'oneTime', isExternal: true, amount: 5000, allowOverpayment: true });

/** Somebody else has recorded it. */
async function withRecordedCredit(api: Client, ids: Ids, house: House): Promise<Ids> {
  const paid = await overpaid(await aKeyByHand(house, api), ids);
  return { ...paid, recordedCreditId: paid.transactionId as string };
}

async function withRequest(api: Client, ids: Ids): Promise<Ids> {
  const owed = await overpaid(api, ids);
  const path = `/people/${owed.personId}/loans/${owed.loanId}/credit-refund-requests`;
  return { ...owed, creditRefundRequestId: (await api.made(path, {})).id };
}

/** An account of the company at a bank, and a statement, which somebody else has read, with a line that nobody knows. */
async function aBank(house: House, api: Client, providerId: string): Promise<Ids> {
  const named = { ...csvAccount, accountNumber: '5550001111', paymentProviderIds: [providerId] };
  const { id: bankAccountId } = await api.made('/companies/current/bank-accounts', named);
  const content = 'Posted,Amount,Ref,Description,Type,Balance\n01/02/2026,2674.62,REF-1,,,2674.62\n';
  const other = await aKeyByHand(house, api);
  const { id } = await other.made(`/companies/current/bank-accounts/${bankAccountId}/statements`, { content });
  const [found] = (await api.get('/companies/current/money-breaks')).body.data;
  await api.put(`/companies/current/money-breaks/${found.id}`, { ownerId: null });
  await house.service.database.pools.test.query(
    `insert into bank_items (company_id, id, position, bank_account_id, carrier_id, kind, day, amount_cents, keys, group_name)
     values ($1, $2, 1, $3, $4, 'payment', '2026-01-02', 1, '{}', 'one')`,
    [api.realm.companyId, randomUUID(), bankAccountId, providerId],
  );
  return { bankAccountId, bankStatementId: id, moneyBreakId: found.id };
}

async function withProposal(api: Client, ids: Ids, house: House): Promise<Ids> {
  const other = await aKeyByHand(house, api);
  const proposal = { by: 'writeOff', reason: 'an interest payment of the bank' };
  await other.post(`/companies/current/money-breaks/${ids.moneyBreakId}/propose`, proposal);
  return ids;
}

/** What the example of an attachment names: what the line has, and the fee. */
async function withExpected(api: Client, ids: Ids, house: House): Promise<Ids> {
  const [group] = attached.groups;
  await house.service.database.pools.test.query(
    `insert into bank_items (company_id, id, position, bank_account_id, carrier_id, kind, day, amount_cents, keys, group_name)
     values ($1, $2, 1, $3, $4, 'payment', '2026-01-02', 267462 + 875, '{}', $5)`,
    [api.realm.companyId, randomUUID(), ids.bankAccountId, ids.carrierId, group],
  );
  return ids;
}

async function withMerchantAccount(api: Client, ids: Ids): Promise<Ids> {
  const account = { routingNumber: '110000013', accountType: 'checking', accountHolderName: 'A merchant' };
  await api.put(`/companies/current/merchants/${ids.merchantId}/account`, {
    ...account,
    accountNumber: '900000000017',
  });
  return ids;
}

async function withGeneralLedger(api: Client, ids: Ids): Promise<Ids> {
  await api.put('/companies/current/general-ledger/accounts', {});
  return ids;
}

/** What must have happened before an endpoint can do what its example says, when the objects alone are not enough. */
const before: Readonly<Record<string, (api: Client, ids: Ids, house: House) => Promise<Ids>>> = {
  'queryRuns.cancel': withRunOfQuery,
  'borrowerCampaigns.preview': withPreviewed,
  'borrowerCampaignRuns.create': withCampaign,
  'creditFiles.create': withCreditAgency,
  'taxFilings.update': withTaxFiling,
  'taxFilings.discard': withTaxFiling,
  'borrowerCampaignRuns.update': withRun,
  'borrowerCampaignRuns.release': withWaitingRun,
  'auth.exchange': withBorrowersUser,
  'users.sendConfirmation': withPendingUser,
  'verifications.create': withVerifiable,
  'verifications.attempt': withVerification,
  'contacts.sendConfirmation': withNewContact,
  'newContacts.sendConfirmation': withNewContact,
  'contacts.confirm': withConfirmedContact,
  'consents.importResults': importOf('consents/import'),
  'consents.downloadResults': importOf('consents/import'),
  'consents.cancelImport': canceledImportOf('consents/import'),
  'contactPreferences.importResults': importOf('contact-preferences/import'),
  'contactPreferences.downloadResults': importOf('contact-preferences/import'),
  'contactPreferences.cancelImport': canceledImportOf('contact-preferences/import'),
  'interactions.importResults': importOf('interactions/import'),
  'interactions.downloadResults': importOf('interactions/import'),
  'interactions.cancelImport': canceledImportOf('interactions/import'),
  'doNotInteracts.importResults': importOf('do-not-interacts/import'),
  'doNotInteracts.downloadResults': importOf('do-not-interacts/import'),
  'doNotInteracts.cancelImport': canceledImportOf('do-not-interacts/import'),
  'people.importResults': importOf('people/import'),
  'people.downloadResults': importOf('people/import'),
  'people.cancelImport': canceledImportOf('people/import'),
  'bulkFees.importResults': importOf('loans/bulk/fees'),
  'bulkFees.downloadResults': importOf('loans/bulk/fees'),
  'bulkFees.cancelImport': canceledImportOf('loans/bulk/fees'),
  'bulkDeferrals.importResults': importOf('loans/bulk/defer'),
  'bulkDeferrals.downloadResults': importOf('loans/bulk/defer'),
  'bulkDeferrals.cancelImport': canceledImportOf('loans/bulk/defer'),
  'bulkAgencyReturns.importResults': importOf('loans/bulk/collection-agency-returns'),
  'bulkAgencyReturns.downloadResults': importOf('loans/bulk/collection-agency-returns'),
  'bulkAgencyReturns.cancelImport': canceledImportOf('loans/bulk/collection-agency-returns'),
  'bulkAgencies.importResults': importOf('loans/bulk/collection-agencies'),
  'bulkAgencies.downloadResults': importOf('loans/bulk/collection-agencies'),
  'bulkAgencies.cancelImport': canceledImportOf('loans/bulk/collection-agencies'),
  'loans.cancelImport': canceledImportOf('loans/import'),
  'bills.read': withStatement,
  'bills.sent': withStatement,
  'statements.generate': withStatement,
  'statements.list': withStatementMade,
  'statements.details': withStatementMade,
  'statements.update': withStatementMade,
  'cards.list': onLine,
  'cards.create': onLine,
  'cards.read': onLine,
  'cards.update': onLine,
  'loans.limit': onLine,
  'loans.adverseActions': onLine,
  'paymentInstruments.delete': withExternal,
  'paymentInstruments.verify': withDeposits,
  'prenotes.read': withPrenote,
  'prenotes.create': withOriginator,
  'accountLinks.replace': withLink,
  'accountLinks.update': withLink,
  'accountLinks.delete': withLink,
  'instrumentBalances.read': withBalance,
  'instrumentBalances.fetch': withLink,
  'loans.changeLimit': onLine,
  'loans.freezeDraws': onLine,
  'loans.unfreezeDraws': withFrozenDraws,
  'draws.list': onDraw(),
  'draws.create': onLine,
  'draws.read': onDraw(),
  'draws.limit': onDraw(),
  'draws.update': onDraw(),
  'draws.activate': onDraw(),
  'draws.cancel': onDraw('activate'),
  'draws.close': onDraw('activate'),
  'draws.reopen': onDraw('activate', 'close'),
  'draws.changeLimit': onDraw('activate'),
  'draws.changeDynamicFees': onDraw('activate'),
  'draws.changeMinimum': onDraw('activate'),
  'draws.changeFee': onDraw('activate'),
  'draws.amortize': onSpendableDraw,
  'draws.previewAmortization': onLine,
  'draws.balances': onDraw('activate'),
  'draws.balance': onDraw('activate'),
  'draws.obligations': onDraw('activate'),
  'draws.obligation': onDraw('activate'),
  'purchases.listOfLine': withPurchase,
  'purchases.list': withPurchase,
  'purchases.timelineOfLine': withPurchase,
  'purchases.timeline': withPurchase,
  'purchases.read': withPurchase,
  'purchases.create': withPurchase,
  'purchases.update': withPurchase,
  'purchaseDisputes.listOfLine': withPurchase,
  'purchaseDisputes.listOfDraw': withPurchase,
  'purchaseDisputes.list': withPurchase,
  'purchaseDisputes.read': withPurchase,
  'purchaseDisputes.create': withPurchase,
  'purchaseDisputes.update': withPurchase,
  'roles.delete': unusedRole,
  'singleSignOn.read': withSingleSignOn,
  'singleSignOn.delete': withSingleSignOn,
  'companyLogo.delete': withLogo,
  'loans.activate': notActive,
  'migration.addPastPeriods': notActive,
  'migration.updatePastPeriod': withPastPeriod,
  'migration.addPastTransaction': notActive,
  'migration.addPastPurchase': withNamedDraw,
  'migration.activate': notActive,
  'loans.cancel': notActive,
  'loans.close': (api, ids) => onLoan(api, ids, 'transactions', { type: 'oneTime', isExternal: true, amount: 4800 }),
  'loans.reimburse': overpaid,
  'recordedCredits.list': withRecordedCredit,
  'recordedCredits.confirm': withRecordedCredit,
  'creditRefundRequests.create': overpaid,
  'creditRefundRequests.list': withRequest,
  'creditRefundRequests.read': withRequest,
  'transactions.reverse': (api, ids) => withMoney(api, ids, { type: 'serviceCredit', amount: 5 }),
  'transactions.backdate': paidLongAgo,
  'transactions.cancel': withScheduled,
  'transactionAttempts.list': withCollected(),
  'paymentApprovals.list': withApproval,
  'paymentApprovals.read': withApproval,
  'paymentApprovals.approve': withApproval,
  'paymentApprovals.reject': withApproval,
  'achFileUploads.release': withAchFile,
  'achFileUploads.void': withAchFile,
  'achFileUploads.acknowledge': withSentFile,
  'achFileUploads.reject': withSentFile,
  'achFileUploads.confirmRejection': withRefusedFile,
  'achReadings.confirm': withWaitingReading,
  'achReadings.reject': withWaitingReading,
  'disbursements.list': withDisbursement,
  'disbursements.read': withDisbursement,
  'disbursements.cancel': withDisbursement,
  'loanAgency.read': withAgency,
  'loanAgency.history': withAgency,
  async 'loanAgency.assign'(api, ids) {
    await agency7(api);
    return { ...ids, loanId: await aLoanOf(api, ids.personId as string) };
  },
  'loanAgency.unassign': withAgency,
  async 'loanPeople.add'(api, ids) {
    await api.post('/people', aPerson({ externalId: 'crm-8' }));
    return { ...ids, loanId: await aLoanOf(api, ids.personId as string) };
  },
  async 'loanServices.cancel'(api, ids) {
    const loanId = await aLoanOf(api, ids.personId as string);
    const { id: loanServiceId } = await api.made(`/people/${ids.personId}/loans/${loanId}/services`, aSoldService);
    return { ...ids, loanId, loanServiceId };
  },
  'loanPeople.update': withGuarantor,
  'loanPeople.end': withGuarantor,
  async 'labelsOfLoan.add'(api, ids) {
    await api.post('/companies/current/loan-labels', { name: 'Watch', externalId: 'watch' });
    return { ...ids, loanId: await aLoanOf(api, ids.personId as string) };
  },
  async 'labelsOfLoan.remove'(api, ids) {
    const { id: loanLabelId } = await api.made('/companies/current/loan-labels', { name: 'Removed' });
    return { ...(await onLoan(api, ids, 'labels', { loanLabelId })), loanLabelId };
  },
  async 'workflowStepTypes.create'(api, ids) {
    await policeReport(api);
    return ids;
  },
  async 'workflowWorkitems.answer'(api, ids, house) {
    const own = { ...ids, ...(await aRunningWorkflow(api, (await anAskingType(api)).id)) };
    const pool = house.service.database.pools[api.realm.mode];
    const asked = "update workflow_items set status = 'waiting', acts_at = null, look_at = null where id = $1";
    await pool.query(asked, [own.workitemId]);
    return own;
  },
  async 'workflowWorkitems.retry'(api, ids, house) {
    const own = { ...ids, ...(await aRunningWorkflow(api, ids.workflowTypeId as string)) };
    const pool = house.service.database.pools[api.realm.mode];
    await pool.query("update workflow_items set status = 'failed' where id = $1", [own.workitemId]);
    return own;
  },
  async 'workflows.create'(api, ids) {
    const steps = [{ stepTypeId: ids.workflowStepTypeId }];
    const type = { externalId: 'identity-theft', name: 'Identity theft', steps, status: 'active' };
    await api.post('/companies/current/workflow-types', type);
    return onFreshCase(api, ids);
  },
  async 'companyCaseWorkflows.create'(api, ids) {
    const steps = [{ stepTypeId: ids.workflowStepTypeId }];
    const type = { externalId: 'answer-the-state', name: 'Answer the state', steps, status: 'active' };
    await api.post('/companies/current/workflow-types', type);
    return { ...ids, companyCaseId: (await api.made('/company-cases', {})).id };
  },
  async 'loanTapes.create'(api, ids) {
    await api.post('/companies/current/loan-tape-types', { ...aTapeType, externalId: 'investor-monthly' });
    return ids;
  },
  'loanTapes.update': withTape,
  // The example names a tape by its id, so a second one is given it; that of another world loses it.
  async 'loanTapes.compare'(api, ids, house) {
    const named = 'TA-7KQ2-M9XA';
    const { id: typeId } = await api.made('/companies/current/loan-tape-types', aTapeType);
    const other = await aTapeOf(house, api, typeId, 'succeeded');
    const pool = house.service.database.pools[api.realm.mode];
    await pool.query('delete from loan_tapes where compared_with_id = $1', [named]);
    await pool.query('delete from loan_tapes where id = $1', [named]);
    await pool.query('update loan_tapes set id = $1 where id = $2', [named, other]);
    return ids;
  },
  async 'workflowTypes.create'(api, ids) {
    await policeReport(api);
    const step = { externalId: 'collect-documents', name: 'Collect', workitemTypeIds: ['ext-police-report'] };
    await api.post('/companies/current/workflow-step-types', step);
    return ids;
  },
  async 'loanInvestors.change'(api, ids) {
    await api.post('/companies/current/investors', { name: 'Fund 1', externalId: 'fund-1' });
    return ids;
  },
  'collectionAgencies.loans': withAgency,
  'generalLedgerEntries.list': withGeneralLedger,
  'generalLedgerEntries.content': withGeneralLedger,
  'trialBalance.read': withGeneralLedger,
  'chargeOffFigures.read': withGeneralLedger,
  'chargeOffFigures.content': withGeneralLedger,
  'chargeOffFigures.picture': withGeneralLedger,
  'vintageFigures.read': withGeneralLedger,
  'vintageFigures.content': withGeneralLedger,
  'vintageFigures.picture': withGeneralLedger,
  'collectionFigures.read': withGeneralLedger,
  'promiseFigures.read': withGeneralLedger,
  'autopayFigures.read': withGeneralLedger,
  'returnFigures.read': withGeneralLedger,
  'prepaymentFigures.read': withGeneralLedger,
  'contactRuleFigures.read': withGeneralLedger,
  'rollRateFigures.read': withGeneralLedger,
  'collectionFigures.content': withGeneralLedger,
  'promiseFigures.content': withGeneralLedger,
  'autopayFigures.content': withGeneralLedger,
  'returnFigures.content': withGeneralLedger,
  'prepaymentFigures.content': withGeneralLedger,
  'contactRuleFigures.content': withGeneralLedger,
  'rollRateFigures.content': withGeneralLedger,
  'collectionFigures.picture': withGeneralLedger,
  'promiseFigures.picture': withGeneralLedger,
  'autopayFigures.picture': withGeneralLedger,
  'returnFigures.picture': withGeneralLedger,
  'prepaymentFigures.picture': withGeneralLedger,
  'contactRuleFigures.picture': withGeneralLedger,
  'rollRateFigures.picture': withGeneralLedger,
  'advances.list': withAdvance,
  'advances.read': withAdvance,
  'advances.create': withAdvance,
  'advances.update': withAdvance,
  'payoffQuotes.list': withPayoffQuote,
  'payoffQuotes.read': withPayoffQuote,
  'promiseToPayPlans.listOfCompany': withPromise,
  'promiseToPayPlans.list': withPromise,
  'promiseToPayPlans.read': withPromise,
  'promiseToPayPlans.cancel': withPromise,
  'settlements.listOfCompany': withSettlement,
  'settlements.list': withSettlement,
  'settlements.read': withSettlement,
  'settlements.accept': withSettlement,
  'settlements.cancel': withSettlement,
  'lateFeeSuspensions.list': withSuspension,
  'lateFeeSuspensions.create': onFreshLoan,
  'lateFeeSuspensions.read': withSuspension,
  'lateFeeSuspensions.update': withSuspension,
  'lateFeeSuspensions.cancel': withSuspension,
  'scraCaps.list': withScraCap,
  async 'scraCaps.create'(api, ids) {
    const known = await withService(api, ids);
    return { ...known, loanId: await aLoanOf(api, ids.personId as string) };
  },
  'scraCaps.read': withScraCap,
  'scraCaps.update': withScraCap,
  'scraCaps.cancel': withScraCap,
  'loanRefunds.list': withRefund,
  'loanRefunds.listOfCompany': withRefund,
  'loanRefunds.create': withRefund,
  'loanRefunds.createNewer': withRefund,
  'loanRefunds.cancel': withRefund,
  'hardships.list': withHardship,
  'hardships.read': withHardship,
  'hardships.cancel': withHardship,
  'hardships.reAge': onLineToReAge,
  'customPaymentPlans.list': withPlan,
  'customPaymentPlans.read': withPlan,
  'customPaymentPlans.cancel': withPlan,
  'hardships.defer': onFreshLoan,
  'hardships.changeDueDates': onFreshLoan,
  'customPaymentPlans.create': onFreshLoan,
  'moneyBreaks.attach': withExpected,
  'moneyBreaks.approve': withProposal,
  'moneyBreaks.reject': withProposal,
  'merchantAccounts.read': withMerchantAccount,
  'merchantAccounts.delete': withMerchantAccount,
  'autopay.read': withAutopay,
  'autopay.create': withAccount,
  'autopay.cancel': withAutopay,
  'caseSnooze.create': onFreshCase,
  'doNotInteracts.create': onFreshCase,
  'populationMembers.add': withExamplesLoan,
  'canInteract.askOfMany': withExamplesLoan,
  'notifications.update': withNotification,
  'subcases.close': withSubcases,
  'subcases.note': withSubcases,
  'subcases.forbidContact': withSubcases,
  'subcases.releaseContact': withSubcases,
  'subcases.send': withSubcases,
  'communicator.send': withExamplesReader,
  'outgoingMessages.update': withSentMessage,
  'templateVersions.create': withExamplesDescriptor,
  'templates.renderToDocument': withExamplesReader,
  'documents.update': withAgreement,
  'documents.sign': withPdf,
  'autopay.noticeSent': withAutopay,
  'loanFees.read': withFee,
  'loanFees.cancel': withFee,
  'loanFees.changeOrigination': withFee,
  'loanFees.update': withFeeByHand,
  'loanFees.cancelSeveral': withFeeByHand,
  'loans.unfreeze': (api, ids) => onLoan(api, ids, 'freeze'),
  'loans.reverseAccelerate': (api, ids) => onLoan(api, ids, 'accelerate'),
  'loans.reverseChargeOff': (api, ids) => onLoan(api, ids, 'charge-off', { chargedOffReason: 'bankruptcy' }),
};

/** The world's ids, prepared so that the endpoint can succeed. */
export async function readyFor({ name }: Endpoint, { house, company, ids }: World): Promise<Ids> {
  return (await before[name]?.(company.test, ids, house)) ?? ids;
}

/** A read of what every world has: any number of them may share one. Whoever reads events first gives them their places. */
export const changesNoWorld = ({ name, read }: Endpoint): boolean =>
  read !== undefined && before[name] === undefined && !name.startsWith('events.');

/** The same for a borrower, who pays by an account of theirs. */
export async function readyForBorrower(endpoint: Endpoint, world: World): Promise<Ids> {
  if (endpoint.name === 'transactions.create') return withAccount(world.company.test, world.ids);
  const ids = await readyFor(endpoint, world);
  return endpoint.name === 'documents.upload' ? withOwnDocument(world.company.test, ids) : ids;
}

/** A borrower has made it. */
async function withOwnDocument(api: Client, ids: Ids): Promise<Ids> {
  const made = await api.post(`/document-uploads/${ids.documentUploadLinkKey}/documents`, {});
  return { ...ids, documentDescriptorId: made.body.id };
}

export const bodyOfBorrower = (endpoint: Endpoint): unknown => endpoint.borrowers?.body ?? bodyOf(endpoint);

/** The relay plans it soon after its event. */
async function firstDelivery({ test: api }: Company, webhookId: string): Promise<string> {
  return eventually('a delivery is planned', async () => {
    const { data } = (await api.get(`/webhooks/${webhookId}/deliveries`)).body;
    return data[0]?.id as string | undefined;
  });
}

export function pathOf(endpoint: Endpoint, ids: Readonly<Record<string, string>>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    assert.ok(id !== undefined, `the world of this test has no ${name}: add one`);
    return id;
  });
}

/** The content type of an endpoint's body when it is not JSON. */
export function headersOf({ line, takes }: Endpoint): Record<string, string> {
  if (takes !== undefined) return { 'content-type': 'text/plain' };
  return line === undefined ? {} : { 'content-type': 'application/x-ndjson' };
}

/** A body that would be accepted without what is being tested. */
export const bodyOf = ({ name, example }: Endpoint): unknown =>
  name === 'testClock.advance' ? { to: '2199-01-01T00:00:00Z' } : example.body;

/** A workflow type whose item asks a receiver for points. */
const anAskingType = (api: Client) =>
  aWorkflowType(api, [
    {
      items: [
        {
          key: 'score',
          kind: 'automatic',
          automatic: {
            action: 'webhook',
            webhook: { name: 'score', answer: [{ fieldName: 'points', dataType: 'number' }] },
          },
          due: { count: 2, unit: 'calendarDays' },
          whenLate: { do: 'goOn' },
        },
      ],
    },
  ]);

async function aRunningWorkflow(
  api: Client,
  workflowTypeId: string,
): Promise<Record<'workflowId' | 'workitemId', string>> {
  const workflow = await aWorkflow(api, { id: workflowTypeId });
  const [step] = await stepsOfWorkflow(api, workflow);
  return { workflowId: workflow.id, workitemId: step.workitems[0].id };
}
