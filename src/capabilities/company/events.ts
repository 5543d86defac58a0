import Type from 'typebox';
import { defineEvent } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';

export const companyUpdated = defineEvent({
  type: 'company.updated',
  summary: 'Settings of the company were changed.',
  subject: 'company',
  fields: { changed: Type.Array(Text({ max: 50 }), { description: 'The fields that differ from before.' }) },
});
