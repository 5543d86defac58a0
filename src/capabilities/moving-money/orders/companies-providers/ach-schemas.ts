// A bank that takes ACH files, as a company sets it and as it is shown.
import Type, { type Static, type TProperties } from 'typebox';
import { placeFields } from '#platform/file-places/place-settings.ts';
import { Amount, Described, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const time = (description: string) => Text({ min: 5, max: 5, description, example: '16:00' });

const Window = Type.Object({
  cutOff: time('HH:MM: what is to settle on the day itself leaves then.'),
  mark: Nullable(
    Text({
      min: 6,
      max: 6,
      description: 'What the bank wants to see in place of the descriptive date. The date if null.',
      example: 'SD1300',
    }),
  ),
});

const needed = {
  bankRoutingNumber: Text({
    min: 9,
    max: 9,
    description: 'The number of the bank that takes the files.',
    example: '110000026',
  }),
  bankName: Text({ min: 1, max: 23, description: 'As the bank wants it in the header of a file.' }),
  originId: Text({
    min: 1,
    max: 10,
    description: 'The immediate origin, as the bank has said it: often `1` and the tax number.',
    example: '1987654321',
  }),
  originName: Text({ min: 1, max: 23, description: 'As the bank wants it in the header of a file.' }),
  companyName: Text({ min: 1, max: 16, description: 'As borrowers know the lender: it stands on their statements.' }),
  companyIdentification: Text({
    min: 1,
    max: 10,
    description: 'What identifies the company in the batches: mostly `1` and the tax number.',
  }),
  place: Described(
    Named('AchFilesPlace')(
      placeFields(
        'the bank',
        'Where the bank leaves returns and changes: it is looked at every minute, and what lies there unchanged is read once. Nothing is deleted there. Nothing is fetched if not sent.',
      ),
    ),
    { description: 'Where the files are left.' },
  ),
};

const most = (what: string) => ({
  entries: Type.Optional(Nullable(Int({ min: 1, max: 1_000_000, description: `Entries ${what}.` }))),
  debitAmount: Type.Optional(Nullable(Amount, { description: `The sum of the debits ${what}.` })),
  creditAmount: Type.Optional(Nullable(Amount, { description: `The sum of the credits ${what}.` })),
});

const description = (of: string, usual: string) =>
  Type.Optional(Text({ min: 1, max: 10, description: `For ${of}; ${usual} if not sent.`, example: usual }));

const others = {
  odfi: Text({ min: 8, max: 8, description: 'With which trace numbers begin; those of the bank if not sent.' }),
  discretionaryData: Text({ min: 0, max: 20, description: 'Whatever the bank wants to see in each batch.' }),
  timezone: Text({ min: 1, max: 64, description: 'The time zone of the cut-offs. America/New_York if not sent.' }),
  cutOff: time(
    'HH:MM of banking days: the file is closed then, and is with the bank some minutes later. 16:00 if not sent.',
  ),
  sameDayWindows: Described(Type.Array(Window, { maxItems: 6 }), {
    description: 'For entries that settle on the day itself, in their order. None if not sent.',
  }),
  sameDayAmountMax: Described(Amount, { description: 'For an entry of the same day; 1,000,000.00 if not sent.' }),
  lateMinutes: Int({
    min: 1,
    max: 600,
    description: 'So long after its cut-off a file still gets there in time, such as after a failure. 60 if not sent.',
  }),
  acknowledgeWithinMinutes: Nullable(Int({ min: 5, max: 1_440 }), {
    description:
      'By then the bank says that it has read the file; its silence is told. 60 if not sent; null: it never says so.',
  }),
  descriptions: Described(
    Named('AchDescriptions')({
      payment: description('payments', 'LOAN PMT'),
      downPayment: description('down payments', 'DOWN PMT'),
      refund: description('money that goes back', 'REFUND'),
      funding: description('money that is lent', 'LOAN FUND'),
    }),
    { description: 'What borrowers read on their statements. Those that are spelled so by rule stay.' },
  ),
  fileNamePrefix: Text({
    min: 0,
    max: 40,
    description: 'With which names of files begin: letters, digits and dashes.',
  }),
  lineEnd: StringEnum(['lf', 'crlf'], { description: 'lf if not sent.' }),
  fileMax: Described(
    Named('AchFileMax')({
      ...most('of one file'),
      lines: Type.Optional(Nullable(Int({ min: 20, max: 10_000_000, description: 'Lines of one file.' }))),
    }),
    { description: 'What the bank takes in one file; what is more goes into another one.' },
  ),
  releaseMax: Described(Named('AchReleaseMax')(most('of a file that leaves by itself')), {
    description: 'A file with more waits for a person. If not sent, every file leaves by itself.',
  }),
};

const optional = Object.fromEntries(Object.entries(others).map(([name, schema]) => [name, Type.Optional(schema)])) as {
  [K in keyof typeof others]: ReturnType<typeof Type.Optional<(typeof others)[K]>>;
} satisfies TProperties;

export const AchOriginatorReplace = Named('AchOriginatorReplace')({ ...needed, ...optional });
export type AchOriginatorReplace = Static<typeof AchOriginatorReplace>;

export const AchOriginator = Named('AchOriginator')({ ...needed, ...others });
export type AchOriginator = Static<typeof AchOriginator>;
