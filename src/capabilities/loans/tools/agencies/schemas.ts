// The collection agency of a loan, as it is asked for and shown. Source: specification 2.12, resource shapes 3.14.
import { type Static, Type } from 'typebox';
import { Address, caseId } from '#capabilities/people/index.ts';
import { DateTime, Described, ExternalId, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { sendNotice } from '../../core/lifecycle/schemas.ts';
import { LoanStatus, previewMode } from '../../core/loan/schemas.ts';
import { servicers } from '../../core/loan/servicers.ts';
import { id } from '../../core/loan/thing-fields.ts';
import { assignments } from './agency-assignment.ts';

const assignment = {
  assignmentId: Described(id('CY-5KX8-W2NB'), { description: 'Names the time for which the agency has the loan.' }),
  loanId: id('LN-7KQ2-M4XA'),
  assignedAt: DateTime,
};

export const AgencyOfLoan = Type.Object(
  {
    id: id('CL-4J7C-Z2QV'),
    object: Type.Literal('collectionAgency'),
    externalId: ExternalId({ max: 255 }),
    companyId: id('CP-4H7K-2MXA'),
    legalName: Text({ max: 200 }),
    contactPhone: Nullable(Text({ max: 60 })),
    contactEmail: Nullable(Text({ max: 320 })),
    mailingAddress: Nullable(Address),
    servicedBy: StringEnum(servicers, { description: 'Who services the loan.' }),
    ...assignment,
  },
  { title: 'CollectionAgencyOfLoan' },
);
export type AgencyOfLoan = Static<typeof AgencyOfLoan>;

export const AgencyAssign = Named('CollectionAgencyAssign')({
  collectionAgencyId: Id('CL', 'collection agency'),
  sendNotice,
  previewMode,
  caseId,
});
export type AgencyAssign = Static<typeof AgencyAssign>;

export const AgencyUnassign = Named('CollectionAgencyUnassign')({
  servicedBy: Type.Optional(
    Nullable(StringEnum(servicers), {
      description: 'Who services the loan from now on; the creditor if not given, here or in the query.',
    }),
  ),
  caseId,
});
export type AgencyUnassign = Static<typeof AgencyUnassign>;

export const HeldByAgency = Type.Object(
  {
    ...assignments.schema.properties,
    loanExternalId: ExternalId({ max: 255 }),
    loanStatus: Described(LoanStatus, { description: 'As the books were last worked.' }),
  },
  { title: 'LoanOfCollectionAgency' },
);
export type HeldByAgency = Static<typeof HeldByAgency>;
