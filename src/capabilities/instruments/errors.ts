import { errorKinds, Refusal } from '#platform/errors.ts';

export const instrumentErrors = errorKinds({
  PaymentProcessorNotConfigured: {
    status: 409,
    title: 'The service cannot collect money yet',
    remedy:
      'No payment processor is connected. Take the money elsewhere and send it as an external payment, with an external payment instrument.',
  },
  DuplicatePaymentInstrument: {
    status: 409,
    title: 'The borrower has this payment instrument already',
    remedy:
      'Use the one in data.paymentInstrumentId, or delete it first. With allowDuplicates=true an external one can be recorded beside it.',
  },
});

/** Refuses actions that need a connection to a bank or a card network. */
export const noProcessor = (
  message: string,
  path = 'isExternal',
  expected = 'true, and an external payment instrument',
) => new Refusal(instrumentErrors.PaymentProcessorNotConfigured, message, { data: { path, expected } });
