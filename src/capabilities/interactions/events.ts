// The events of interactions: that somebody talked to a borrower, by what and about what; never what was said.

import { themes } from '#capabilities/company/index.ts';
import { channels } from '#capabilities/people/index.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, StringEnum, Text } from '#platform/input/schemas.ts';
import { directions } from './rules/channels.ts';
import { interactionStatuses } from './states.ts';
import type { InteractionRow } from './tables.ts';

const interactionEvent = eventsAbout('person', {
  interactionId: Text({ max: 12 }),
  interactionExternalId: ExternalId({ max: 255 }),
  channel: StringEnum(channels),
  direction: StringEnum(directions),
  theme: StringEnum(themes),
  status: StringEnum(interactionStatuses),
});

export const interactionCreated = interactionEvent(
  'interaction.created',
  'An interaction with a borrower was recorded, or is scheduled.',
);
export const interactionUpdated = interactionEvent(
  'interaction.updated',
  'An interaction went on, ended, or was corrected by a later report.',
);

export const toldOfInteraction = (row: InteractionRow) => ({
  interactionId: row.id,
  interactionExternalId: row.external_id,
  channel: row.channel,
  direction: row.direction,
  theme: row.theme,
  status: row.status,
});

export const aboutOf = ({ loan_ids: [loanId], case_id: caseId }: InteractionRow) => ({
  about: { ...(loanId !== undefined && { loanId }), ...(caseId !== null && { caseId }) },
});
