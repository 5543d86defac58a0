// A file that a bank has sent, as it is brought and shown. Its content is never shown.
import Type, { type Static } from 'typebox';
import { DateTime, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { readingStateNames } from './states.ts';

const id = (description: string) => Text({ max: 12, description });
const most = 1_000_000_000;
const number = (description?: string) => Int({ min: 0, max: most, ...(description && { description }) });
const count = (description: string) => Nullable(number(description));

const fields = {
  id: id('AF-XXXX-XXXX. Once it was understood it is shown among the files of ACH under this id, too.'),
  object: Type.Literal('achReading'),
  companyId: id('The company.'),
  paymentProviderId: Nullable(id('The bank and originator that its header names.')),
  state: StringEnum(readingStateNames, {
    description:
      '`kept`: it is there, and nobody has read it yet. `applying`: it was understood, and its entries are being taken. `read`: all of them are. `unreadable`: nothing of it counts.',
  }),
  waitsFor: Nullable(StringEnum(['secondPerson']), {
    description:
      '`secondPerson`: somebody has brought it, and it gives money back or moves accounts. In live mode nothing of it counts before somebody else has confirmed that it is of the bank.',
  }),
  fileName: Text({ max: 200 }),
  isFetched: Type.Boolean({ description: 'The service has taken it from the place where the bank leaves its files.' }),
  sha256: Text({ max: 64, description: 'The hash of its bytes, in hex: a file is known by it.' }),
  bytes: number(),
  entriesDone: number('How many of its entries were taken.'),
  taken: count('Entries that have changed something. Null until all are done.'),
  known: count('Entries that say what was known, or what is only written down.'),
  breaks: count('Entries at which a person must look: each is a break.'),
  problem: Nullable(Text({ max: 300 }), { description: 'For an unreadable one: what is wrong, and where.' }),
  line: Nullable(number()),
  column: Nullable(number()),
  receivedAt: DateTime,
  readAt: Nullable(DateTime),
};

export const AchReading = Named('AchReading')(fields);
export type AchReading = Static<typeof AchReading>;

export const AchReadingReceived = Named('AchReadingReceived')({
  ...fields,
  wasKnown: Type.Boolean({ description: 'The same bytes had come before: nothing was done with them now.' }),
});

/** A request has a megabyte; a larger file is fetched from the folder of the bank. */
const contentMax = 900_000;

export const AchReadingReceive = Named('AchReadingReceive')({
  fileName: Text({ min: 1, max: 200, description: 'As the bank calls it.', example: 'RETURNS-20270518.ach' }),
  content: Text({
    min: 1,
    max: contentMax,
    description: 'The text of the file, byte for byte, with its line ends. It is kept sealed and never shown.',
  }),
});
export type AchReadingReceive = Static<typeof AchReadingReceive>;
