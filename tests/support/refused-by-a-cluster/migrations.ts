// Forms of changes to the schema that a cluster refuses, or takes for something else, once the tables are spread.
// Whether keys and indexes are such as a cluster takes is read from the schema itself (src/platform/db/cluster/keys.test.ts).
import { eachColumn, named, type RefusedForm, references, spread } from './form.ts';

export const formsOfMigrations: readonly RefusedForm[] = [
  {
    fault: 'drops several at once: a command for each',
    form: /^drop index (?:if exists )?[\w.]+\s*,/,
    accepted: 'drop index loans_due_probe',
    refused: 'drop index loans_due_probe, loans_late_probe',
  },
  {
    fault: 'adds a constraint together with something else: an alter table for each',
    form: /^alter table (?:.*,\s*add (?:constraint|check|foreign key|unique)|.*add (?:constraint|check|foreign key|unique)\b.*,\s*(?:add|drop|alter)) /,
    accepted: 'alter table loans add constraint loans_known check (position > 0)',
    refused: 'alter table loans add column known int, add constraint loans_known check (position > 0)',
  },
  {
    fault: 'checks a column that it adds without a name for the constraint: name it',
    form: /^alter table .*\badd column (?:(?!constraint).)*\b(?:check\s*\(|unique\b)/,
    accepted: 'alter table loans add column known int constraint loans_known check (known > 0)',
    refused: 'alter table loans add column known int check (known > 0)',
  },
  {
    fault: 'renames a constraint: drop it and add another',
    form: /^alter table .* rename constraint /,
    accepted: 'alter table loans drop constraint loans_status',
    refused: 'alter table loans rename constraint loans_status to loans_right',
  },
  {
    fault: 'numbers the rows of a table that is spread: ids come from the code',
    form: /^alter table .*\badd column .*\b(?:smallserial|serial|bigserial|generated (?:always|by default) as identity|nextval)/,
    accepted: 'alter table loans add column known bigint',
    refused: 'alter table loans add column known bigserial',
  },
  {
    fault: 'changes the type of the column by which rows lie: a new table',
    form: new RegExp(
      eachColumn((tables, column) => `^alter table ${tables} alter column ${column} (?:set data )?type`),
    ),
    accepted: 'alter table loans alter column nickname type varchar(200)',
    refused: 'alter table loans alter column person_id type varchar(200)',
  },
  {
    fault: 'sets how a column is stored: set it where the table is made',
    form: new RegExp(`^alter table ${named(spread)} .*set storage `),
    accepted: 'alter table loans alter column nickname set default null',
    refused: 'alter table loans alter column figures set storage external',
  },
  {
    fault: 'clears or moves a key that holds the column by which rows lie: clear it in the code',
    form: /\bforeign key .*references .*\bon (?:delete set (?:null|default)|update (?:cascade|set))/,
    accepted:
      'alter table loans add constraint loans_known foreign key (person_id) references people (person_id) on delete cascade',
    refused:
      'alter table loans add constraint loans_known foreign key (person_id) references people (person_id) on delete set null',
  },
  {
    fault: 'puts a trigger on a table: the code does that work',
    form: new RegExp(`^create (?:or replace )?(?:constraint )?trigger .* on ${named([...references, ...spread])} `),
    accepted: 'comment on table loans is $$no trigger$$',
    refused:
      'create trigger known before update on loans for each row execute function suppress_redundant_updates_trigger()',
  },
  {
    fault: 'makes a policy that arrives on other nodes as one that permits: one policy with all conditions',
    form: /^create policy .* as restrictive/,
    accepted: 'create policy known on loans using (company_id = $$a$$)',
    refused: 'create policy known on loans as restrictive using (company_id = $$a$$)',
    instead: 'it answers something else',
  },
  {
    fault: 'lets a table inherit: repeat its columns',
    form: /^create table .*\) inherits \(/,
    accepted: 'create table known (like loans including all)',
    refused: 'create table known () inherits (loans)',
  },
];
