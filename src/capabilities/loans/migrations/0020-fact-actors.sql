-- Who made a fact: a key, a user, a provider or the system. A process of release 0.1.0 goes on writing api_key_id alone;
-- its rows have no actor_type, and their key is in api_key_id.
alter table loan_facts add column actor_type text;
alter table loan_facts add column actor_id text;
