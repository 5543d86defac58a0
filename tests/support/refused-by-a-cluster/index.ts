// Forms of SQL that a cluster does not take as one server does. Each has a text that is taken and one that is not, held
// by the texts alone (tests/refused-by-a-cluster.test.ts) and by a cluster (tests/on-a-cluster.test.ts).
import type { RefusedForm } from './form.ts';
import { formsOfMigrations } from './migrations.ts';
import { formsOfStatements } from './statements.ts';

export const refusedForms: readonly RefusedForm[] = [...formsOfStatements, ...formsOfMigrations];

const inOneLine = (text: string): string => text.replaceAll(/--.*$/gm, ' ').replaceAll(/\s+/g, ' ').trim();

export function formsRefusedOf(text: string): string[] {
  const line = inOneLine(text);
  return refusedForms.filter(({ form }) => form.test(line)).map(({ fault }) => fault);
}
