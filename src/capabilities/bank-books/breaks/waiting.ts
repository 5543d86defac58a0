// Breaks that are not resolved, as tasks.
import { joinedPart } from '#platform/resource/joined-list.ts';
import { isDue, type TaskSource } from '#platform/task-source.ts';

/** A break waits from the moment on at which it was found. */
export const openBreaks: TaskSource = {
  kind: 'break',
  permission: 'money.break:list',
  part(reader, { due, userId }) {
    const open = reader.db
      .selectFrom('payment_breaks')
      .selectAll()
      .where('payment_breaks.resolved_at', 'is', null)
      .where(isDue('payment_breaks.found_at', due));
    return joinedPart({
      prefix: 'BR',
      source: {
        table: 'payment_breaks',
        idColumn: 'id',
        isSkewed: true,
        sortable: { dueAt: 'found_at', createdAt: 'found_at' },
      },
      rows: userId === undefined ? open : open.where('payment_breaks.owner_id', '=', userId),
      show: async (rows) =>
        rows.map((row) => ({
          id: row.id,
          kind: 'break',
          companyId: row.company_id,
          personId: row.person_id,
          amount: row.amount_cents,
          takenById: row.owner_id,
          createdByType: 'system',
          createdById: null,
          dueAt: row.found_at,
          createdAt: row.found_at,
          updatedAt: row.updated_at,
        })),
    });
  },
};
