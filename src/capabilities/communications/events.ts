// The events of messages: that one was handed over, or had to wait; never what it says, or to whom it goes.

import Type from 'typebox';
import { themes } from '#capabilities/company/index.ts';
import { interactionCreated, interactionUpdated } from '#capabilities/interactions/index.ts';
import { channels } from '#capabilities/people/index.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { DateTime, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { MessageRow } from './tables.ts';
import { origins } from './words.ts';

const messageEvent = eventsAbout('person', {
  messageId: Text({ max: 12 }),
  interactionId: Text({ max: 12 }),
  channel: StringEnum(channels),
  subject: Text({ max: 64 }),
  theme: StringEnum(themes),
  origin: StringEnum(origins),
});

export const communicationSent = messageEvent(
  'communication.send',
  'A message to a borrower was handed over: to the mail server, the receiver of texts, the printer.',
);
export const communicationFailed = messageEvent(
  'communication.failed',
  'A message to a borrower did not arrive, or nobody knows whether it went out.',
  { reason: StringEnum(['refused', 'bounced', 'unknown', 'noContact']) },
);
export const interactionBlocked = messageEvent(
  'interaction.blocked',
  'A message to a borrower may not go out now: it is held, or dropped.',
  {
    becomes: StringEnum(['held', 'dropped']),
    until: Nullable(DateTime, { description: 'When it is asked for again.' }),
    ruleIds: Type.Array(Text({ max: 100 }), {
      description: 'The rules that stand against it; `quietHours` stands for the hours of the company.',
    }),
  },
);

export const communicationEvents = [communicationSent, communicationFailed, interactionBlocked];

/** What sending a message may tell. */
export const sendingEvents = [...communicationEvents, interactionCreated, interactionUpdated];

export const toldOfMessage = (row: MessageRow) => ({
  messageId: row.id,
  interactionId: row.interaction_id,
  channel: row.channel,
  subject: row.subject,
  theme: row.theme,
  origin: row.origin,
});

export const aboutOfMessage = ({ loan_ids: [loanId], case_id: caseId }: MessageRow) => ({
  about: { ...(loanId !== undefined && { loanId }), ...(caseId !== null && { caseId }) },
});
