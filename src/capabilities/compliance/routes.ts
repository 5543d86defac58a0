// Every endpoint of verdicts.
import { interactionOfPath } from '#capabilities/interactions/index.ts';
import { findPersonId, peopleErrors, personNotFound } from '#capabilities/people/index.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint, type Subject } from '#platform/http/endpoint.ts';
import { Operation } from '#platform/http/operation-routes.ts';
import { startBacktest } from './backtest/operation.ts';
import { Backtest } from './backtest/schemas.ts';
import type { LeavingOfContacted } from './facts/read-facts.ts';
import {
  CanInteract,
  CanInteractOnLoan,
  CanInteractWithMany,
  ContactVerdict,
  KeptVerdict,
  VerdictsOfMany,
} from './schemas.ts';
import { askAboutMany, askAboutOne } from './verdicts/ask.ts';
import { keptVerdict } from './verdicts/keep.ts';

const permission = 'compliance.verdict:read';

/** Whether there is such a borrower, the facts tell. */
const personAsked: Subject<string> = {
  param: 'personId',
  notFound: errors.NotFound,
  async find(reader, reference) {
    const id = await findPersonId(reader, reference);
    if (id === undefined) throw personNotFound(reference);
    return { id, subject: id };
  },
};

const ask = below({ path: '/people/{personId}', permission, subject: personAsked, answer: ContactVerdict });

const aCall = { channel: 'voice', theme: 'opsCollDebt' };

export const complianceRoutes = (leaving: LeavingOfContacted): readonly Endpoint[] => [
  ask({
    name: 'canInteract.ask',
    path: '/can-interact',
    method: 'POST',
    summary: 'Ask whether a borrower may be contacted, and why',
    description:
      'Always 200: `result` is the verdict. It changes nothing and sends nothing. What nobody knows is taken the careful way, and named in `unknown`.',
    body: CanInteract,
    errors: [peopleErrors.PersonErased],
    example: { body: aCall },
    read: (ctx, { body }, personId) => askAboutOne({ ...ctx, leaving }, personId, body),
  }),
  ask({
    name: 'canInteract.askOnLoan',
    path: '/loans/{loanId}/can-interact',
    method: 'POST',
    summary: 'Ask whether a borrower may be contacted about a loan, and why',
    description: 'The same about one loan: also one that others have taken together with the borrower.',
    body: CanInteractOnLoan,
    errors: [peopleErrors.PersonErased],
    example: { body: aCall },
    read: (ctx, { params, body }, personId) =>
      askAboutOne({ ...ctx, leaving }, personId, { ...body, loanId: params.loanId }),
  }),
  endpoint({
    name: 'canInteract.askOfMany',
    path: '/can-interact',
    method: 'POST',
    summary: 'Ask which of many borrowers may be contacted',
    description:
      'For the list of a dialler: up to 1,000 borrowers, with the verdicts that each would get alone. One that is not known refuses the list, by its place.',
    permission,
    body: CanInteractWithMany,
    answer: VerdictsOfMany,
    errors: [errors.NotFound, peopleErrors.PersonErased],
    example: { body: { ...aCall, people: [{ personId: 'ext-crm-20417' }] } },
    read: (ctx, { body }) => askAboutMany({ ...ctx, leaving }, body),
  }),
  endpoint({
    name: 'interactionVerdicts.read',
    path: '/interactions/{interactionId}/verdict',
    summary: 'Read what the rules said of a contact when it was recorded',
    description:
      'By what was known then. Outbound contacts have one from the report on that says that they began; those of a book that was taken over have none.',
    permission,
    subject: interactionOfPath,
    answer: KeptVerdict,
    read: ({ reader }, _, { row }) => keptVerdict(reader, row),
  }),
  endpoint({
    name: 'complianceBacktests.start',
    path: '/compliance/backtest',
    summary: 'Try rules on the contacts of the past',
    description:
      'Judges every outbound contact of a span by all that is known today, with the rules of today or changed ones. It changes nothing. The result of the operation counts what was blocked by rule, state, agent and subject, with examples.',
    permission: 'compliance.backtest:start',
    shape: 'operation',
    status: 202,
    body: Backtest,
    answer: Operation,
    example: { body: { startDate: '2026-01-01', endDate: '2026-03-31', mute: ['FED-FREQ-7IN7'] } },
    command: async (ctx, tx, { body }) => startBacktest(ctx, tx, body),
  }),
];
