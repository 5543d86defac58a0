// Disasters that FEMA has declared, and the areas of each, as the company was told of them.
import type { Subject } from '#platform/http/endpoint.ts';
import { Bool, DateOnly, Described, Int, Nullable, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { type DisasterRow, femaDisasterAreas, femaDisasters } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });

export const femaDisaster = defineResource({
  name: 'fema disaster',
  plural: 'fema disasters',
  prefix: 'FE',
  table: femaDisasters,
  fields: {
    disasterNumber: Int({ min: 1, max: 999_999, example: 4801 }),
    declarationString: Text({ max: 20, example: 'DR-4801-TX' }),
    state: Text({ max: 2, example: 'TX' }),
    declarationType: Text({ max: 2, example: 'DR', description: 'DR major disaster, EM emergency, FM fire.' }),
    declarationDate: DateOnly,
    incidentType: Text({ max: 50, example: 'Flood' }),
    title: Text({ max: 200, example: 'SEVERE STORMS AND FLOODING' }),
    incidentBeginDate: Nullable(DateOnly),
    incidentEndDate: Nullable(DateOnly, { description: 'Null: it goes on.' }),
    lastIaFilingDate: Nullable(DateOnly, { description: 'Until when individuals may ask for help.' }),
    isRelevant: Described(Bool, {
      description:
        'Whether borrowers are matched: a major disaster or an emergency with help for individuals, but no epidemic and no drought.',
    }),
    reliefWindowEndDate: Described(DateOnly, {
      description: 'Until then borrowers are matched: 90 days from the declaration, or until lastIaFilingDate.',
    }),
    supercaseId: Nullable(id('SC-5KX8-W2NB'), { description: 'The supercase that its cases name.' }),
  },
  onlyShown: ['supercaseId'],
  defaults: {},
  sort: ['createdAt', 'declarationDate'],
  told: { disasterNumber: Int({ min: 1, max: 999_999 }), isRelevant: Bool },
  events: { created: 'A disaster was declared.', updated: 'A declared disaster was changed, or has more areas.' },
  endpoints: { list: {}, read: {} },
});

const { param, notFound, find } = femaDisaster.subject;

const disasterOfPath: Subject<DisasterRow> = {
  param,
  notFound,
  async find(...asked) {
    const { subject, ...found } = await find(...asked);
    return { ...found, subject: subject.row };
  },
};

export const femaDisasterDetail = defineResource({
  name: 'fema disaster detail',
  plural: 'fema disaster details',
  prefix: 'FD',
  table: femaDisasterAreas,
  below: {
    path: '/fema-disasters/{femaDisasterId}',
    subject: disasterOfPath,
    column: 'fema_disaster_id',
    words: 'This disaster',
  },
  fields: {
    placeCode: Text({ max: 10, example: '99201' }),
    countyFips: Nullable(Text({ max: 5, example: '48201' }), {
      description: 'State and county. Null: no county, but the whole state or a place of another kind.',
    }),
    designatedArea: Text({ max: 200, example: 'Harris (County)' }),
    ihProgramDeclared: Described(Bool, { description: 'Help for individuals and households.' }),
    iaProgramDeclared: Described(Bool, { description: 'Individual assistance.' }),
    paProgramDeclared: Described(Bool, { description: 'Public assistance.' }),
    hmProgramDeclared: Described(Bool, { description: 'Hazard mitigation.' }),
  },
  defaults: {},
  endpoints: { list: {} },
});
