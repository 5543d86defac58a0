import { errorKinds } from '#platform/errors.ts';

export const payoffQuoteErrors = errorKinds({
  PayoffQuoteDoesNotHold: {
    status: 409,
    title: 'The payoff quote does not hold any more',
    remedy:
      'data.reason says why: expired, owesMore (data.missingAmount is not in it) or paidOff. Ask for a new quote, or record the payment without payoffQuoteId.',
  },
});
