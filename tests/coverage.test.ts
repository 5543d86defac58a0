// docs/coverage.md names everything that the specification names, also what is not there yet, and says of each path and
// event what is so. The list of what must be named stands here, because the specification is not in this repository.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { endpoints, eventKinds } from '#app/capabilities.ts';
import { recordedAnswers } from '#app/server.ts';
import { answerShown } from '#platform/description/examples.ts';
import { idPrefixes } from '#platform/ids.ts';

/** Section 4, and the further endpoints of section 9; `…` is the path of a loan. */
const paths = `
  GET /bootstrap
  POST /auth/exchange-token
  POST /auth/password
  GET /auth/permissions
  POST, PUT, DELETE /auth/token
  POST /auth/token/short-lived
  GET /auth/user
  POST /companies/{companyId}/auth/saml/callback
  GET /companies/{companyId}/auth/saml/help
  GET /companies/{companyId}/auth/saml/login
  GET /companies/{companyId}/auth/saml/metadata.xml
  POST /companies/{companyId}/auth/send-one-time-code
  POST, PUT, DELETE /compliance/auth/token
  PUT /users/{userId}/auth
  GET, POST /keys
  GET, PUT, DELETE /keys/{keyId}
  GET /users/{userId}/permissions
  GET /users/{userId}/roles
  PUT, DELETE /users/{userId}/roles/{roleId}
  GET, POST /teams
  GET, PUT, DELETE /teams/{teamId}
  GET, POST /users
  GET, PUT /users/{userId}
  GET, POST /employees
  GET, PUT /employees/{employeeId}
  GET, POST /people
  GET /people/{personId}
  GET, POST /people/{personId}/contacts
  GET, PUT, DELETE /people/{personId}/contacts/{contactId}
  POST /people/{personId}/contacts/{contactId}/clone
  GET, POST /people/{personId}/documents
  GET, PUT, DELETE /people/{personId}/documents/{documentDescriptorId}
  GET, POST /people/{personId}/documents/{documentDescriptorId}/content
  POST /people/{personId}/documents/{documentDescriptorId}/convert
  POST /people/{personId}/documents/{documentDescriptorId}/sign
  GET, POST /people/{personId}/document-upload-links
  GET /people/{personId}/document-upload-links/{documentUploadLinkId}
  POST /document-uploads/{documentUploadLinkKey}/documents
  POST /document-uploads/{documentUploadLinkKey}/documents/{documentDescriptorId}/content
  POST …/amortize-preview
  GET, POST …/draws
  GET, PUT …/draws/{drawId}
  POST …/draws/{drawId}/activate
  POST …/draws/{drawId}/amortize
  POST …/draws/{drawId}/cancel
  POST …/draws/{drawId}/close
  GET, POST …/draws/{drawId}/credit-limit
  PUT …/draws/{drawId}/dynamic-fees
  POST …/draws/{drawId}/min-payment-calculation
  POST …/draws/{drawId}/reopen
  PUT …/draws/{drawId}/fees/draw
  GET, POST …/draws/{drawId}/purchases
  GET …/draws/{drawId}/purchases-timeline
  GET, PUT …/draws/{drawId}/purchases/{purchaseId}
  GET, POST …/draws/{drawId}/purchases/{purchaseId}/disputes
  GET, PUT …/draws/{drawId}/purchases/{purchaseId}/disputes/{purchaseDisputeId}
  GET …/draws/{drawId}/disputes
  GET …/disputes
  GET …/purchases
  GET …/purchases-timeline
  GET …/draws/{drawId}/obligations
  GET …/draws/{drawId}/obligations/{obligationId}
  GET /loans
  GET, POST …/fees
  PUT …/fees/origination
  PUT …/fees/{loanFeeId}
  POST …/fees/{loanFeeId}/cancel
  POST …/cancel-fees
  GET, POST …/advances
  GET, PUT …/advances/{advanceId}
  GET, POST …/refunds
  POST …/refunds-v2
  POST …/refunds/{loanRefundId}/cancel
  GET /companies/{companyId}/people/{personId}/loans/{loanId}/refunds
  GET, POST …/cards
  GET, PUT …/cards/{cardId}
  GET, POST, DELETE …/collection-agency
  GET …/statements/{statementId}/details
  POST …/transactions
  POST …/migration/past-transaction
  GET …/obligations
  GET …/obligations/{obligationId}
  GET /loan-types/{loanTypeId}/fee-types
  GET, POST /loan-types/{loanTypeId}/index-rates
  GET, PUT, DELETE /loan-types/{loanTypeId}/index-rates/{indexRateId}
  GET, POST /companies/{companyId}/merchants
  GET, PUT /companies/{companyId}/merchants/{merchantId}
  GET, POST /companies/{companyId}/loan-tape-types
  GET, PUT, DELETE /companies/{companyId}/loan-tape-types/{loanTapeTypeId}
  GET, POST /companies/{companyId}/promo-program-types
  GET, PUT, DELETE /companies/{companyId}/promo-program-types/{promoProgramTypeId}
  GET, POST /do-not-interact-types
  GET, PUT /do-not-interact-types/{doNotInteractTypeId}
  GET, POST /companies/{companyId}/workflow-types
  POST /companies/{companyId}/workflow-types/export
  POST /companies/{companyId}/workflow-types/import
  GET, PUT, DELETE /companies/{companyId}/workflow-types/{workflowTypeId}
  GET, POST /companies/{companyId}/workflow-step-types
  GET, PUT, DELETE /companies/{companyId}/workflow-step-types/{workflowStepTypeId}
  GET, POST /companies/{companyId}/workflow-workitem-types
  GET, PUT, DELETE /companies/{companyId}/workflow-workitem-types/{workflowWorkitemTypeId}
  GET, POST /campaigns
  GET, PUT /campaigns/{borrowerCampaignId}
  GET, POST /campaigns/{borrowerCampaignId}/runs
  GET, PUT /campaigns/{borrowerCampaignId}/runs/{borrowerCampaignRunId}
  GET /campaigns/{borrowerCampaignId}/runs/{borrowerCampaignRunId}/download
  GET /companies/{companyId}/campaigns/{borrowerCampaignId}/runs
  GET, POST /campaign-workers/bulk-senders
  GET, PUT, DELETE /campaign-workers/bulk-senders/{bulkSenderId}
  GET, POST /communicator/templates
  GET, PUT /communicator/templates/{templateVersionId}
  GET /communicator/templatedescriptors/{descriptorId}/templates
  GET /v2/communicator/templates
  GET, POST /webhooks
  GET, PUT, DELETE /webhooks/{webhookSubscriptionId}
  GET /events
`;

/** Section 2.1. */
const prefixes =
  'UR BO BN BI CT LT IR LN LA CP TX EV EM PT PA DD FT MS CS CE AP IN DT DN NT NO TD TV CO CR SR FD CN LR RL PM WT ST IT ' +
  'WF WS WI VT VE VA OB RE LP RA PE IA SE RF SM SA SD LF AE FE TY TA MR LS CA CL CI WH AF FB BC RN CX TC PS P2 LL AK AT ' +
  'SU RC';

/** Section 6.3. */
const events =
  'payment.initiated payment.succeeded payment.failed loan.activated loan.originated loan.created loan.statuschanged ' +
  'payment.instrument.deactivated autopay.schedule.changed';

/** What sections 1 to 3 and 8 tell of besides the objects that have prefixes. */
const objects = `
  borrowers, identities, contacts, payment instruments, documents, installment loans, advances, refunds, dynamic fees,
  collection agencies, lines of credit, draws, purchases, purchases timeline, purchase disputes, credit limits,
  minimum payment, grace period, index rates, campaigns, bulk senders, workflows, do-not-interact rules, merchants,
  cards, teams, roles, API keys, webhook subscriptions, events, compliance guard, can interact, lock status, bankruptcy,
  active military, FEMA disasters, metadata, bootstrap, SAML, one-time code, tokens, sessions, promo programs,
  loan tapes, labels, credit reporting, promises to pay, cancel of a payment, down payment, contact exporters,
  statement, templates, employees, document upload links, borrowerType, collectionsIntensity
`;

const named = (text: string, separator: RegExp): string[] => text.trim().split(separator);
const coverage = readFileSync(new URL('../docs/coverage.md', import.meta.url), 'utf8');

/** The rows of a chapter: what is named in them, and whether it stands. */
function rowsOf(chapter: string): { readonly text: string; readonly stands: boolean }[] {
  const text = coverage.split(/^#{2,3} /m).find((one) => one.startsWith(`${chapter}\n`)) ?? '';
  return [...text.matchAll(/^\| (.*) \| (stands|not yet) \|$/gm)].map(([, row = '', state]) => ({
    text: row,
    stands: state === 'stands',
  }));
}

/** Both spellings of a parameter are one path. */
const plain = (path: string): string =>
  path.replace('…', '/people/{personId}/loans/{loanId}').replace(/\{\w+\}/g, '{}');

/** `GET, POST /people` are two operations. */
function operationsIn(entry: string): string[] {
  const [, methods = '', path = ''] = /^([A-Z, ]+) (\S+)$/.exec(entry) ?? [];
  return methods.split(', ').map((method) => `${method} ${plain(path)}`);
}

const statesOf = (chapter: string, entriesIn: (text: string) => string[]): Map<string, boolean> =>
  new Map(rowsOf(chapter).flatMap(({ text, stands }) => entriesIn(text).map((entry) => [entry, stands] as const)));

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, entry = '']) => entry);

/** What the last cell of a row names: a file, or part of its path, and the words in quotes that follow it. */
interface Shown {
  readonly file: string;
  readonly words: readonly string[];
}

function shownIn(row: string): Shown[] {
  const cell = row.split(' | ').at(-1) ?? '';
  const files = [...cell.matchAll(/`((?:[\w.*-]+\/)+[\w.*-]+|[\w-]+\.test\.ts)`([^`]*)/g)];
  return files.map(([, file = '', after = '']) => ({
    file,
    words: [...after.matchAll(/"([^"]+)"/g)].map(([, words = '']) => words),
  }));
}

/** Files and folders. */
const inTheHouse = globSync('{src,tests,engine,ach,simulator,cli,bench,scripts,operations,examples,docs}/**', {
  exclude: ['**/node_modules/**'],
});

function filesNamed(name: string): string[] {
  const path = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const pattern = new RegExp(`(?:^|/)${path}(?:\\.test)?(?:\\.(?:ts|mjs|txt))?$`);
  return existsSync(name) ? [name] : inTheHouse.filter((file) => pattern.test(file));
}

describe('docs/coverage.md', () => {
  test('names tests that are there, by words that stand in them', () => {
    const shown = coverage
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap(shownIn);
    assert.ok(shown.length > 600);
    const wrong = shown.flatMap(({ file, words }) => {
      const files = filesNamed(file);
      if (files.length === 0) return [file];
      if (words.length === 0) return [];
      const texts = files.map((one) => readFileSync(one, 'utf8').replaceAll("\\'", "'"));
      return words.filter((one) => !texts.some((text) => text.includes(one))).map((one) => `${file} "${one}"`);
    });
    assert.deepEqual(wrong, []);
  });

  test('names every path, and says which are served', () => {
    const said = statesOf('Paths', (text) => quoted(text).flatMap(operationsIn));
    const served = new Set(endpoints.map(({ method, path }) => `${method} ${plain(path)}`));
    const wanted = named(paths, /\s*\n\s*/).flatMap(operationsIn);
    assert.ok(wanted.length > 150);
    assert.deepEqual(
      wanted.filter((operation) => !said.has(operation)),
      [],
      'these are not named',
    );
    assert.deepEqual(
      [...said].filter(([operation, stands]) => served.has(operation) !== stands),
      [],
      'of these it says what is not so',
    );
  });

  test('names every prefix with its object, and says which ids are shown', () => {
    const said = statesOf('Prefixes', (text) => text.split(/[|,] /).filter((entry) => /^[A-Z][A-Z0-9] /.test(entry)));
    const entryOf = (prefix: string): string =>
      [...said.keys()].find((entry) => entry.startsWith(`${prefix} ${idPrefixes[prefix as 'BO']}`)) ?? '';
    const all = Object.keys(idPrefixes);
    assert.deepEqual(
      all.filter((prefix) => entryOf(prefix) === ''),
      [],
      'these are not named',
    );
    const recorded = recordedAnswers();
    const answers = JSON.stringify(endpoints.map((endpoint) => [answerShown(endpoint, recorded), endpoint.answer]));
    assert.deepEqual(
      all.filter((prefix) => answers.includes(`"${prefix}-`) !== said.get(entryOf(prefix))),
      [],
      'of these it says what is not so',
    );
  });

  test('tells the prefixes of the interface from ours', () => {
    const theirs = named(prefixes, / /);
    assert.equal(theirs.length, 80);
    const ours = rowsOf('Prefixes').filter(({ text }) => text.startsWith('Ours'));
    const own = ours.flatMap(({ text }) => [...text.matchAll(/[|,] ([A-Z][A-Z0-9]) /g)].map(([, prefix]) => prefix));
    assert.deepEqual(
      own.filter((prefix) => theirs.includes(prefix as string)),
      [],
    );
    assert.deepEqual(Object.keys(idPrefixes).sort(), [...theirs, ...own].sort(), 'there are no others');
  });

  test('names every event of the specification, and says which are told', () => {
    const said = statesOf('Events', quoted);
    const told = new Set(eventKinds.map(({ type }) => type as string));
    assert.deepEqual([...said.keys()].sort(), named(events, / /).sort());
    assert.deepEqual(
      [...said].filter(([type, stands]) => told.has(type) !== stands),
      [],
    );
  });

  test('names every object of the specification', () => {
    const text = rowsOf('Objects and rules')
      .map((row) => row.text)
      .join(' ')
      .toLowerCase();
    assert.deepEqual(
      named(objects, /,\s+/).filter((object) => !text.includes(object.toLowerCase())),
      [],
    );
  });
});
