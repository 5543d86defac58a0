/** The fields that every event shows, and what it shows where it does not tell one: these values are not stored. */
export const untold = {
  accrualDate: null,
  personExternalId: null,
  loanExternalId: null,
  loanTypeId: null,
  caseExternalId: null,
  caseTypeId: null,
  interactionId: null,
  transactionExternalId: null,
  paymentInstrumentId: null,
  paymentInstrumentExternalId: null,
  paymentInstrumentType: null,
  amount: null,
  currency: null,
  isExternal: null,
  sessionId: null,
  userId: null,
};

type Fields = Readonly<Record<string, unknown>>;

/** What is stored of the fields. */
export const withoutUntold = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || !Object.hasOwn(untold, name)));
