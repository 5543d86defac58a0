// The events of monitors.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { monitors } from './index.ts';

const declared = (declarationTitle: string) => ({
  DisasterDeclarationsSummaries: [
    {
      femaDeclarationString: 'DR-1-TX',
      disasterNumber: 1,
      state: 'TX',
      declarationType: 'DR',
      declarationDate: '2020-01-01',
      incidentType: 'Drought',
      declarationTitle,
      ihProgramDeclared: true,
      iaProgramDeclared: false,
      paProgramDeclared: false,
      hmProgramDeclared: false,
      fipsStateCode: '48',
      fipsCountyCode: '201',
      placeCode: '99201',
      designatedArea: 'Harris (County)',
    },
  ],
});

const sftp = {
  kind: 'sftp',
  folder: 'incoming',
  host: 'sftp.register.example.com',
  username: 'acme',
  hostKey: 'SHA256:F6gAz1eC0yyGGbxTBLkrx2ca6jvfI0mPXkQ6XWp8iV4',
  credentials: { password: 'a password of the host' },
};
const place = '/monitors/bankruptcy/file-place';

const scenarios: Scenarios = {
  'monitorPlaces.update': [{ emits: ['monitor.place.updated'], run: (api) => api.put(place, sftp) }],
  'monitorPlaces.delete': [
    {
      emits: ['monitor.place.updated'],
      run: async (api) => {
        await api.put(place, sftp);
        return api.call('DELETE', place);
      },
    },
  ],
  'monitors.update': [
    { emits: ['monitor.updated'], run: (api) => api.put('/monitors/militaryDuty', { isEnabled: true }) },
  ],
  'femaDeclarations.bring': [
    { emits: ['femadisaster.created'], run: (api) => api.post('/fema-disasters/declarations', declared('A drought')) },
    { emits: ['femadisaster.updated'], run: (api) => api.post('/fema-disasters/declarations', declared('Another')) },
  ],
};

describe('the events of monitors', () => emitsAsDeclared(monitors({ listeners: [] }), scenarios));
