-- What was found when a draw was agreed: whether its rates keep the limits of its loan type, and of a draft the values that
-- its line and its loan type give where it says nothing.
alter table draws add column figures jsonb not null default '{}';
alter table draws alter column figures drop default;
