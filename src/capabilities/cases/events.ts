// What happens to cases, by the names of the interface.

import { baseCaseTypes, caseStatuses } from '#capabilities/case-types/index.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { CaseRow } from './tables.ts';

/** The fields of the events of a case, and of what lies below it. */
export const aboutCase = {
  caseExternalId: ExternalId({ max: 255 }),
  caseTypeId: Nullable(Text({ max: 12 })),
  caseType: StringEnum(baseCaseTypes),
  status: StringEnum(caseStatuses),
  outcome: Nullable(Text({ max: 50 })),
};

const about = eventsAbout('person', aboutCase);

export const toldOfCase = (row: CaseRow) => ({
  caseExternalId: row.external_id,
  caseTypeId: row.case_type_id,
  caseType: row.case_type,
  status: row.status,
  outcome: row.outcome,
});

export const caseChanged = about(
  'case.changed',
  'A case was made or changed. `previousStatus` is null for a new one.',
  { previousStatus: Nullable(StringEnum(caseStatuses)) },
);

export const caseAssociationAdded = about('case.association.added', 'A case is about this loan from now on.');

export const caseAssociationRemoved = about('case.association.removed', 'A case is not about this loan any more.');

/** Somebody has chosen which loans a case is about. */
export const associationEvents = [caseAssociationAdded, caseAssociationRemoved];

export const caseEvents = [caseChanged, ...associationEvents];
