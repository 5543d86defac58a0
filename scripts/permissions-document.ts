// docs/permissions.md: who may call each endpoint, made from what the endpoints declare.
import { endpoints, whole } from '#app/capabilities.ts';
import { tablesRead } from '#platform/http/borrowers.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { defaultRoles } from '#platform/permissions.ts';

const agentRoles = defaultRoles.filter((role) => role !== 'borrower');

const needs = ({ permission, kinds, openTo }: Endpoint): string =>
  permission !== undefined
    ? [permission, ...kinds].map((one) => `\`${one}\``).join(' or ')
    : openTo === 'signedIn'
      ? 'a session'
      : 'nothing';

/** Says what borrowers may do of all that a role may have in its company. */
const borrowersPart = (endpoint: Endpoint): string => {
  const { borrowers, openTo } = endpoint;
  if (openTo !== 'permitted') return 'themselves';
  if (borrowers === undefined) return '';
  const { sends, perDay } = borrowers;
  const reached = ['their own', ...tablesRead(endpoint).map((table) => `\`${table}\``)].join(', ');
  if (sends === undefined) return reached;
  const sent = sends.length === 0 ? 'nothing' : sends.map((field) => `\`${field}\``).join(', ');
  return `${reached}; ${perDay} in a day; may send ${sent}`;
};

function row(endpoint: Endpoint): string {
  const { method, path, permission } = endpoint;
  const has = agentRoles.map((role) =>
    permission === undefined || whole.defaultRoles[role].has(permission) ? '✓' : '',
  );
  return `| ${[`${method} \`${path}\``, needs(endpoint), ...has, borrowersPart(endpoint)].join(' | ')} |`;
}

export const permissionsDocument = (): string => `# Who may call what

Made by \`npm run docs\`. Do not edit.

Each endpoint needs one permission, or a session, or nothing. If a narrower permission for a kind is named too, it allows only this kind. A permission \`a:b\` includes every \`a:b.c\`. The columns are the default roles, which a company may copy and change; a key has a list of its own. The last column says what a borrower who has signed in reaches: the rows of their own person, single loans that others share with them, and the tables that are named there. For changes it also says how often in a day, and what they may send ([decision 22](decisions/0022-callers-and-reach.md)). If it is empty, a borrower is refused.

| Endpoint | Needs | ${agentRoles.join(' | ')} | borrower |
|---|---|${agentRoles.map(() => ':-:|').join('')}---|
${endpoints.map(row).join('\n')}

## Asked for besides

Some endpoints ask for more when more is asked of them:

${[...whole.permissions]
  .filter((one) => endpoints.every(({ permission, kinds }) => permission !== one && !kinds.includes(one)))
  .sort()
  .map((one) => `- \`${one}\`: ${agentRoles.filter((role) => whole.defaultRoles[role].has(one)).join(', ')}`)
  .join('\n')}
`;
