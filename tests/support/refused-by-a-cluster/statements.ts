// Forms of statements, wherever the rows lie: those that a cluster refuses, those by which its nodes wait for one another
// for ever, and those that give something else there without an error.
import {
  byKey,
  bySubject,
  columnsOfTypes,
  eachColumn,
  named,
  onCoordinator,
  type RefusedForm,
  references,
  spread,
} from './form.ts';

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
  'case_types',
  'notification_types',
  'repayment_notifications',
  'do_not_interact_types',
  'compliance_rules',
  'rule_books',
  'verification_types',
  'workflow_types',
  'workflow_step_types',
  'workflow_workitem_types',
  'template_descriptors',
];

/** A sum in UTC depends on no setting of the session, so a cluster takes it. */
const inUtc = `\\([^()]*at time zone 'utc'[^()]*\\) at time zone 'utc'`;
/** An expression in parentheses, without further ones below the second level. */
const inside = '(?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*';

/** A change stands alone, in a `with` or after one. */
const change = '(?:^|[()]) ?(?:update|delete from)';

/** What lies on the coordinator alone is changed there as on one server. */
const changes = `${change} ${named([...references, ...spread])} `;
/** It knows some of those tables too, and then it asks the same of them. */
const changesAny = `${change} ${named([...references, ...spread, ...onCoordinator])} `;

const updates: readonly RefusedForm[] = [
  {
    fault: 'computes in an update what depends on a setting or the moment: bind the value',
    form: new RegExp(
      `${changes}.*\\b(?:jsonb?_build_\\w+|to_jsonb?|jsonb?_agg|clock_timestamp|random|gen_random_uuid|nextval|to_char|date_trunc|concat|concat_ws|format)\\s*\\(`,
    ),
    accepted: `update "loans" set "created_at" = now() where "person_id" = 'a'`,
    refused: `update "loans" set "figures" = to_jsonb("created_at") where "person_id" = 'a'`,
  },
  {
    fault: `adds an interval in an update: bind the sum, or write (at at time zone 'UTC' + interval …) at time zone 'UTC'`,
    form: new RegExp(
      `${changesAny}(?:${inUtc}|(?!${inUtc}).)*(?<!now\\(\\) )[+-]\\s*(?:\\$\\d+(?:::\\w+)? \\* )?interval\\b`,
      'i',
    ),
    accepted: `update "loans" set "created_at" = ("created_at" at time zone 'UTC' + interval '7 days') at time zone 'UTC' where "person_id" = 'a'`,
    refused: `update "loans" set "created_at" = case when "is_closed" then "created_at" + interval '7 days' end where "person_id" = 'a'`,
  },
  {
    fault: 'casts in a change what has another text by the settings of the session: bind the value, or unnest the list',
    form: new RegExp(
      `${changes}.*${columnsOfTypes('timestamptz', 'date', '_text', '_int8')}::(?:text|date|timestamp)\\b`,
    ),
    accepted: `delete from "event_commits" where "subject_id" = 'a' and exists (select from unnest("types") as told(type) where type ~ 'b')`,
    refused: `delete from "event_commits" where "subject_id" = 'a' and "types"::text ~ 'b'`,
  },
  {
    fault: 'takes the moment in a case or a coalesce of an update: bind the value',
    form: new RegExp(`${changes}.*\\b(?:case when|coalesce\\s*\\().*\\b(?:now\\(\\)|current_timestamp)`),
    accepted: `update "loans" set "created_at" = coalesce("created_at", '2026-01-01T00:00:00Z') where "person_id" = 'a'`,
    refused: `update "loans" set "created_at" = coalesce("created_at", now()) where "person_id" = 'a'`,
  },
  {
    fault: 'takes the moment where a row is there already: bind the value',
    form: /\bdo update set .*\b(?:now\(\)|current_timestamp|current_date)/,
    accepted: `insert into "api_key_uses" ("key_id", "company_id", "last_used_at") values ('a', 'b', now()) on conflict ("key_id") do update set "last_used_at" = "excluded"."last_used_at"`,
    refused: `insert into "api_key_uses" ("key_id", "company_id", "last_used_at") values ('a', 'b', now()) on conflict ("key_id") do update set "last_used_at" = now()`,
  },
  {
    fault: 'returns what depends on the moment: bind the value and return the column',
    form: /\breturning .*\b(?:now\(\)|current_timestamp|current_date)/,
    accepted: `update "loans" set "nickname" = 'a' where "person_id" = 'a' returning "created_at"`,
    refused: `update "loans" set "nickname" = 'a' where "person_id" = 'a' returning now()`,
  },
  {
    fault: 'sets the column by which the row lies: delete and insert instead',
    form: new RegExp(
      eachColumn((tables, column) => `(?:^update|\\binto) ${tables} (?:.*do update )?set (?:(?! where ).)*${column} =`),
    ),
    accepted: `update "loans" set "nickname" = 'a' where "person_id" = 'a'`,
    refused: `update "loans" set "nickname" = 'a', "person_id" = 'b' where "person_id" = 'a'`,
  },
  {
    fault: 'changes rows of persons by rows that lie by a key of their own: read these first',
    form: new RegExp(`${change} ${named(bySubject)} .*\\b(?:from|using|join) ${named(byKey)}`),
    accepted: `update "loans" set "nickname" = 'a' from "people" where "people"."person_id" = "loans"."person_id"`,
    refused: `update "loans" set "nickname" = 'a' from "external_ids" where "external_ids"."object_id" = "loans"."id"`,
  },
  {
    fault: 'changes a reference table by rows that are spread: read these first',
    form: new RegExp(`${change} ${named(references)}.* (?:from|join|using) ${named(spread)}`),
    accepted: `update "roles" set "name" = 'a' where "id" in (select "role_id" from "user_roles")`,
    refused: `update "roles" set "name" = 'a' where "id" in (select "id" from "loans" where "person_id" = 'a')`,
  },
  {
    fault: 'inserts on the coordinator what a subquery of a value finds among spread rows: insert … select',
    form: new RegExp(`^insert into ${named(onCoordinator)} [^)]*\\) values \\(.*\\(select .* from ${named(spread)}`),
    accepted: `insert into "event_keys" ("company_id", "key") select "company_id", "id" from "loans" where "person_id" = 'a'`,
    refused: `insert into "event_keys" ("company_id", "key") values ('a', (select max("id") from "loans" where "person_id" = 'a'))`,
  },
];

const locks: readonly RefusedForm[] = [
  {
    fault: 'locks spread rows wherever they lie: name the column by which they lie',
    form: new RegExp(
      eachColumn(
        (tables, column) => `^select (?!.*${column} (?:=|in)).* from ${tables}.* for (?:no key )?(?:update|share)\\b`,
      ),
    ),
    accepted: `select "id" from "loans" where "person_id" = 'a' and "id" = 'b' for update skip locked`,
    refused: `select "id" from "loans" where "id" = 'b' for update skip locked`,
  },
  {
    fault: 'locks rows of several persons: a statement for each, sorted',
    form: new RegExp(
      eachColumn(
        (tables, column) =>
          `^select .* from ${tables} .*${column} (?:= any|in) ?\\(.* for (?:no key )?(?:update|share)\\b`,
      ),
    ),
    accepted: `select "id" from "loans" where "person_id" = 'a' for update`,
    refused: `select "id" from "loans" where "person_id" = any(array['a', 'b']) for update`,
  },
  {
    fault: 'locks rows that a joined list names: a statement for each, sorted',
    form: new RegExp(`^select .* from ${named(spread)} .*\\bunnest\\(.* for (?:no key )?(?:update|share)\\b`),
    accepted: `select "id" from "loans" where "person_id" = 'a' and "id" = any(array['b', 'c']) order by "id" for no key update`,
    refused: `select "loans".* from "loans" inner join unnest(array['a', 'b'], array['c', 'd']) as v(person, id) on "loans"."person_id" = v.person and "loans"."id" = v.id for no key update of "loans"`,
  },
  {
    fault: 'holds a row of a reference table, which lies on every node: keep it on the coordinator',
    form: new RegExp(
      `^select (?:(?!\\(select ).)* from ${named(references.filter((name) => !administered.includes(name)))} .*for (?:no key )?(?:share|update)\\b`,
    ),
    accepted: `select "stopped_at" from "money_switches" where "company_id" = 'a' for share`,
    refused: `select "last_four" from "merchant_accounts" where "company_id" = 'a' for share`,
    instead: 'its nodes wait for one another',
  },
];

const reads: readonly RefusedForm[] = [
  {
    fault: 'has a limit in a lateral join: a statement for each row, or a join',
    // One server looks for what is due in each company by itself; a cluster is asked otherwise (`looksForEach`).
    form: new RegExp(`^(?!.*as realm\\(of_company, at\\)).*lateral \\(select .* from ${named(spread)}.* limit `),
    accepted: `select 1 from "loans" where "person_id" = any(array['a', 'b']) limit 1`,
    refused: `select 1 from unnest(array['a', 'b']) as w(id) inner join lateral (select 1 from "loans" where "nickname" = w.id limit 1) as "x" on true`,
  },
  {
    fault:
      'takes apart JSON of many persons in a subquery by a function that depends on settings: jsonb_array_elements',
    form: new RegExp(
      eachColumn(
        (tables, column) =>
          `^(?!.*${column} =).* from ${tables}.*\\(select .* from jsonb?_(?:to|populate)_record(?:set)?\\(`,
      ),
    ),
    accepted: `select sum(sums.paid) from "promise_plans" as plan inner join lateral (select sum((period.terms->>'paid')::bigint) as paid from jsonb_array_elements(plan.periods) as period(terms)) as sums on true`,
    refused: `select sum(sums.paid) from "promise_plans" as plan inner join lateral (select sum(period.paid) as paid from jsonb_to_recordset(plan.periods) as period(paid bigint)) as sums on true`,
  },
  {
    fault: 'asks spread rows in a subquery for each row of a reference table: a left join and group by',
    form: new RegExp(
      `^select [^()]*\\(select ${inside} from ${named(spread)}${inside}\\)(?:(?! from ).)* from ${named(references)}`,
    ),
    accepted: `select "companies"."company_id", count("loans"."id") from "companies" left join "loans" on "loans"."company_id" = "companies"."company_id" group by "companies"."company_id"`,
    refused: `select "companies"."company_id", (select count(*) from "loans" where "loans"."company_id" = "companies"."company_id") from "companies"`,
  },
  {
    fault: 'sums at several levels over spread rows: sum once in a materialized with, and add up outside it',
    form: new RegExp(`^.* from ${named(spread)}.*group by (?:rollup|cube|grouping sets)`),
    accepted: 'select "status", count(*) from "loans" group by "status"',
    refused: 'select "status", count(*) from "loans" group by rollup ("status")',
  },
  {
    fault: 'walks over spread rows by recursion: walk in the code',
    form: new RegExp(`^with recursive .* from ${named(spread)}`),
    accepted: 'with recursive n(at) as (select 1 union all select at + 1 from n where at < 3) select at from n',
    refused: `with recursive found(id) as (select "id" from "loans" union select "loans"."id" from "loans" join found on "loans"."nickname" = found.id) select id from found`,
  },
  {
    fault: 'merges: insert … on conflict, or an update',
    form: /^merge into /,
    accepted: `insert into "event_keys" ("company_id", "key") values ('a', 'b') on conflict ("company_id") do nothing`,
    refused: `merge into "loans" using (select 'a'::text as person, 'b'::text as name) as given on "loans"."person_id" = given.person when matched then update set "nickname" = to_jsonb(given.name)::text`,
  },
  {
    fault: 'takes the moment of each node: bind it',
    form: new RegExp(
      eachColumn(
        (tables, column) =>
          `^select (?=.*\\b(?:now\\(\\)|current_timestamp|current_date))(?!.*${column} =).* from ${tables}`,
      ),
    ),
    accepted: `select "id" from "loans" where "created_at" < '2026-01-01T00:00:00Z'`,
    refused: 'select "id" from "loans" where "created_at" < now()',
    instead: 'it answers something else',
  },
];

export const formsOfStatements: readonly RefusedForm[] = [...updates, ...locks, ...reads];
