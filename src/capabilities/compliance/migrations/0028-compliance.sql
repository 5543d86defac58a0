-- What the rules said of an interaction when it was recorded, by what was known then. It is never changed.
create table interaction_verdicts (
  person_id text not null,
  interaction_id text not null,
  company_id text not null,
  result boolean not null,
  -- When the interaction took place.
  at timestamptz not null,
  -- When it was judged.
  known_at timestamptz not null,
  party text not null,
  -- Those that blocked or warned, each with its next time.
  rules jsonb not null,
  next_allowed_at timestamptz,
  set_number integer not null,
  rules_version text not null,
  constraint interaction_verdicts_pkey primary key (person_id, interaction_id),
  constraint interaction_verdicts_interaction foreign key (person_id, interaction_id)
    references interactions (person_id, id),
  constraint interaction_verdicts_party check (party in ('creditor', 'collector'))
);
