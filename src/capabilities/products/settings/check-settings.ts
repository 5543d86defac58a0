// Checks of settings that no schema makes: which settings a product has, bounds of rates and amounts, and what must fit
// together. They name every mistake.

import { isZone } from '@tenor/engine/values/zone.ts';
import { delinquencyProblems, interestProblems, type Problems, problem, when } from './check-parts.ts';
import { retryProblems } from './check-retry-rules.ts';
import { installmentProblems } from './installment/check.ts';
import { lineProblems } from './line/check.ts';
import { components } from './parts.ts';
import { type LoanTypeSettings, type SettingsInput, schemaOf } from './schema.ts';
import type { SettingsDraft } from './settings.ts';

export function settingsProblems(draft: SettingsDraft): Problems {
  const { timezone, interest, payments, waterfall, delinquency } = draft;
  return [
    ...when(timezone !== null && !isZone(timezone), () =>
      problem('timezone', 'is no time zone that is known here', 'a name such as America/Chicago, or null'),
    ),
    ...interestProblems(interest),
    ...retryProblems(payments.retryRules),
    ...(draft.type === 'installment' ? installmentProblems(draft) : lineProblems(draft)),
    ...when(new Set(waterfall.order).size < components.length, () =>
      problem('waterfall.order', 'names one of them twice', `${components.join(', ')}, each once, in any order`),
    ),
    ...delinquencyProblems(delinquency),
  ];
}

const wordsOf = { installment: 'installment loans', lineOfCredit: 'lines of credit' } as const;

/** Settings that only another product has. Null is taken for any: it says that there is none. */
export const foreignProblems = (type: LoanTypeSettings['type'], sent: SettingsInput): Problems =>
  fieldsNotIn(schemaOf[type] as Node, sent).map((path) =>
    problem(path, `is no setting of ${wordsOf[type]}`, `the settings that a type of ${wordsOf[type]} shows`),
  );

interface Node {
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, object>>;
}

function fieldsNotIn(schema: Node, sent: object): string[] {
  const { properties } = schema.anyOf?.[0] ?? schema;
  // What has no fields of its own is sent whole.
  if (properties === undefined) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    if (value == null) return [];
    const own = properties[name] as Node | undefined;
    if (own === undefined) return [name];
    return typeof value === 'object' ? fieldsNotIn(own, value).map((field) => `${name}.${field}`) : [];
  });
}
