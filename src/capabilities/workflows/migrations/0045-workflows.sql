-- Workflows that run: the steps that a case goes through, what each asks somebody to do, and who moved what.
create table workflows (
  -- With whom it lies: the borrower of its case, or the company where the case is of none.
  owner_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  case_id text not null,
  -- The version of its type, which it keeps, and the number that all versions of the type share.
  workflow_type_id text not null,
  type_number integer not null,
  name text not null,
  status text not null,
  -- The step at which it stands.
  step_id text,
  -- How often each step was visited, and what became of each item: conditions ask for it.
  visits jsonb not null,
  outcomes jsonb not null,
  -- What its forms were given, sealed with the key of the owner.
  forms_sealed bytea,
  reason text,
  created_by_type text not null,
  created_by_id text,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint workflows_pkey primary key (owner_id, id),
  constraint workflows_status check (status in ('running', 'completed', 'canceled'))
);
create index workflows_page on workflows (company_id, position desc, id desc);
create index workflows_by_status on workflows (company_id, status, position, id);
create index workflows_by_type on workflows (company_id, workflow_type_id, position, id);
create index workflows_by_case on workflows (company_id, case_id, position, id);
create index workflows_of_case on workflows (owner_id, case_id, position desc, id desc);
-- A case goes through one workflow of a type at a time: of two that start another one at once, the later is refused.
create unique index workflows_running on workflows (owner_id, case_id, type_number) where status = 'running';

create table workflow_steps (
  owner_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  workflow_id text not null,
  -- The version of its type.
  step_type_id text not null,
  name text not null,
  visit integer not null,
  status text not null,
  reason text,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint workflow_steps_pkey primary key (owner_id, id),
  constraint workflow_steps_status check (status in ('current', 'completed', 'skipped', 'canceled')),
  constraint workflow_steps_workflow foreign key (owner_id, workflow_id) references workflows (owner_id, id)
);
create index workflow_steps_page on workflow_steps (owner_id, workflow_id, position desc, id desc);

create table workflow_items (
  owner_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  workflow_id text not null,
  step_id text not null,
  case_id text not null,
  -- The version of its type.
  workitem_type_id text not null,
  key text not null,
  name text not null,
  kind text not null,
  is_required boolean not null,
  status text not null,
  outcome text,
  assigned_employee_id text,
  assigned_user_id text,
  assigned_team_id text,
  assigned_role_id text,
  -- It goes along when the case gets another owner.
  is_of_owner boolean not null,
  -- Who has reassigned it.
  assigned_by_ids text[] not null,
  taken_by_id text,
  -- Null beside a taker: it is theirs until it is done or given to somebody else.
  taken_until timestamptz,
  late_at timestamptz,
  -- When it is looked at for being late: at first when it is late, then as often as its type says.
  next_late_at timestamptz,
  is_late boolean not null,
  -- When an automatic item acts, or a wait is over.
  acts_at timestamptz,
  -- When the day looks at it: it is to act, or it is late.
  look_at timestamptz,
  -- The type of the event that a wait ends with.
  waits_for text,
  tries integer not null,
  error_type text,
  -- What an automatic item has made, such as a document.
  made_id text,
  -- A tool of the loan is looked at before it is ordered; what it would change is sealed with the key of the owner.
  needs_preview boolean not null,
  preview_sealed bytea,
  -- What people have written: answers, ticks, the reason of a skip. Sealed with the key of the owner.
  details_sealed bytea,
  ended_by_type text,
  ended_by_id text,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint workflow_items_pkey primary key (owner_id, id),
  constraint workflow_items_kind check (kind in ('checklist', 'form', 'document', 'call', 'approval', 'automatic', 'wait')),
  constraint workflow_items_status
    check (status in ('open', 'waiting', 'acting', 'failed', 'completed', 'skipped', 'canceled')),
  constraint workflow_items_step foreign key (owner_id, step_id) references workflow_steps (owner_id, id)
);
create index workflow_items_of_step on workflow_items (owner_id, step_id, position, id);
create index workflow_items_look on workflow_items (company_id, look_at, owner_id, id) where look_at is not null;
create index workflow_items_previews on workflow_items (company_id, acts_at, owner_id, id) where needs_preview;
create index workflow_items_waiting on workflow_items (owner_id, waits_for) where waits_for is not null;
-- Lists of tasks ask for what waits for people alone.
create index workflow_items_tasks on workflow_items (company_id, position desc, id desc) where status in ('open', 'failed');
create index workflow_items_by_creation on workflow_items (company_id, created_at, position, id)
  where status in ('open', 'failed');

-- Who moved what of a workflow, when and why.
create table workflow_moves (
  owner_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  workflow_id text not null,
  step_id text,
  workitem_id text,
  verb text not null,
  reason text,
  -- Why, in the words of a person, sealed with the key of the owner.
  words_sealed bytea,
  actor_type text not null,
  actor_id text,
  created_at timestamptz not null,
  constraint workflow_moves_pkey primary key (owner_id, id),
  constraint workflow_moves_workflow foreign key (owner_id, workflow_id) references workflows (owner_id, id)
);
create index workflow_moves_page on workflow_moves (owner_id, workflow_id, position desc, id desc);

-- The documents that automatic items have asked for, by the ids of the items: each is set outside of transactions, and kept
-- in the commit that completes its item.
create table workflow_papers (
  person_id text not null,
  id text not null,
  company_id text not null,
  last_failure text,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  constraint workflow_papers_pkey primary key (person_id, id)
);
create index workflow_papers_due on workflow_papers (due_at) where due_at is not null;

-- Workflows and their items are found by their id alone: this says with whom they lie.
create table workflow_places (
  id text not null,
  company_id text not null,
  owner_id text not null,
  constraint workflow_places_pkey primary key (id)
);

insert into event_places (name, last_sequence) values ('workflows', 0);
