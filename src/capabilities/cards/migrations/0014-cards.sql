-- Cards on lines of credit, and who issues them. There is no column for the number of a card or its security code, and
-- there must never be one.

create table card_issuers (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  program text,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint card_issuers_pkey primary key (id),
  constraint card_issuers_status check (status in ('active', 'inactive'))
);
create index card_issuers_page on card_issuers (company_id, position desc, id desc);

create table cards (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  issuer_id text,
  type text,
  status text not null,
  usage_type text,
  fulfillment_status text,
  card_number_last_four text,
  expiration_month integer,
  expiration_year integer,
  network text,
  -- The issuer's account id, the name and address of the holder, the nickname: sealed with the person's own data key.
  details_sealed bytea,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint cards_pkey primary key (person_id, id),
  constraint cards_loan foreign key (person_id, loan_id) references loans (person_id, id),
  constraint cards_issuer foreign key (issuer_id) references card_issuers (id),
  constraint cards_last_four check (card_number_last_four ~ '^[0-9]{4}$'),
  constraint cards_status check (status in ('unactivated', 'active', 'suspended', 'terminated')),
  constraint cards_fulfillment check (fulfillment_status in ('ordered', 'shipped', 'delivered', 'rejected', 'reordered'))
);
create index cards_page on cards (person_id, loan_id, position desc, id desc);
create index cards_of_issuer on cards (issuer_id);
