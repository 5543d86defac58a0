// What happens to documents besides being made, changed and deleted.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, StringEnum, Text } from '#platform/input/schemas.ts';
import { documentStatuses, documentTypes } from './document-types.ts';

export const toldOfDocument = {
  type: StringEnum(documentTypes),
  status: StringEnum(documentStatuses),
};

const about = eventsAbout('person', {
  documentDescriptorId: Text({ max: 12 }),
  documentDescriptorExternalId: ExternalId({ max: 255 }),
  contentId: Text({ max: 36 }),
  ...toldOfDocument,
});

export const documentInfected = about(
  'documentdescriptor.infected',
  'The scanner has found something in a content of a document. Its bytes are gone.',
);

export const documentUploaded = about('documentdescriptor.uploaded', 'A content of a document was uploaded.');
