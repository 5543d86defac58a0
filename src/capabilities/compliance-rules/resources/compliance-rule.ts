// The company's own rules, in the form of those that come with a release.
import { sql } from 'kysely';
import { contextsInUse } from '#capabilities/case-types/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import { numberOfUser } from '#capabilities/users/index.ts';
import { conditionProblems } from '#platform/conditions/check-condition.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import type { AnyRow } from '#platform/resource/declared-resource.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { mustHaveRoomFor } from '#platform/resource/room.ts';
import { defineVersioned } from '#platform/resource/versioned.ts';
import {
  Channel,
  Confidence,
  computedFields,
  Jurisdiction,
  Kind,
  origins,
  ruleFields,
  Severity,
  takenFields,
} from '../fields.ts';
import { computedOf, misfitsOfForms, ruleOfRow } from '../rule.ts';
import { lockBook, renewBook, shippedBooks } from '../rule-book.ts';
import { type ComplianceRuleRow, complianceRules } from '../tables.ts';

/** Each of them is asked about every contact. */
const rulesMax = 500;

const asRow = (row: AnyRow) => row as AnyRow & ComplianceRuleRow;

export const complianceRule = defineVersioned({
  name: 'compliance rule',
  plural: 'compliance rules',
  prefix: 'CR',
  path: '/compliance/rules',
  table: complianceRules,
  fields: ruleFields,
  computed: computedFields,
  taken: takenFields,
  defaults: {
    name: '',
    jurisdiction: 'federal',
    appliesTo: 'both',
    channels: ['voice', 'text', 'email', 'letter'],
    context: 'collection',
    severity: 'block',
    params: {},
    confidence: 'knowledge',
    source: 'The company',
    loanTypeIds: [],
  },
  sort: [],
  filters: {
    origin: { schema: StringEnum(origins), where: () => undefined },
    jurisdiction: Jurisdiction,
    kind: Kind,
    channel: {
      schema: Channel,
      where: (asked: string | undefined) => (asked === undefined ? undefined : hasChannel(asked)),
    },
    severity: Severity,
    confidence: Confidence,
  },
  copiedBy: 'copyOf',
  numberOfCaller: async ({ caller: { actor } }, tx) => (actor.type === 'user' ? numberOfUser(tx, actor.id) : null),
  endpoints: {
    list: {},
    create: {
      description:
        'A draft, unless `status` is `active`. It needs `description`, `citation` and `kind`, or `copyOf` with the number of a rule. It is asked beside the rules that come with a release, and never takes the place of one.',
      errors: [errors.NoRoom],
      body: {
        name: 'Three calls a week',
        description: 'We call a borrower at most three times in seven days.',
        citation: 'Calling policy 2026, section 4',
        kind: 'frequency',
        channels: ['voice'],
        params: { max: 3, per: '7d', scope: 'borrower' },
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. A draft is changed as it stands. What is active is not changed: the answer is a new version with an id of its own, active in its place, or a draft if `status` is `draft`. A rule that comes with a release is changed at `…/changes`.',
      body: { severity: 'warn' },
    },
  },
  async normal(tx, { loanTypeIds, params, locality, ...sent }) {
    return {
      ...sent,
      ...(loanTypeIds !== undefined && { loanTypeIds: await idsOfLoanTypes(tx, loanTypeIds as readonly string[]) }),
      ...(params !== undefined && { params: plain(params) }),
      ...(locality !== undefined && { locality: plain(locality) }),
    };
  },
  async check(ctx, tx, row) {
    mustHaveNone(missing(row));
    // What the company changes of it meanwhile must fit as well.
    await lockBook(tx);
    const rule = ruleOfRow(asRow(row));
    const { changes } = await shippedBooks.bookOf(tx);
    mustHaveNone(
      misfitsOfForms(
        rule,
        changes.filter(({ ruleId }) => ruleId === rule.id),
      ),
    );
    const { condition } = asRow(row);
    if (condition !== null) {
      const naming = { contexts: await contextsInUse(tx), permissions: ctx.caller.permissions };
      mustHaveNone(conditionProblems('condition', condition, naming));
    }
    if (row.version === 1 && row.updated_at === null) await mustHaveRoom(tx);
    return {};
  },
  written: (tx) => renewBook(tx),
  async present(rows, { reader }) {
    const { changes } = await shippedBooks.bookOf(reader);
    return rows.map((row) => {
      const rule = ruleOfRow(asRow(row));
      const own = changes.filter(({ ruleId }) => ruleId === rule.id);
      return computedOf(rule, 'own', own);
    });
  },
});

const hasChannel = (channel: string) => sql<boolean>`${sql.ref('compliance_rules.channels')} @> ${[channel]}::text[]`;

/** JSON as it is stored, so that the same content is always equal. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const required = ['description', 'citation', 'kind'] as const;

const missing = (row: AnyRow): Problem[] =>
  required.flatMap((path) =>
    problemIf(row[path] === null, path, 'is required', `${path}, or copyOf with the number of a rule`),
  );

async function idsOfLoanTypes(tx: Tx, references: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(references.map((one, i) => namedIn(`loanTypeIds[${i}]`, findLoanType(tx, one))));
  return [...new Set(found.map(({ id }) => id))];
}

/** Errors: NoRoom. */
async function mustHaveRoom(tx: Tx): Promise<void> {
  const own = tx.db.selectFrom('compliance_rules').select('id').where('version', '=', 1);
  await mustHaveRoomFor(tx, own, rulesMax, `The company has ${rulesMax} rules of its own already.`);
}
