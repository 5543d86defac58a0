-- Who stands for a key: the user who made it, or made the key that made it, or has taken it over. Null: the company, whose
-- first keys and keys of the command line end with nobody.
alter table api_keys add column holder_user_id text;
