// Rows of disasters as FEMA declares them, and borrowers who live in a county.
import { type Answer, aPerson, type Client } from './house.ts';

/** A county of the flood of March 2027 in Texas. */
export const anArea = (county: string, name: string, more: object = {}) => ({
  femaDeclarationString: 'DR-4801-TX',
  disasterNumber: 4801,
  state: 'TX',
  declarationType: 'DR',
  declarationDate: '2027-03-01T00:00:00.000Z',
  incidentType: 'Flood',
  declarationTitle: 'SEVERE STORMS AND FLOODING',
  ihProgramDeclared: true,
  iaProgramDeclared: false,
  paProgramDeclared: true,
  hmProgramDeclared: true,
  incidentBeginDate: '2027-02-25T00:00:00.000Z',
  incidentEndDate: null,
  fipsStateCode: '48',
  fipsCountyCode: county,
  placeCode: `99${county}`,
  designatedArea: `${name} (County)`,
  hash: 'a field that is passed over',
  ...more,
});

export const declare = (api: Client, rows: readonly object[]): Promise<Answer> =>
  api.post('/fema-disasters/declarations?sync=true', { metadata: {}, DisasterDeclarationsSummaries: rows });

/** The path of a borrower with this home in Texas. */
export async function livesIn(api: Client, address: object): Promise<string> {
  const person = `/people/${(await api.made('/people', aPerson())).id}`;
  const contact = { contactType: 'address', label: 'home', affiliation: 'self', status: 'primary' };
  await api.made(`${person}/contacts`, {
    ...contact,
    address: { addressLine1: '1 Main St', state: 'TX', ...address },
  });
  return person;
}
