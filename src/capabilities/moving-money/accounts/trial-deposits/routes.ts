// The endpoint by which an account is verified.
import { instrumentUpdated, PaymentInstrument } from '#capabilities/instruments/index.ts';
import { person } from '#capabilities/people/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { trialErrors } from './errors.ts';
import { InstrumentVerify } from './schemas.ts';
import { verifyByDeposits } from './verify.ts';

export const trialRoutes: Endpoint[] = [
  endpoint({
    name: 'paymentInstruments.verify',
    path: '/people/{personId}/payment-instruments/{paymentInstrumentId}/verify',
    summary: 'Verify a bank account by its trial deposits',
    description:
      'Two small amounts are sent to a new account; whoever names both, in either order, sees it. There are three tries within 14 days of their arrival, then another pair; an account gets two pairs within 30 days. Test mode sends 0.11 and 0.32.',
    permission: 'payment.instrument:verify',
    body: InstrumentVerify,
    answer: PaymentInstrument,
    subject: person,
    errors: [trialErrors.TrialDepositsDoNotMatch, trialErrors.TrialDepositsNotOpen],
    example: { body: { deposit1: 11, deposit2: 32 } },
    emits: [instrumentUpdated],
    borrowers: {
      writes: ['payment_instruments', 'trial_deposits'],
      reads: ['payment_providers'],
      sends: ['deposit1', 'deposit2'],
      perDay: 12,
    },
    command: (ctx, tx, { params, body }, row) => verifyByDeposits(ctx, tx, row, params.paymentInstrumentId, body),
  }),
];
