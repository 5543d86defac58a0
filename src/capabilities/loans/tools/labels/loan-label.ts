// Labels: words by which a company sorts its loans.
import { ownCompany } from '#capabilities/access/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { type LoanLabelRow, loanLabels } from './tables.ts';

const statuses = ['active', 'archived'] as const;
const status = StringEnum(statuses);

export const loanLabel = defineResource({
  name: 'loan label',
  plural: 'loan labels',
  prefix: 'LL',
  table: loanLabels,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    externalId: ExternalId({ max: 255, example: 'watch' }),
    name: Text({ min: 1, max: 100, example: 'Watch' }),
    description: Nullable(Text({ max: 1000, example: 'Looked at by the credit committee each month.' })),
    color: Nullable(Text({ max: 7, example: '#CC3311' }), { description: 'Six hexadecimal digits behind a #.' }),
    status: StringEnum(statuses, { description: '`active` if not given. Loans keep an archived one; none gets it.' }),
  },
  defaults: { status: 'active' },
  atMost: 1000,
  sort: ['createdAt', 'updatedAt', 'name', 'status', 'externalId'],
  filters: { status },
  told: { status },
  events: { created: 'A label for loans was created.', updated: 'A label for loans was changed.' },
  endpoints: {
    list: { description: 'Lists those of your own company: companyId is its id, or `current`.' },
    create: {
      body: {
        externalId: 'watch',
        name: 'Watch',
        description: 'Looked at by the credit committee each month.',
        color: '#CC3311',
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays. An archived one stays on its loans, and no further loan gets it.',
      body: { status: 'archived' },
    },
  },
});

export const loanLabelRoutes = loanLabel.endpoints({
  async beforeWrite(_ctx, _tx, { row: { color } }) {
    if (color === null || /^#[0-9A-Fa-f]{6}$/.test(color)) return undefined;
    throw refuseField('color', 'is no color', 'six hexadecimal digits behind a #, such as #CC3311, or null');
  },
});

export async function loanLabelsOf(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, LoanLabelRow>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows(reader.db.selectFrom('loan_labels').select(loanLabels.all).where('id', 'in', ids));
  return new Map(rows.map((row) => [row.id, row]));
}
