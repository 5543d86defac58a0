// Reads a file from its beginning to its end before anything of it counts: whether it is one, whether it is ours, and
// whether all of it is what comes back.
import { type Entry, type FileEnd, readFile } from '@tenor/ach/read/read-file.ts';
import type { FileHeader } from '@tenor/ach/read/records.ts';
import { refuse } from '@tenor/ach/text/file-refused.ts';
import type { Chunks } from '@tenor/ach/text/lines.ts';
import { givesOrMoves } from './gate.ts';
import { addressed, type Originator } from './originators.ts';

export interface Understood {
  readonly header: FileHeader;
  readonly end: FileEnd;
  /** By which the file came: the first of those it may go to. */
  readonly originator: Originator;
  /** A file without any entry is a list of returns that is empty. */
  readonly hasReturns: boolean;
  /** It gives money back, or moves accounts. */
  readonly doesGiveOrMove: boolean;
}

/** Throws FileRefused. */
export async function understand(chunks: Chunks, all: readonly Originator[]): Promise<Understood> {
  let header: FileHeader | undefined;
  let ours: readonly Originator[] = [];
  let changes = 0;
  let doesGiveOrMove = false;
  let end: FileEnd | undefined;
  for await (const item of readFile(chunks)) {
    if (item.is === 'file') {
      header = item.header;
      ours = addressed(all, header);
    } else if (item.is === 'entry') {
      mustBeOurs(item.entry, ours);
      const { is } = item.entry.addenda[0] ?? {};
      if (is === 'change' || is === 'changeRefused') changes += 1;
      doesGiveOrMove ||= givesOrMoves(item.entry);
    } else {
      end = item;
    }
  }
  // The reader gives a header and an end, or it throws.
  if (header === undefined || end === undefined) throw new Error('A file was read without its ends.');
  const hasReturns = end.entries === 0 || end.entries > changes;
  return { header, end, originator: ours[0] as Originator, hasReturns, doesGiveOrMove };
}

function mustBeOurs({ line, batch, routingNumber, addenda: [first] }: Entry, ours: readonly Originator[]): void {
  const known = ours.filter(({ settings }) => settings.companyId === batch.companyId);
  if (known.length === 0) refuse(batch.line, 41, 'the batch is of another company');
  if (!known.some(({ settings }) => settings.odfi === routingNumber.slice(0, 8)))
    refuse(line, 4, 'the entry goes to another originating bank');
  if (first === undefined || first.is === 'payment')
    refuse(line, 2, 'an entry that is sent: nothing comes back with it');
}
