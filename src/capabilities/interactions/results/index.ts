// The three things that come of an interaction: a note of a person, and what an outside service made of a call.
import Type from 'typebox';
import { DateTime, Described, Id, Int, Text } from '#platform/input/schemas.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { type Declared, partsOf } from './declared-result.ts';
import { endpointsOf } from './endpoints.ts';

const note: Declared = {
  kind: 'note',
  plural: 'notes',
  prefix: 'NT',
  text: Text({ min: 1, max: 10_000, example: 'Sounded tired; call after lunch.' }),
  example: { text: 'Sounded tired; call after lunch.' },
  update: { text: 'Sounded tired; call after two.' },
};

const made = {
  provider: Text({ max: 100, description: 'Who made it, by which model.', example: 'speech-1' }),
  producedAt: Described(DateTime, { description: 'When it was made.' }),
};
const second = Type.Optional(Int({ min: 0, max: 1_000_000 }));
const spoken = 'Hello, this is Acme. I lost my job in March.';

const transcription: Declared = {
  kind: 'transcription',
  plural: 'transcriptions',
  prefix: 'AT',
  text: Text({ min: 1, max: 200_000, example: spoken }),
  more: {
    ...made,
    language: Text({ min: 2, max: 35, example: 'en-US' }),
    segments: Type.Array(
      Type.Object({
        speaker: Type.Optional(Text({ max: 100, example: 'borrower' })),
        startSecond: second,
        endSecond: second,
        text: Text({ max: 10_000 }),
      }),
      { maxItems: 5_000, description: 'Who said what, in its order.' },
    ),
  },
  example: { provider: 'speech-1', language: 'en-US', text: spoken },
};

const transcriptions = partsOf(transcription);

const summary: Declared = {
  kind: 'summary',
  plural: 'summaries',
  prefix: 'SU',
  text: Text({ min: 1, max: 20_000, example: 'Lost the job in March and asks for lower payments.' }),
  more: {
    ...made,
    transcriptionId: Id('AT', 'interaction transcription', {
      description: 'The transcription of this interaction from which it was made.',
    }),
    topics: Type.Array(Text({ min: 1, max: 200, example: 'hardship' }), { maxItems: 100 }),
    actionItems: Type.Array(Text({ min: 1, max: 1_000 }), { maxItems: 100 }),
  },
  example: { provider: 'speech-1', text: 'Lost the job in March and asks for lower payments.', topics: ['hardship'] },
  async resolve(tx, of, sent) {
    const { transcriptionId: named } = sent;
    if (typeof named !== 'string') return sent;
    const { id } = await namedIn('transcriptionId', transcriptions.find(tx, of, named));
    return { ...sent, transcriptionId: id };
  },
};

const all = [partsOf(note), transcriptions, partsOf(summary)];

export const resultRoutes = all.flatMap(endpointsOf);
export const resultEvents = all.flatMap(({ declared, events: { created, updated, deleted } }) =>
  declared.update === undefined ? [created] : [created, updated, deleted],
);
