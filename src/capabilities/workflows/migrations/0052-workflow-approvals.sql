-- Who gave the case to another owner while a workflow of it runs: an approval that goes to the owner is not theirs.
alter table workflows add column given_by_ids text[] not null default '{}';
alter table workflows alter column given_by_ids drop default;
-- The loans of the case as they were when something was approved: a tool is ordered for no others. Null: nothing about a
-- loan was approved yet.
alter table workflows add column approved_loan_ids text[];
