import { errorKinds } from '#platform/errors.ts';

export const sendingErrors = errorKinds({
  NoWayToSend: {
    status: 409,
    title: 'Nothing is set up by which such a message could be sent',
    remedy:
      'Set SMTP_URL and MAIL_FROM for email, MESSAGES_WEBHOOK_URL and MESSAGES_WEBHOOK_SECRET for text and voice, LETTERS_DIR or LETTERS_SFTP_URL for letters. In test mode nothing is needed: read GET /test-mailbox.',
  },
  NoticeNotSigned: {
    status: 401,
    title: 'A notice about messages is not signed',
    remedy:
      'Sign the bytes of the body as Standard Webhooks does, with MESSAGES_WEBHOOK_SECRET and the time of now; a clock may differ by five minutes.',
  },
});
