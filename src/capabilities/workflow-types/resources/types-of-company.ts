// Where the three kinds of types lie. Whoever changes one holds the company: a new version of an item makes new versions
// of the workflow types that have it, so two changes at once come one after the other.
import { companyToHold, ownCompany } from '#capabilities/access/index.ts';
import type { Subject } from '#platform/http/endpoint.ts';

export const heldCompany: Subject<undefined> = {
  ...ownCompany,
  async find(reader, reference, lock) {
    const found = await ownCompany.find(reader, reference, lock);
    if (lock) await reader.row(companyToHold(reader));
    return found;
  },
};

export const typesOfCompany = {
  below: { path: '/companies/{companyId}', subject: heldCompany },
  copiedBy: 'copyOf',
} as const;
