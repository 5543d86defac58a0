// Investors: they own loans. Exactly one is the default investor, until another one is made the default.

import Type from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { prepared } from '#platform/db/prepared.ts';
import { LostRace } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { ExternalId, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type InvestorRow, investors } from '../tables.ts';

export const investor = defineResource({
  name: 'investor',
  plural: 'investors',
  prefix: 'IR',
  table: investors,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    externalId: ExternalId({ max: 255, example: 'fund-1' }),
    name: Text({ min: 1, max: 200, example: 'Acme Lending' }),
    isDefault: Type.Boolean({ description: 'Whose the loans are that name no investor. Exactly one is it.' }),
  },
  taken: {
    isDefault: Type.Boolean({ description: 'True takes it from the one that is it now. False if not given.' }),
  },
  defaults: { isDefault: false },
  sort: ['createdAt', 'updatedAt', 'name', 'externalId'],
  told: { isDefault: Type.Boolean() },
  events: {
    created: 'An investor was created.',
    updated: 'An investor was changed, or is no longer the default one because another is.',
  },
  endpoints: {
    list: {
      description:
        'Lists those of your own company: companyId is its id, or `current`. Each company has one from its birth.',
    },
    create: {
      emits: ['updated'],
      body: {
        externalId: 'fund-1',
        name: 'Wabash Loan Fund',
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays. Made the default one, it takes that from the one that was it.',
      body: { name: 'Wabash Fund I' },
    },
  },
  whenTaken: {
    // Another investor became the default at the same time: the later command runs again and replaces it.
    investors_default: (_, cause) => new LostRace('Another investor became the default.', { cause }),
  },
});

export const investorRoutes = investor.endpoints({
  async beforeWrite(ctx, tx, { before, row }) {
    if (before?.is_default && !row.is_default) {
      const expected = 'true; make another investor the default one instead';
      throw refuseField('isDefault', 'cannot be taken from the only default one', expected);
    }
    if (row.is_default && !before?.is_default) await takeDefault(ctx, tx);
  },
});

/** By id or `ext-` reference. Errors: NotFound, with the path `investorId`. */
export const findInvestor = investor.find;

async function takeDefault(ctx: CommandContext, tx: Tx): Promise<void> {
  const query = tx.db.selectFrom('investors').select(investors.all).where('is_default', '=', true);
  const before = await tx.row(query.forNoKeyUpdate());
  if (before === undefined) return;
  const row: InvestorRow = { ...before, is_default: false, updated_at: ctx.now };
  investor.change(tx, before, row);
  investor.tell(ctx, 'updated', row);
}

const defaultRow = prepared((db) => db.selectFrom('investors').select(['id', 'name']).where('is_default', '=', true));

/** The investor of loans that name none. */
export async function defaultInvestor(reader: Reader): Promise<{ readonly id: string; readonly name: string }> {
  const row = await reader.row(defaultRow(reader.db, {}));
  if (row === undefined) throw notFound('investor', 'that is the default one', 'investorId');
  return row;
}
