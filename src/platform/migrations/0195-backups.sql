-- When the database was backed up: for the doctor and the metrics.
create table backups (
  made_at timestamptz not null,
  constraint backups_pkey primary key (made_at)
);
