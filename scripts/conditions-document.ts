// docs/conditions.md: what conditions may name of each object.
import { namedContexts } from '#app/capabilities.ts';
import type { NamedContext, NamedField } from '#platform/conditions/named-context.ts';

export const conditionsDocument = (): string => `# What conditions may name

Made by \`npm run docs\`. Do not edit.

A condition compares fields of objects, such as \`case.status == "completed" && loan.isOverdue\`. This page lists the objects and their fields; it is made from the lists that the service itself uses ([README](../src/platform/conditions/README.md)). Whoever writes a condition needs the permission of each object that it names. Which objects a condition is over is said where it is written: do-not-interact types know the case, its borrower (\`person\`), and its loan if there is one alone. The custom fields of case types are \`case.customFields.…\`.

${namedContexts.map(section).join('\n')}`;

const section = ({ name, permission, fields }: NamedContext): string =>
  [
    `## ${name}`,
    '',
    `Needs \`${permission}\`.`,
    '',
    '| Field | Type | Words | |',
    '|---|---|---|---|',
    ...Object.entries(fields).map(row(name)),
    '',
  ].join('\n');

const row =
  (name: string) =>
  ([path, { type, words = [], permission, isSealed }]: [string, NamedField]): string => {
    const needs = permission === undefined ? '' : `needs \`${permission}\``;
    const notes = [needs, isSealed ? 'sealed' : ''].filter(Boolean).join(', ');
    return `| \`${name}.${path}\` | ${type} | ${words.join(', ')} | ${notes} |`;
  };
