// The endpoints by which the bank of an account is asked whether it has it. No borrower reaches them: what a bank answers
// says that the account is there, and not whose it is.
import { instrumentErrors } from '#capabilities/instruments/index.ts';
import { person } from '#capabilities/people/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { prenoteErrors } from './errors.ts';
import * as example from './examples.ts';
import { orderPrenote } from './order-prenote.ts';
import { readPrenote } from './prenote.ts';
import { Prenote } from './schemas.ts';

const path = '/people/{personId}/payment-instruments/{paymentInstrumentId}/prenote';

const prenoteEndpoint = below({ path, subject: person, answer: Prenote });

export const prenoteRoutes: Endpoint[] = [
  prenoteEndpoint({
    name: 'prenotes.read',
    summary: 'Read the newest prenote of an account',
    description: '404 where there never was one.',
    permission: 'payment.instrument:read',
    example: { answer: example.prenote },
    read: ({ reader }, { params }, { person_id }) => readPrenote(reader, person_id, params.paymentInstrumentId),
  }),
  prenoteEndpoint({
    name: 'prenotes.create',
    summary: 'Ask the bank of an account whether it has it, by a prenote',
    description:
      'An entry without money goes by the next ACH file. If nothing comes back until the third banking day after it settles, the account is verified and active, for debits by the web too. A return makes it inactive, a notification of change corrects its numbers and ends the prenote. An account gets two within 30 days.',
    permission: 'payment.instrument:prenote',
    status: 200,
    errors: [prenoteErrors.PrenoteNotPossible, instrumentErrors.PaymentProcessorNotConfigured],
    command: (ctx, tx, { params }, row) => orderPrenote(ctx, tx, row, params.paymentInstrumentId),
  }),
];
