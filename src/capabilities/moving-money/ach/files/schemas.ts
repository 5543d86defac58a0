import Type, { type Static } from 'typebox';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  Int,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { fileKinds, fileStates } from '../../orders/ach-entries/tables.ts';

export const directions = ['out', 'in'] as const;
const count = (description: string) => Int({ min: 0, max: 100_000_000, description });

export const AchFileUpload = Named('AchFileUpload')({
  id: Text({ max: 12, description: 'AF-XXXX-XXXX.' }),
  object: Type.Literal('achFileUpload'),
  companyId: Text({ max: 12 }),
  fundingAccountId: Text({ max: 12, description: 'The payment provider that is its originator.' }),
  direction: StringEnum(directions, { description: '`out`: to the bank. `in`: from it.' }),
  kind: StringEnum(fileKinds, { description: '`forward`: what we ask the bank to do.' }),
  state: StringEnum(fileStates, {
    description:
      '`built`: closed, and not released. `uploading`: the bank may have it. `uploaded`: the bank has it. `acknowledged`: the bank has said that it has read it. `voided`: a person took it back before it left, and its entries go into another one.',
  }),
  businessDate: Described(DateOnly, { description: 'The banking day on which it leaves, or came.' }),
  windowAt: Nullable(DateTime, { description: 'The cut-off at which it was closed.' }),
  fileName: Text({ max: 200 }),
  idModifier: Nullable(Text({ max: 1, description: 'Tells the files of a day apart.' })),
  batchCount: count('Its batches.'),
  entryCount: count('Its entries.'),
  entryAddendaCount: count('Its entries and addenda, as its control counts them.'),
  entryHash: Int({ min: 0, max: 9_999_999_999, description: 'As its control has it.' }),
  totalDebitAmount: Described(Amount, { description: 'What it takes from accounts.' }),
  totalCreditAmount: Described(Amount, { description: 'What it gives to accounts.' }),
  size: Int({ min: 0, max: 10_000_000_000, description: 'Its bytes.' }),
  sha256: Text({ max: 64, description: 'The hash of its bytes.' }),
  attempts: count('How often it was tried to leave it with the bank.'),
  lastError: Nullable(Text({ max: 500, description: 'Why it could not be left there last.' })),
  reason: Nullable(Text({ max: 500, description: 'Why it waits for a person, was voided, or was rejected.' })),
  releasedById: Nullable(
    Text({ max: 64, description: 'The user or key that released it; null: by rule, or not yet.' }),
  ),
  createdAt: DateTime,
  releasedAt: Nullable(DateTime),
  uploadedAt: Nullable(DateTime),
  expectedBy: Nullable(DateTime, { description: 'By then the bank says that it has read it.' }),
  acknowledgedAt: Nullable(DateTime),
  endedAt: Nullable(DateTime, { description: 'It was voided or rejected.' }),
});
export type AchFileUpload = Static<typeof AchFileUpload>;

export const AchFileVoid = Named('AchFileVoid')({
  reason: Text({ min: 1, max: 500, description: 'Why it must not leave.' }),
});
export type AchFileVoid = Static<typeof AchFileVoid>;

export const AchFileAcknowledge = Named('AchFileAcknowledge')({
  entryAddendaCount: count('Entries and addenda, as the bank has counted them.'),
  totalDebitAmount: Described(Amount, { description: 'The sum of the debits that the bank has read.' }),
  totalCreditAmount: Described(Amount, { description: 'The sum of the credits that the bank has read.' }),
});
export type AchFileAcknowledge = Static<typeof AchFileAcknowledge>;

export const AchFileDownload = Named('AchFileDownload')({
  part: Type.Optional(Int({ min: 0, max: 100_000, description: 'Which part of the bytes; 0 if not sent.' })),
});
export type AchFileDownload = Static<typeof AchFileDownload>;

export const AchFileContent = Named('AchFileContent')({
  id: Text({ max: 12, description: 'That of the file.' }),
  object: Type.Literal('achFileContent'),
  part: Int({ min: 0, max: 100_000 }),
  parts: Int({ min: 1, max: 100_001, description: 'All parts one after the other are the file.' }),
  fileContent: Text({ max: 2_000_000, description: 'ASCII: a byte for each character.' }),
  sha256: Text({ max: 64, description: 'The hash of the bytes of the whole file.' }),
});
export type AchFileContent = Static<typeof AchFileContent>;
