import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const contentPart = (carrierId: string, eventId: string): string => `payment-notice.${carrierId}.${eventId}`;

export const noticesSealed: readonly SealedTable[] = [
  {
    table: 'payment_notices',
    key: ['carrier_id', 'event_id'],
    byCompany: { columns: { content_sealed: ({ carrier_id, event_id }) => contentPart(carrier_id, event_id) } },
  },
];
