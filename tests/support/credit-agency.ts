// A credit agency of which nothing special is to be said.
export const aCreditAgency = {
  agencyName: 'equifax',
  programIdentifier: 'EFX0001',
  identificationNumber: 'TENOR01',
  reporterName: 'Tenor Demo Loans',
  reporterAddress: '1 Main Street, Springfield IL 62701',
  reporterTelephone: '2175550100',
};
