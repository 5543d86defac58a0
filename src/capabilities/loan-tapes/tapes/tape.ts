// A tape, as it is found and shown.
import Type, { type Static } from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import { SftpShown } from '#capabilities/campaigns/index.ts';
import { findBlobs } from '#platform/blobs/keep-blobs.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { isProved, type ProvedTotal as ProvedAmounts } from '../making/proof.ts';
import { tapeStates } from '../states.ts';
import type { LoanTapeRow } from '../tables.ts';
import { readTape } from './find-tape.ts';
import { downloadableBy } from './permissions.ts';

const id = (example: string) => Text({ max: 12, example });
const count = (description: string) => Nullable(Type.Integer(), { description });
const moment = (description: string) => Nullable(DateTime, { description });

const ProvedTotal = Named('ProvedTotal')({
  tapeAmount: Described(Amount, {
    description: 'The sum over the loans of the tape; or over all payments of its days, also those that it leaves out.',
  }),
  ledgerAmount: Described(Amount, {
    description: 'The sum of what was posted for the same loans, or on the same days.',
  }),
});

const TapeProof = Named('LoanTapeProof')({
  isProved: Described(Bool, {
    description: 'Whether each loan agrees, or what was paid. A tape that is not proved has failed.',
  }),
  principal: ProvedTotal,
  interest: Described(ProvedTotal, { description: 'Interest that was billed.' }),
  fees: ProvedTotal,
  paid: Nullable(ProvedTotal, { description: 'All that was paid. Null: it is of loans.' }),
  loansByLedger: Described(Type.Integer(), { description: 'How many loans agree with what was posted until then.' }),
  loansByReplay: Described(Type.Integer(), {
    description:
      'How many loans had not been worked to the day by then: they were held against the postings of a replay.',
  }),
  differingLoanIds: Type.Array(id('LN-7KQ2-M9XA'), {
    description: 'The first loans that do not agree. A draw with a row of its own is named by its own id.',
  }),
});

export const LoanTape = Type.Object(
  {
    id: id('TA-7KQ2-M9XA'),
    object: Type.Literal('loanTape'),
    companyId: id('CP-2W8D-K4TN'),
    loanTapeTypeId: Described(id('TY-7KQ2-M9XA'), { description: 'The version of the type by which it is made.' }),
    asOf: Described(DateOnly, { description: 'The day of which it tells; of payments the last one.' }),
    fromDate: Nullable(DateOnly, {
      description: 'The first day of which a tape of payments tells. Null: it is of loans.',
    }),
    knownAt: Described(DateTime, { description: 'What was recorded later is not in it.' }),
    investorId: Nullable(id('IR-7KQ2-M9XA'), {
      description: 'Only loans that belonged to this investor on the day of `asOf` are in it.',
    }),
    comparedWithId: Nullable(id('TA-7KQ2-M9XA'), {
      description: 'Set: it is a comparison, and says what is other than in that tape.',
    }),
    state: StringEnum(tapeStates),
    operationId: Described(id('OP-7KQ2-M9XA'), { description: 'The operation that makes it.' }),
    isScheduled: Described(Bool, { description: 'True: it was begun by itself.' }),
    isToBeSent: Described(Bool, {
      description: 'True: it is left at its own host, or that of its type, once it is made and proved.',
    }),
    sftpSettings: Nullable(SftpShown, {
      description: 'Its own recipient. Null: that of its type, if it is to be sent.',
    }),
    openPgpPublicKey: Nullable(Text({ max: 20_000 }), { description: 'The key of its own recipient.' }),
    customFileName: Nullable(Text({ max: 100 }), { description: 'Its own name. Null: as its type says.' }),
    numLoans: count(
      'How many loans it has, and draws with rows of their own; of payments, how many rows; for a comparison, how many differences.',
    ),
    numLeftOut: count(
      'How many loans, draws or payments it leaves out, by its filter, their end, their owner, or for want of books.',
    ),
    numReplayed: count(
      'How many loans were replayed; for the others their figures tell of the day. None for payments.',
    ),
    proof: Nullable(TapeProof, {
      description: 'Its totals beside those of the ledger. Null: a comparison, or not made.',
    }),
    fileName: Nullable(Text({ max: 150, example: 'TA-7KQ2-M9XA.csv' }), { description: 'Null: there is no file.' }),
    fileBytes: count('How long the file is. Null: there is none any more, or you may not download it.'),
    sha256: Nullable(Text({ max: 64 }), {
      description: 'The hash of the file, in hex. Null: there is none any more, or you may not download it.',
    }),
    leftAt: moment('When it was left at the host.'),
    lastFailure: Nullable(Text({ max: 1_000 }), {
      description:
        'Why it was not left the last time. A host that is away is tried again for about a day, and then no more. Null: it was left, was not tried yet, or is not to be sent.',
    }),
    errorMessage: Nullable(Text({ max: 1_000 }), { description: 'Why it failed.' }),
    startedAt: moment('When a worker took it.'),
    finishedAt: moment('When it came to its end.'),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'LoanTape' },
);
type LoanTape = Static<typeof LoanTape>;

const present = presenter<typeof LoanTape, LoanTapeRow>(LoanTape);

type Blob = { readonly length: number; readonly sha256: string } | undefined;

export const showTape = (row: LoanTapeRow, blob?: Blob): LoanTape =>
  present(row, {
    object: 'loanTape',
    isScheduled: row.scheduled_for !== null,
    proof: row.proof === null ? null : shownProof(row.proof),
    fileBytes: blob?.length ?? null,
    sha256: blob?.sha256 ?? null,
  });

function shownProof(proof: NonNullable<LoanTapeRow['proof']>): Static<typeof TapeProof> {
  const total = ({ tape, ledger }: ProvedAmounts) => ({
    tapeAmount: tape as Static<typeof Amount>,
    ledgerAmount: ledger as Static<typeof Amount>,
  });
  const { principal, interest, fees, paid } = proof.totals;
  return {
    isProved: isProved(proof),
    principal: total(principal),
    interest: total(interest),
    fees: total(fees),
    paid: paid === undefined ? null : total(paid),
    loansByLedger: proof.loansByLedger,
    loansByReplay: proof.loansByReplay,
    differingLoanIds: [...proof.differing],
  };
}

type Blobs = ReadonlyMap<string, NonNullable<Blob>>;

interface Showing {
  readonly reader: Reader;
  readonly vault: Vault;
  readonly caller: Pick<Caller, 'permissions'>;
}

/** A hash confirms a guess at what the file tells, so only those see it who may download the file. */
const blobsOf = async ({ reader, vault, caller }: Showing, rows: readonly LoanTapeRow[]): Promise<Blobs> => {
  const { companyId } = reader.realm;
  const open = await downloadableBy(reader, caller.permissions, rows);
  const ids = open.flatMap(({ content_id }) => content_id ?? []);
  return findBlobs(reader, vault.companySealer(companyId), companyId, ids);
};

const shownWith = (blobs: Blobs, row: LoanTapeRow): LoanTape =>
  showTape(row, row.content_id === null ? undefined : blobs.get(row.content_id));

/** With the lengths and hashes of their files, as far as these are there and the caller may download them. */
export async function showTapes(showing: Showing, rows: readonly LoanTapeRow[]): Promise<LoanTape[]> {
  const blobs = await blobsOf(showing, rows);
  return rows.map((row) => shownWith(blobs, row));
}

export const showWithFile = async (showing: Showing, row: LoanTapeRow): Promise<LoanTape> =>
  shownWith(await blobsOf(showing, [row]), row);

export const tapeList = defineList({
  table: 'loan_tapes',
  filters: { state: StringEnum(tapeStates), loanTapeTypeId: id('TY-7KQ2-M9XA') },
});

const param = 'loanTapeId';

export const tapeOfPath: Subject<LoanTapeRow> = {
  param,
  notFound: errors.NotFound,
  async find(reader, reference, lock, params) {
    const { id: companyId } = await ownCompany.find(reader, params?.companyId ?? '', false);
    const row = await readTape(reader, reference, lock);
    if (row === undefined) throw notFound('loan tape', reference, param);
    return { id: companyId, subject: row };
  },
};
