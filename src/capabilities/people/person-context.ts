// What a condition may name of a borrower.
import type { LoadedContext } from '#platform/conditions/named-context.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { statesOfHomes } from './contact.ts';
import { usStates } from './rules/us-states.ts';

const personOf = prepared((db, placeholder: PlaceholderOf<{ id: string }>) =>
  db
    .selectFrom('people')
    .select(['person_id', 'data_key', 'borrower_type', 'status', 'collections_intensity'])
    .where('person_id', '=', placeholder('id')),
);

export const personContext: LoadedContext = {
  name: 'person',
  permission: 'person:read',
  fields: {
    borrowerType: { type: 'string', words: ['person', 'business'] },
    status: { type: 'string', words: ['active', 'inactive'] },
    collectionsIntensity: { type: 'string', words: ['light', 'normal', 'heavy'] },
    /** The state in the primary home address. */
    homeState: { type: 'string', words: usStates, isSealed: true },
  },
  async load(reader, vault, ids, paths) {
    const rows = (await reader.together(...ids.map((id) => personOf(reader.db, { id })))).flat();
    const states = paths.has('homeState') ? await statesOfHomes(reader, vault, rows) : [];
    return new Map(
      rows.map((row, i) => {
        const { borrower_type: borrowerType, status, collections_intensity: collectionsIntensity } = row;
        return [row.person_id, { borrowerType, status, collectionsIntensity, homeState: states[i] ?? null }];
      }),
    );
  },
};
