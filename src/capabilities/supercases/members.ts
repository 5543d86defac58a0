// The members of a population: each is a borrower with a loan, and once in a supercase.

import { sql } from 'kysely';
import type { Static } from 'typebox';
import Type from 'typebox';
import { findNamedLoan } from '#capabilities/loans/index.ts';
import { person } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, type Problem, Refusal } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { newId } from '#platform/ids.ts';
import { Bool, DateTime, Described, Id, Nullable, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { keepPosition } from '#platform/resource/deleted-positions.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { supercaseErrors } from './errors.ts';
import { committed, membersMax, population } from './population.ts';
import { mustBeOpen } from './states.ts';
import { type MemberRow, type PopulationRow, populationMembers, type SupercaseRow } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });

const PopulationMember = Type.Object(
  {
    id: id('MB-5KX8-W2NB'),
    object: Type.Literal('populationMember'),
    companyId: id('CP-2W8D-K4TN'),
    supercaseId: id('SC-5KX8-W2NB'),
    populationId: id('PO-5KX8-W2NB'),
    personId: id('BO-3M8K-Q7TZ'),
    loanId: id('LN-7T2X-P5QG'),
    caseId: Nullable(id('CS-7KQ2-M9XA'), { description: 'The case that was made for it; null until then.' }),
    errorType: Nullable(Text({ max: 50, example: 'CollectionCaseOpen' }), {
      description: 'Why the last work on it failed, as the error of a request. Null: it went through.',
    }),
    createdAt: DateTime,
  },
  { title: 'PopulationMember' },
);

const present = presenter<typeof PopulationMember, MemberRow>(PopulationMember);

const addedMax = 500;

const MembersAdd = Type.Object(
  {
    members: Type.Array(Type.Object({ personId: Id('BO', 'borrower'), loanId: Id('LN', 'loan') }), {
      minItems: 1,
      maxItems: addedMax,
      description: 'Each with a loan of its own. One that is in this population already stays as it is.',
    }),
  },
  { title: 'PopulationMembersAdd' },
);
type Pair = Static<typeof MembersAdd>['members'][number];

const list = defineList({
  table: 'population_members',
  below: 'population_id',
  filters: {
    failed: {
      schema: Described(Bool, { description: 'True: only those on which the last work failed; false: all others.' }),
      where(asked: boolean | undefined) {
        const hasFailed = sql<boolean>`${sql.ref('population_members.error_type')} is not null`;
        return asked === false ? sql<boolean>`not (${hasFailed})` : asked && hasFailed;
      },
    },
  },
});

interface PopulationOfPath {
  readonly row: PopulationRow;
  readonly parent: SupercaseRow;
}

const memberEndpoint = below({
  path: '/supercases/{supercaseId}/populations/{populationId}/members',
  permission: 'population:update',
  subject: population.subject,
  answer: population.answer,
});

/** Errors: SupercaseClosed, PopulationCommitted. */
function mustTakeMembers({ row, parent }: PopulationOfPath): void {
  mustBeOpen(parent);
  if (!row.is_draft) throw committed(row);
}

/** Errors: SupercaseClosed, PopulationCommitted, InvalidRequest, NoRoom. */
async function addMembers(ctx: CommandContext, tx: Tx, found: PopulationOfPath, pairs: readonly Pair[]) {
  mustTakeMembers(found);
  const { row: before } = found;
  const looked = await Promise.all(pairs.map((pair, i) => lookAt(tx, before, pair, `members[${i}]`)));
  mustHaveNone(looked.flatMap(({ problem }) => problem ?? []));
  const added = new Map(looked.flatMap(({ pair }) => (pair ? [[`${pair.personId} ${pair.loanId}`, pair]] : [])));
  if (before.member_count + added.size > membersMax) {
    throw new Refusal(errors.NoRoom, `A population has ${membersMax} members at the most.`, {
      data: { atMost: membersMax },
    });
  }
  for (const pair of added.values()) insertMember(ctx, tx, before, pair);
  return recount(ctx, tx, before, added.size);
}

/** A pair to be added by its ids, or what is wrong with it; neither where it is a member already. */
interface Looked {
  readonly pair?: Pair;
  readonly problem?: Problem;
}

async function lookAt(
  tx: Tx,
  { id: populationId, supercase_id }: PopulationRow,
  pair: Pair,
  path: string,
): Promise<Looked> {
  const owner = await orNothing(person.find(tx, pair.personId, false));
  if (owner === undefined || owner.subject.erased_at !== null) {
    const message = owner === undefined ? 'is no borrower' : 'was erased';
    return { problem: { path: `${path}.personId`, message, expected: 'a borrower of the company' } };
  }
  const personId = owner.subject.person_id;
  const loan = await orNothing(findNamedLoan(tx, personId, pair.loanId));
  if (loan === undefined) {
    const message = `is no loan of ${personId}`;
    return { problem: { path: `${path}.loanId`, message, expected: 'a loan of this borrower' } };
  }
  const there = await tx.row(
    tx.db
      .selectFrom('population_members')
      .select('population_id')
      .where('person_id', '=', personId)
      .where('supercase_id', '=', supercase_id)
      .where('loan_id', '=', loan.id),
  );
  if (there === undefined) return { pair: { personId, loanId: loan.id } };
  if (there.population_id === populationId) return {};
  const message = `is a member of ${there.population_id} already`;
  return {
    problem: { path: `${path}.loanId`, message, expected: 'a loan that is in no population of this supercase' },
  };
}

const orNothing = <T>(finding: Promise<T>): Promise<T | undefined> =>
  finding.catch((error) => {
    if (error instanceof Refusal && error.kind === errors.NotFound) return undefined;
    throw error;
  });

function insertMember(
  ctx: CommandContext,
  tx: Tx,
  { id: population_id, supercase_id }: PopulationRow,
  pair: Pair,
): void {
  const row = {
    person_id: pair.personId,
    id: newId('MB'),
    position: ctx.position(),
    supercase_id,
    population_id,
    loan_id: pair.loanId,
    case_id: null,
    error_type: null,
    created_at: ctx.now,
  };
  tx.write(tx.db.insertInto('population_members').values(row), redraw('population_members_pkey'));
}

function recount(ctx: CommandContext, tx: Tx, before: PopulationRow, more: number) {
  const row = { ...before, member_count: before.member_count + more, updated_at: ctx.now };
  if (more !== 0) {
    population.change(tx, before, row);
    population.tell(ctx, 'updated', row);
  }
  return population.show(more === 0 ? before : row, {});
}

/** Errors: NotFound. */
async function removeMember(ctx: CommandContext, tx: Tx, found: PopulationOfPath, memberId: string) {
  mustTakeMembers(found);
  const own = tx.db.selectFrom('population_members').select(['person_id', 'position']);
  const row = await tx.row(own.where('population_id', '=', found.row.id).where('id', '=', memberId));
  if (row === undefined) throw notFound('member', memberId, 'populationMemberId', 'This population');
  tx.write(tx.db.deleteFrom('population_members').where('person_id', '=', row.person_id).where('id', '=', memberId));
  keepPosition(tx, { subjectId: found.row.id, id: memberId, position: row.position, sortValues: {} });
  return recount(ctx, tx, found.row, -1);
}

export const memberRoutes: readonly Endpoint[] = [
  memberEndpoint({
    name: 'populationMembers.list',
    summary: 'List the members of a population',
    permission: 'population:read',
    shape: 'list',
    query: list.query,
    list,
    answer: PopulationMember,
    read: ({ reader }, { query }, { row }) =>
      list.page(reader, reader.db.selectFrom('population_members').select(columnsOfList), query, {
        below: row.id,
        each: (member: MemberRow) => present(member, { object: 'populationMember' }),
      }),
  }),
  memberEndpoint({
    name: 'populationMembers.add',
    summary: 'Add borrowers and their loans to a population',
    description: `Up to ${addedMax} at once, all or none. A refusal names each row that is wrong. The answer is the population.`,
    body: MembersAdd,
    errors: [supercaseErrors.SupercaseClosed, supercaseErrors.PopulationCommitted, errors.NoRoom],
    emits: population.events.slice(1),
    example: { body: { members: [{ personId: 'ext-crm-20417', loanId: 'ext-L-1001' }] } },
    command: (ctx, tx, { body }, found) => addMembers(ctx, tx, found, body.members),
  }),
  memberEndpoint({
    name: 'populationMembers.remove',
    path: '/{populationMemberId}',
    summary: 'Take a member out of a population',
    description: 'The answer is the population.',
    errors: [errors.NotFound, supercaseErrors.SupercaseClosed, supercaseErrors.PopulationCommitted],
    emits: population.events.slice(1),
    command: (ctx, tx, { params }, found) => removeMember(ctx, tx, found, params.populationMemberId),
  }),
];

const columnsOfList = populationMembers.all;
