// Imports lines of which each adds one thing to a borrower who is there: what was said with them, what they agreed to.
// The capability of the thing says how one is made; here the borrowers are found and held, and each line is done once.
import { type Static, type TProperties, Type } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { ImportBatch, ImportKind, ImportLine, Made } from '#platform/import/import-kind.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { Id, Text } from '#platform/input/schemas.ts';
import { claimExternalId, findExternalIds } from '#platform/resource/external-ids.ts';
import { person } from '../person.ts';
import type { PersonRow } from '../tables.ts';

interface AboutPeople<F extends TProperties> {
  /** The kind of the operation: `interactions.import`. */
  readonly kind: string;
  /** The permission to import them, and the one to make one. */
  readonly permission: string;
  readonly needs: string;
  readonly events: readonly EventKind[];
  /** What a line says besides whose thing it is. */
  readonly fields: F;
  /** The kind of their external ids, where the thing has one of its own; absent: the line alone has an id. */
  readonly named?: string;
  /** Names for what a line needs of other lines, which then come first. */
  needsLines?(sent: Sent<F>): readonly string[];
  /** Writes one and returns its id. */
  make(ctx: CommandContext, tx: Tx, owner: PersonRow, sent: Sent<F>): Promise<string>;
}

type Sent<F extends TProperties> = Static<ReturnType<typeof Type.Object<F>>> & { readonly externalId: string };

interface Line<F extends TProperties> {
  readonly personId: string;
  readonly sent: Sent<F>;
}

const place = {
  personId: Id('BO', 'borrower'),
  externalId: Text({
    min: 1,
    max: 255,
    description: 'An id of your own: with it the file can be sent again, and nothing is done twice.',
  }),
};

/** The schema of a line, and the import of such lines. */
export function importAboutPeople<F extends TProperties>(about: AboutPeople<F>, title: string) {
  const line = Type.Object({ ...place, ...about.fields }, { title });
  const input = compileInput(line);
  const kind: ImportKind<Line<F>> = {
    kind: about.kind,
    permission: about.permission,
    events: about.events,
    steady: [],
    decode(given) {
      const { value, ignored } = input.decode(given, 'json');
      const { personId, ...sent } = value as { readonly personId: string };
      return { value: { personId, sent: sent as Sent<F> }, ignored };
    },
    keys: ({ personId, sent }) => [
      `person ${personId}`,
      `line ${sent.externalId}`,
      ...(about.needsLines?.(sent) ?? []).map((one) => `line ${one}`),
    ],
    batch: (batch) => doLines(about, batch),
  };
  return { line, kind };
}

async function doLines<F extends TProperties>(about: AboutPeople<F>, batch: ImportBatch<Line<F>>): Promise<void> {
  const { lines, tx, attempt } = batch;
  const ids = about.named ?? about.kind;
  const externalIds = lines.map(({ body }) => body.sent.externalId);
  const known = new Set((await findExternalIds(tx, ids, externalIds)).keys());
  const references = [...new Set(lines.map(({ body }) => body.personId))].sort();
  // They are held in one order, so that two imports do not wait for each other.
  const found = await Promise.all(references.map((one) => person.find(tx, one, true).catch(asRefusal)));
  const owners = new Map(references.map((reference, i) => [reference, found[i] as Found<PersonRow> | Refusal]));
  for (const line of lines) {
    const owner = owners.get(line.body.personId) as Found<PersonRow> | Refusal;
    const after = owner instanceof Refusal ? undefined : knownSubject(owner);
    const work = (ctx: CommandContext, draft: Tx) => doLine(about, ctx, draft, { line, owner, known });
    const made = await attempt(line, work, after);
    if (made !== undefined) known.add(line.body.sent.externalId);
  }
}

/** The refusal of a borrower who is not there or was erased; other errors are thrown. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

interface Doing<F extends TProperties> {
  readonly line: ImportLine<Line<F>>;
  readonly owner: Found<PersonRow> | Refusal;
  readonly known: ReadonlySet<string>;
}

async function doLine<F extends TProperties>(
  { needs, named, kind, make }: AboutPeople<F>,
  ctx: CommandContext,
  tx: Tx,
  { line: { body }, owner, known }: Doing<F>,
): Promise<Made> {
  mustHave(ctx.caller, needs);
  if (owner instanceof Refusal) throw owner;
  const { externalId } = body.sent;
  const made = { personId: owner.id, externalId };
  if (known.has(externalId)) return { outcome: 'existing', ...made };
  const objectId = await make(ctx, tx, owner.subject, body.sent);
  if (named === undefined) claimExternalId(tx, { kind, subjectId: owner.id, objectId }, externalId);
  return { outcome: 'created', ...made };
}
