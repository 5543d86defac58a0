-- Which rules stood against a message or a contact, and what came of it: once for each outcome. A kept verdict forgets the rules
-- that held a message when it leaves; these rows stay.
create table spoken_rules (
  person_id text not null,
  interaction_id text not null,
  rule_id text not null,
  outcome text not null,
  company_id text not null,
  -- When this came of it for the first time.
  at timestamptz not null,
  constraint spoken_rules_pkey primary key (person_id, interaction_id, rule_id, outcome),
  constraint spoken_rules_interaction foreign key (person_id, interaction_id) references interactions (person_id, id),
  constraint spoken_rules_outcome check (outcome in ('held', 'dropped', 'sent', 'made', 'warned'))
);
-- A closed month counts its own.
create index spoken_rules_at on spoken_rules (company_id, at);
