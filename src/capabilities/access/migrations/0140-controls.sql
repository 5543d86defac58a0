-- Who can act by whose hands: each row says that `holder_id` made the user or the key `held_id`, or set what it signs in
-- with or may do. Asked whenever a second person is needed. A row has no end.
create table controls (
  company_id text not null,
  held_id text not null,
  holder_id text not null,
  -- Of a key: the holder has seen it, or has taken it over, so that what it does is the holder's own deed.
  answers boolean not null,
  constraint controls_pkey primary key (company_id, held_id, holder_id)
);
