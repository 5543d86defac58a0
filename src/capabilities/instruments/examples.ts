// The requests of the examples.
export const instrumentCreate = {
  instrumentType: 'bankAccount',
  externalId: 'acct-81',
  nickname: 'Household account',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  accountType: 'checking',
  accountHolderType: 'personal',
  accountHolderName: 'Ada Lovelace',
};

const { externalId: _, ...ofBorrower } = instrumentCreate;
/** What a borrower who has signed in may send. */
export const instrumentOfBorrower = { ...ofBorrower, accountNumber: '000123456780' };

export const instrumentUpdate = { status: 'active', verified: true };
export const accountLinkCreate = { accessToken: 'test_link_ok', accountId: 'household', dataServices: ['balance'] };
export const accountLinkUpdate = { lastErrorCommunicationAt: '2026-01-15T09:00:00.000000+00:00' };
