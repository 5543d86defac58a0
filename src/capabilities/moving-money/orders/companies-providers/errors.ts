import { errorKinds, Refusal } from '#platform/errors.ts';

export const providerErrors = errorKinds({
  NoPaymentProvider: {
    status: 404,
    title: 'The company has no such payment provider',
    remedy: 'Set it first: PUT /companies/{companyId}/payment-providers/{instrumentType}, in the mode of the key.',
  },
  PaymentProviderInUse: {
    status: 409,
    title: 'The payment provider has orders that are not settled yet',
    remedy:
      'Wait until they have ended, or name another provider in its place: this one goes on with the orders that it has.',
  },
});

export const noProvider = (instrumentType: string): Refusal =>
  new Refusal(
    providerErrors.NoPaymentProvider,
    `The company has set no payment provider for ${instrumentType} in this mode.`,
    { data: { path: 'instrumentType' } },
  );
