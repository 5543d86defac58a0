-- Files that leave, files that came in and notices stand as every row does that workers claim.
alter table ach_files rename column held_until to due_at;
alter table ach_files drop column claim;
alter table ach_files add column holder text;
alter index ach_files_held rename to ach_files_claimed;
alter table ach_readings rename column held_until to due_at;
alter table ach_readings rename column failures to tries;
alter table ach_readings drop column claim;
alter table ach_readings add column holder text;
alter index ach_readings_held rename to ach_readings_claimed;
alter table payment_notices rename column failures to tries;
alter table payment_notices add column holder text;
