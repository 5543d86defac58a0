// Forms of SQL that a cluster refuses, or by which its nodes wait for one another for ever, wherever the rows lie. Each
// was seen there, and has a text that is taken and one that is not (tests/refused-by-a-cluster.test.ts).
import { tables } from '#app/capabilities.ts';

interface RefusedForm {
  /** What is wrong and what would be right, as a sentence that begins with the statement. */
  readonly fault: string;
  /** How the text shows it. */
  readonly form: RegExp;
  readonly accepted: string;
  readonly refused: string;
}

const references = Object.entries(tables)
  .filter(([, { kind }]) => kind === 'reference')
  .map(([table]) => table);
const spread = Object.entries(tables)
  .filter(([, table]) => 'column' in table)
  .map(([table]) => table);
/** People change these by hand a few times a day, and nothing that moves money waits for it. */
const administered: readonly string[] = [
  'companies',
  'api_keys',
  'users',
  'roles',
  'teams',
  'webhooks',
  'payment_providers',
  'loan_types',
  'merchants',
  'collection_agencies',
  'investors',
  'promo_program_types',
  'card_issuers',
  'loan_labels',
  'note_types',
];

/** With its schema or without, with quotes or without. */
const named = (names: readonly string[]): string => `(?:\\w+\\.)?"?(?:${names.join('|')})\\b"?`;

/** A sum in UTC depends on no setting of the session, so a cluster takes it. */
const inUtc = `\\([^()]*at time zone 'utc'[^()]*\\) at time zone 'utc'`;

export const refusedForms: readonly RefusedForm[] = [
  {
    fault: 'computes in an update what depends on a setting or the moment: bind the value',
    form: /^update .*\b(?:jsonb?_build_\w+|to_jsonb?|jsonb?_agg|clock_timestamp|random|gen_random_uuid)\s*\(/,
    accepted: 'update "loans" set "at" = $1 where "person_id" = $2',
    refused: 'update "loans" set "at" = clock_timestamp() where "person_id" = $1',
  },
  {
    fault: `adds an interval in an update: bind the sum, or write (at at time zone 'UTC' + interval …) at time zone 'UTC'`,
    form: new RegExp(`^update (?:${inUtc}|(?!${inUtc}).)*[+-]\\s*(?:\\$\\d+(?:::\\w+)? \\* )?interval\\b`, 'i'),
    accepted: `update "loans" set "at" = ("at" at time zone 'UTC' + interval '7 days') at time zone 'UTC' where "person_id" = $1`,
    refused: `update "loans" set "seen" = ("at" at time zone 'UTC' + interval '1 day') at time zone 'UTC', "at" = case when $2 then "at" + interval '7 days' end where "person_id" = $1`,
  },
  {
    fault: 'has a limit in a lateral join: a statement for each row, or a join',
    // One server looks for what is due in each company by itself; a cluster is asked otherwise (`looksForEach`).
    form: new RegExp(`^(?!.*as realm\\(of_company, at\\)).*lateral \\(select .* from ${named(spread)}.* limit `),
    accepted: 'select 1 from "loans" where "person_id" = any($1) limit 1',
    refused: 'select 1 from unnest($1) as w(id) inner join lateral (select 1 from "loans" limit $2) as "x" on true',
  },
  {
    fault: 'holds a row of a reference table, which lies on every node: keep it on the coordinator',
    form: new RegExp(
      `^select .* from ${named(references.filter((name) => !administered.includes(name)))} .*for (?:no key )?(?:share|update)\\b`,
    ),
    accepted: 'select "stopped_at" from "money_switches" where "company_id" = $1 for share',
    refused: 'select "names" from "merchant_accounts" where "company_id" = $1 for share',
  },
  {
    fault: 'changes a reference table by rows that are spread: read these first',
    form: new RegExp(`^(?:update|delete from) ${named(references)}.* (?:from|join|using) ${named(spread)}`),
    accepted: `update roles set name = 'a' where id in (select role_id from user_roles)`,
    refused: 'update roles set name = $1 where id in (select loan_id from loans where true)',
  },
  {
    fault: 'drops several at once: a command for each',
    form: /^drop index (?:if exists )?[\w.]+\s*,/,
    accepted: 'drop index loans_due',
    refused: 'drop index loans_due, loans_late',
  },
  {
    fault: 'adds a constraint together with something else: an alter table for each',
    form: /^alter table (?:.*,\s*add (?:constraint|check|foreign key|unique)|.*add (?:constraint|check|foreign key|unique)\b.*,\s*(?:add|drop|alter)) /,
    accepted: 'alter table loans add constraint loans_known check (version > 0)',
    refused: 'alter table loans add column version int, add constraint loans_known check (version > 0)',
  },
  {
    fault: 'renames a constraint: drop it and add another',
    form: /^alter table .* rename constraint /,
    accepted: 'alter table loans drop constraint loans_known',
    refused: 'alter table loans rename constraint loans_known to loans_right',
  },
  {
    fault: 'puts a trigger on a table: the code does that work',
    form: new RegExp(`^create (?:or replace )?(?:constraint )?trigger .* on ${named([...references, ...spread])} `),
    accepted: 'create trigger t before insert on never_there for each row execute function f()',
    refused: 'create trigger t before insert on loans for each row execute function f()',
  },
];

const inOneLine = (text: string): string => text.replaceAll(/--.*$/gm, ' ').replaceAll(/\s+/g, ' ').trim();

export const formsRefusedOf = (text: string): string[] =>
  refusedForms.filter(({ form }) => form.test(inOneLine(text))).map(({ fault }) => fault);
