-- The first account of a merchant is as new as a changed one: nothing is paid to it for some days.
update merchant_accounts set changed_at = created_at where changed_at is null;
alter table merchant_accounts
  alter column changed_at set not null,
  -- Since when a second person has let money go to this number; null: nobody has.
  add column approved_at timestamptz;
