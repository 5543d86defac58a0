// The accounts of the general ledger, its journal, and its trial balance.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { type LedgerListener, setAccounts } from './commands/set-accounts.ts';
import { generalLedgerErrors } from './errors.ts';
import { accountsUpdated } from './events.ts';
import { Accounts, AccountsInput, Entry, TrialBalance } from './schemas.ts';
import { daysMax, entryList, journalOf, listEntries, showAccounts, trialBalance } from './show.ts';

const ofLedger = below({
  path: '/companies/{companyId}/general-ledger',
  permission: 'general.ledger:read',
  subject: ownCompany,
});

const notKept = [generalLedgerErrors.GeneralLedgerNotKept];
const day = (description: string) => Type.Optional(Described(DateOnly, { description }));

export const generalLedgerRoutes = (listeners: readonly LedgerListener[]): readonly Endpoint[] => [
  ofLedger({
    name: 'generalLedgerAccounts.read',
    path: '/accounts',
    summary: 'Read the accounts of the general ledger',
    description: 'Each account with what is booked to it. A company that has said none sees those that are suggested.',
    query: { on: day('The day on which they are valid: today, if not given.') },
    answer: Accounts,
    read: async ({ reader, caller, now }, { query }) =>
      showAccounts(reader, query.on ?? dateInZone(await now(), caller.timezone)),
  }),
  ofLedger({
    name: 'generalLedgerAccounts.update',
    path: '/accounts',
    summary: 'Set the accounts of the general ledger',
    description:
      'All accounts at once, from a day on that is not closed: earlier days stay as they were booked. The first time it begins the ledger, with the first day of the books; what was posted until now is booked within minutes, day by day.',
    permission: 'general.ledger:update',
    body: AccountsInput,
    answer: Accounts,
    errors: [errors.NotFound, errors.NoRoom],
    emits: [accountsUpdated],
    example: { body: {} },
    async command(ctx, tx, { body }) {
      return showAccounts(tx, await setAccounts(ctx, tx, body, { zone: ctx.caller.timezone, listeners }));
    },
  }),
  ofLedger({
    name: 'generalLedgerEntries.list',
    path: '/journal',
    summary: 'List the entries of the general ledger',
    description:
      'Entries of closed days, the newest first. A day is closed some minutes after its end in the zone of the company. What becomes known of an earlier day is an entry of the day on which it became known, with that day as `effectiveDate`.',
    shape: 'list',
    query: entryList.query,
    list: entryList,
    answer: Entry,
    errors: notKept,
    read: ({ reader }, { query }) => listEntries(reader, query),
  }),
  ofLedger({
    name: 'generalLedgerEntries.content',
    path: '/journal/content',
    summary: 'Download the journal',
    description: `CSV by RFC 4180, a line for each debit or credit, of at most ${daysMax} closed days, the oldest first. The file of closed days is always the same.`,
    query: {
      from: day('The first day; the last one, if not given.'),
      to: day('The last day; the newest that is closed, if not given.'),
    },
    shape: 'page',
    contentType: 'text/csv',
    answer: Type.String(),
    errors: notKept,
    async read({ reader }, { query }) {
      const { name, body } = await journalOf(reader, query);
      return { body, headers: { 'content-disposition': `attachment; filename="${name}"` } };
    },
  }),
  ofLedger({
    name: 'trialBalance.read',
    path: '/trial-balance',
    summary: 'Read the trial balance',
    description: 'What each account comes to at the end of a closed day. All together are zero.',
    query: {
      asOf: day('The day at whose end it is; the newest that is closed, if not given.'),
      from: day('The first day whose debits and credits are counted; what was before is `openingAmount`.'),
    },
    answer: TrialBalance,
    errors: notKept,
    read: ({ reader }, { query }) => trialBalance(reader, query),
  }),
];
