// The sealed values of webhooks: addresses and secrets with the company's key, bodies with the key of their subject.
// Only values of the company change with the encryption key.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { answerPart, bodyPart } from './delivery/plan-deliveries.ts';
import { secretPart, urlPart } from './webhook.ts';

export const webhookSealed: readonly SealedTable[] = [
  {
    table: 'webhooks',
    key: ['id'],
    byCompany: {
      columns: {
        url_sealed: ({ id }) => urlPart(id),
        secret_sealed: ({ id }) => secretPart(id),
        previous_secret_sealed: ({ id }) => secretPart(id),
      },
    },
  },
  {
    table: 'webhook_deliveries',
    key: ['webhook_id', 'id'],
    byPerson: ['body_sealed', 'answer_sealed'],
    byCompany: {
      where: 'lane',
      reads: ['sequence'],
      columns: {
        body_sealed: ({ webhook_id, sequence }) => bodyPart(webhook_id, sequence),
        answer_sealed: ({ webhook_id, sequence }) => answerPart(webhook_id, sequence),
      },
    },
  },
];
