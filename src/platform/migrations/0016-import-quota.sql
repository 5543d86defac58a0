-- What a company has sent and what is not done of it yet: counted when it begins to send more.
create index import_chunks_waiting on import_chunks (company_id) where sealed is not null;
