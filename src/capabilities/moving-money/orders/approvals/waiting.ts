// Orders of money out that wait for a second person, as tasks.
import { sql } from 'kysely';
import { joinedPart } from '#platform/resource/joined-list.ts';
import { isDue, type TaskSource } from '#platform/task-source.ts';
import { paymentApprovals } from './tables.ts';

/** An order waits from the moment on at which it was given. It is nobody's before somebody decides. */
export const waitingApprovals: TaskSource = {
  kind: 'approval',
  permission: 'payment.approval:list',
  part(reader, { due, userId }) {
    if (userId !== undefined) return undefined;
    const all = reader.db.selectFrom('payment_approvals').select(paymentApprovals.all);
    return joinedPart({
      prefix: 'AV',
      source: {
        table: 'payment_approvals',
        idColumn: 'id',
        isSkewed: true,
        sortable: { dueAt: 'created_at', createdAt: 'created_at' },
      },
      // In the words of the index, which has no others.
      rows: all
        .where(sql<boolean>`${sql.ref('payment_approvals.status')} = 'waiting'`)
        .where(isDue('payment_approvals.created_at', due)),
      show: async (rows) =>
        rows.map((row) => ({
          id: row.id,
          kind: 'approval',
          companyId: row.company_id,
          personId: row.person_id,
          loanId: row.loan_id,
          amount: row.amount,
          createdByType: row.ordered_by_type,
          createdById: row.ordered_by_id,
          dueAt: row.created_at,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
        })),
    });
  },
};
