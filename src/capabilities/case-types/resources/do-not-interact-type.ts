// Do-not-interact types: when a case comes to a status or an outcome, the type makes a do-not-interact on it. The type also
// says at which status or outcome that one is released.
import Type from 'typebox';
import { Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineVersioned } from '#platform/resource/versioned.ts';
import { callersNumber } from '../callers-number.ts';
import { channels, durationUnits, Release, themes, usualReleases } from '../interaction-words.ts';
import { doNotInteractTypes } from '../tables.ts';
import { checkedCondition, fieldsOnMove, inOneForm, mustSayWhen } from './on-move.ts';

const releasesMax = 20;
/** The longest duration is ten years. */
const daysMax = 3_660;

export const doNotInteractType = defineVersioned({
  name: 'do not interact type',
  plural: 'do not interact types',
  prefix: 'DT',
  table: doNotInteractTypes,
  fields: {
    name: Text({ max: 50, example: 'Bankruptcy, confirmed' }),
    description: Text({ max: 500 }),
    channel: StringEnum(channels, { description: 'The channel that is closed. `all` if not given.' }),
    theme: StringEnum(themes, {
      description: 'What nobody may speak about. `all` if not given, which never covers opsAccountCredentials.',
    }),
    ...fieldsOnMove('An instance is made'),
    duration: Nullable(Int({ min: 0, max: daysMax, example: 90 }), {
      description:
        'Days from the day on which it is made; it holds until the end of the last. Null: until it is released.',
    }),
    unit: StringEnum(durationUnits, { description: 'Days that duration counts. `calendarDays` if not given.' }),
    releaseOn: Type.Array(Release, {
      maxItems: releasesMax,
      description:
        'An instance ends when its case comes to one of these. If not given: completed as rejected or ended, or canceled.',
    }),
  },
  defaults: {
    name: '',
    description: '',
    channel: 'all',
    theme: 'all',
    unit: 'calendarDays',
    releaseOn: usualReleases,
  },
  copiedBy: 'query',
  numberOfCaller: callersNumber,
  endpoints: {
    list: { description: 'Lists every version of every type; only active ones make instances.' },
    create: {
      description:
        'A draft, unless `status` is `active`. With `typeId` in the query it is a copy of that type, or of its `version`. It acts on cases whose case type names it.',
      body: {
        name: 'Bankruptcy, confirmed',
        status: 'active',
        onStatus: 'completed',
        onOutcome: 'approved',
        onCondition: [{ fieldName: 'courtCaseChapter', dataType: 'string', operator: 'eq', value: 'chapter13' }],
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. A draft is changed as it stands. What is active is not changed: the answer is a new version with an id of its own, active in its place, or a draft if `status` is `draft`. What an instance was made by stays its version.',
      body: { duration: 90 },
    },
  },
  normal: async (_tx, sent) => inOneForm(sent),
  async check(ctx, tx, row) {
    mustSayWhen(row);
    return { condition: await checkedCondition(tx, row, ctx.caller.permissions) };
  },
});
