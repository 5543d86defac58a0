-- The rules by which a company may contact its borrowers. Those that come with a release are data of the code; here are
-- the rules of the companies, what each company changed of the others, and which set of a release it has taken.

-- A row is one version of a rule of the company.
create table compliance_rules (
  id text not null,
  company_id text not null,
  position bigint not null,
  -- The number of the rule, which all its versions have.
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamptz,
  published_by integer,
  deprecated_at timestamptz,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamptz not null,
  updated_at timestamptz,
  name text not null,
  description text not null,
  citation text not null,
  jurisdiction text not null,
  locality jsonb,
  applies_to text not null,
  channels text[] not null,
  kind text not null,
  context text not null,
  severity text not null,
  params jsonb not null,
  confidence text not null,
  source text not null,
  effective_from date,
  effective_to date,
  loan_type_ids text[] not null,
  condition text,
  constraint compliance_rules_pkey primary key (id),
  constraint compliance_rules_version unique (company_id, type_id, version),
  constraint compliance_rules_status check (status in ('draft', 'active', 'deprecated'))
);
create index compliance_rules_page on compliance_rules (company_id, position desc, id desc);
create unique index compliance_rules_active on compliance_rules (company_id, type_id) where status = 'active';
create unique index compliance_rules_draft on compliance_rules (company_id, type_id) where status = 'draft';

-- What a company changed of a rule, for all loans or for those of one type. Rows are added and never changed: of each
-- rule and loan type the last one holds.
create table compliance_rule_changes (
  id text not null,
  company_id text not null,
  position bigint not null,
  -- The rule's own id, which all sets and all versions of it have.
  rule_id text not null,
  loan_type_id text,
  action text not null,
  -- What holds after it; null: as the rule has it, or as the company changed it for all loans.
  is_muted boolean,
  severity text,
  params jsonb,
  reason text not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  constraint compliance_rule_changes_pkey primary key (id),
  constraint compliance_rule_changes_loan_type foreign key (loan_type_id) references loan_types (id)
);
create index compliance_rule_changes_page on compliance_rule_changes (rule_id, company_id, position desc, id desc);
create index compliance_rule_changes_of_loan_type on compliance_rule_changes (loan_type_id);

-- The set of a release that a company has, and a text that is another one after every change of its rules.
create table rule_books (
  company_id text not null,
  set_number integer not null,
  version text not null,
  constraint rule_books_pkey primary key (company_id)
);

-- When a company took which set.
create table rule_sets_taken (
  company_id text not null,
  set_number integer not null,
  taken_by_type text not null,
  taken_by_id text,
  taken_at timestamptz not null,
  constraint rule_sets_taken_pkey primary key (company_id, set_number)
);
