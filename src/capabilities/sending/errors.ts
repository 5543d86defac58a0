import { errorKinds } from '#platform/errors.ts';

export const sendingErrors = errorKinds({
  NoWayToSend: {
    status: 409,
    title: 'Nothing is set up by which such a message could be sent',
    remedy:
      'Set SMTP_URL and MAIL_FROM for email, MESSAGES_WEBHOOK_URL and MESSAGES_WEBHOOK_SECRET for text and voice. In test mode nothing is needed: read GET /test-mailbox.',
  },
});
