// What is made from documents.
import { toldOfDocument } from '#capabilities/documents/index.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';

const about = eventsAbout('person', {
  documentDescriptorId: Text({ max: 12 }),
  conversionSourceId: Text({ max: 12 }),
  contentId: Text({ max: 36 }),
  ...toldOfDocument,
});

export const documentConverted = about(
  'documentdescriptor.converted',
  'A PDF was made from the content of a document.',
);
export const documentSigned = about(
  'documentdescriptor.signed',
  'A PDF was signed with the certificate of the company.',
);
