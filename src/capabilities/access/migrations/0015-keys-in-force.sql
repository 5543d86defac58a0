-- Keys that are not revoked are counted before another is made; revoked ones stay for the record and must not slow it.
create index api_keys_in_force on api_keys (company_id, expires_at) where revoked_at is null;
