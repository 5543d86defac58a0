import { eventClassOf } from './event-kind.ts';
import type { EventRow } from './event-row.ts';
import type { Event } from './schemas.ts';
import { untold } from './untold.ts';

export function presentEvent(row: EventRow): Event {
  const idOf = (type: typeof row.actor_type) => (row.actor_type === type ? row.actor_id : null);
  return {
    id: row.id,
    object: 'event',
    eventType: row.event_type,
    eventClass: eventClassOf(row.event_type),
    discriminator: '',
    parentId: '0',
    createdAt: row.created_at,
    effectiveAt: row.effective_at,
    updatedAt: row.deleted_at,
    deletedAt: row.deleted_at,
    companyId: row.company_id,
    personId: row.subject_id === row.company_id ? null : row.subject_id,
    loanId: row.loan_id,
    periodId: row.period_id,
    caseId: row.case_id,
    transactionId: row.transaction_id,
    creatingMessageId: row.message_id,
    requestId: row.request_id,
    apiKeyId: idOf('key'),
    ...untold,
    userId: idOf('user'),
    ...row.details,
  };
}
