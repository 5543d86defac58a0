import { errorKinds, Refusal } from '#platform/errors.ts';

export const instrumentErrors = errorKinds({
  PaymentProcessorNotConfigured: {
    status: 409,
    title: 'The service cannot collect money yet',
    remedy:
      'No payment processor is connected. Take the money elsewhere and send it as an external payment, with an external payment instrument.',
  },
  CardNumberNotAccepted: {
    status: 400,
    title: 'Card numbers do not come in here',
    remedy:
      'Let the fields of your payment provider take the number of the card, and send the token that it answers. In test mode send a number of the simulator, such as 4000 0000 0000 0002. Of an external card the last four digits are kept.',
  },
  AccountLinkNotConfigured: {
    status: 409,
    title: 'Accounts cannot be linked to their banks here',
    remedy: 'Send a bankAccount with its numbers. In test mode a vendor made of a file links accounts.',
  },
  AccountLinkFailed: {
    status: 409,
    title: 'The bank of the account is not linked',
    remedy: 'data.errorType says why: let the borrower sign in again, or link the account anew.',
  },
  AccountNotLinked: {
    status: 409,
    title: 'The account is not linked to its bank',
    remedy:
      'Link it first: POST its account-link with the token that the vendor gave. An inactive account has no balance.',
  },
  PaymentInstrumentBlocked: {
    status: 409,
    title: 'The account or card is blocked for debits',
    remedy:
      'One was returned or disputed. Making it anew lifts no block: the lender does, by PUT with isBlockedForDebits false, or adds it.',
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
