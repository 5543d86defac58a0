// Rules as they are shown and listed, those of a release and those of the company alike.
import type { Rule } from '@tenor/guard/contract.ts';
import type { Static } from 'typebox';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { pageOf } from '#platform/resource/computed-list.ts';
import type { AnyFields, AnyRow } from '#platform/resource/declared-resource.ts';
import type { Channel } from './fields.ts';
import { changesOf, type FoundRule } from './find-rule.ts';
import { complianceRule } from './resources/compliance-rule.ts';
import { presentShipped, ruleOfRow } from './rule.ts';
import { type RuleBook, shippedBooks } from './rule-book.ts';
import { complianceRules } from './tables.ts';

const { parts } = complianceRule;

export const listOfRules = parts.list;
export const ComplianceRule = parts.shapes.answer;

type Asking = Pick<ReadContext, 'reader' | 'vault'>;

const shownOwn = ({ reader, vault }: Asking, rows: readonly object[]): Promise<AnyFields[]> =>
  parts.show(rows as readonly AnyRow[], { reader, vault, parent: undefined });

const shownShipped = ({ reader }: Asking, rule: Rule, book: RuleBook) =>
  presentShipped(rule, { companyId: reader.realm.companyId, set: book.set, changes: changesOf(book, rule) });

export async function presentRule(asking: Asking, { rule, row, book }: FoundRule): Promise<AnyFields> {
  if (row === null) return shownShipped(asking, rule, book);
  const [own] = await shownOwn(asking, [row]);
  return own as AnyFields;
}

export interface Asked extends PageInput {
  readonly origin?: 'shipped' | 'own';
  readonly status?: string;
  readonly typeId?: number;
  readonly version?: number;
  readonly jurisdiction?: string;
  readonly kind?: string;
  readonly channel?: Static<typeof Channel>;
  readonly severity?: string;
  readonly confidence?: string;
}

/** Only the company's own rules have drafts and versions; they are as many as somebody wrote, so they come as pages. */
const isOfOwn = ({ origin, status = 'active', typeId, version }: Asked): boolean =>
  origin === 'own' || (origin === undefined && (status !== 'active' || typeId !== undefined || version !== undefined));

export async function listRules(asking: Asking, asked: Asked): Promise<Page<AnyFields>> {
  const { reader } = asking;
  if (isOfOwn(asked)) {
    const rows = reader.db.selectFrom('compliance_rules').select(complianceRules.all);
    return parts.list.page(reader, rows, asked, { show: (found) => shownOwn(asking, found) });
  }
  const book = await shippedBooks.bookOf(reader);
  const shipped = book.set.rules.filter((rule) => fits(rule, asked)).map((rule) => shownShipped(asking, rule, book));
  const isShippedAlone = asked.origin === 'shipped';
  const own = isShippedAlone
    ? []
    : await shownOwn(
        asking,
        book.own.filter((row) => fits(ruleOfRow(row), asked)),
      );
  const { status = 'active', typeId, version } = asked;
  const all = [...shipped, ...(own as typeof shipped)].filter(
    (one) =>
      one.status === status &&
      (typeId === undefined || one.typeId === typeId) &&
      (version === undefined || one.version === version),
  );
  return pageOf(all, asked);
}

const fits = (rule: Rule, { jurisdiction, kind, channel, severity, confidence }: Asked): boolean =>
  (jurisdiction === undefined || rule.jurisdiction === jurisdiction) &&
  (kind === undefined || rule.kind === kind) &&
  (channel === undefined || rule.channels.includes(channel)) &&
  (severity === undefined || rule.severity === severity) &&
  (confidence === undefined || rule.confidence === confidence);
