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
