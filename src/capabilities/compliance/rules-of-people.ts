// The rules by which each borrower's contacts are judged. They are the same for all, unless a rule of the company has a
// condition: then what it names of the borrowers is read.
import type { Rule } from '@tenor/guard/contract.ts';
import { casesForConditions } from '#capabilities/cases/index.ts';
import { namedOfPerson, namesCases, type RulesInForce, rulesFor } from '#capabilities/compliance-rules/index.ts';
import { personContext } from '#capabilities/people/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';

type RulesOf = (personId: string) => readonly Rule[];

export async function rulesOfPeople(
  from: { readonly reader: Reader; readonly vault: Vault },
  inForce: RulesInForce,
  people: readonly string[],
): Promise<RulesOf> {
  if (inForce.conditions.size === 0) return () => inForce.rules;
  const paths = namedOfPerson(inForce);
  const [persons, cases] = await Promise.all([
    paths.size === 0 ? null : personContext.load(from.reader, from.vault, people, paths),
    namesCases(inForce) ? casesForConditions(from, people) : null,
  ]);
  return (personId) => rulesFor(inForce, { person: persons?.get(personId) ?? {}, cases: cases?.get(personId) ?? [] });
}
