// The events of notices.
import { defineEvent } from '#platform/events/event-kind.ts';
import { Bool, StringEnum, Text } from '#platform/input/schemas.ts';

const reasonsNotSent = ['noContact', 'noTemplate', 'valueMissing', 'notAllowed'] as const;
export type ReasonNotSent = (typeof reasonsNotSent)[number];

export const noticeNotSent = defineEvent({
  type: 'notice.not.sent',
  summary:
    'A notice was not sent: a value of its text is not known, or the rules of contact do not allow it; or the law asks for it, and the borrower has no contact for it, or there is no template.',
  subject: 'person',
  fields: {
    subject: Text({ max: 60 }),
    reason: StringEnum(reasonsNotSent),
    source: StringEnum(['event', 'repayment', 'case', 'workflow']),
    sourceId: Text({ max: 40 }),
  },
});

export const systemNoticeUpdated = defineEvent({
  type: 'systemnotice.updated',
  summary: 'A notice of the system was switched on or off, or is sent at another time.',
  subject: 'company',
  fields: { systemNoticeId: Text({ max: 60 }), isEnabled: Bool },
});
