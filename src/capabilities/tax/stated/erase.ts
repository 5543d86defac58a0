// What somebody has said of a debt stays with its codes, days and amounts, as the books do: others who owe it were told of
// by it, and it would be taken back from them. The words for the property go.
import type { Erasing } from '#platform/capability.ts';
import '../tables.ts';

export const eraseStated: Erasing = async (tx, personId) =>
  tx.write(
    tx.db
      .updateTable('stated_discharges')
      .set({ property_description: 'Property' })
      .where('person_id', '=', personId)
      .where('property_description', 'is not', null),
  );
