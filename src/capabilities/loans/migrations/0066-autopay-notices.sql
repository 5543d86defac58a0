-- What a borrower was told of a plan: the days to come, the usual payment, and the amounts that were announced. Null: by
-- a release that announced nothing.
alter table autopay_plans add column told jsonb;
