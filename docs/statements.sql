-- Made by `npm run docs`. Do not edit. In test mode, so that each write also holds the test clock's row.

-- GET /companies/current
select * from "companies" where "companies"."company_id" = $1;

-- GET /keys
select count(*) as "total" from (select 1 as "one" from "api_keys" left join "api_key_uses" on "api_key_uses"."company_id" = $1 and ("api_key_uses"."key_id" = "api_keys"."id") where "api_keys"."company_id" = $2 and ("api_keys"."revoked_at" is null) limit 10001) as "counted";
select "api_keys".*, "api_key_uses"."last_used_at" from "api_keys" left join "api_key_uses" on "api_key_uses"."company_id" = $1 and ("api_key_uses"."key_id" = "api_keys"."id") where "api_keys"."company_id" = $2 and ("api_keys"."revoked_at" is null) order by "api_keys"."position" desc, "api_keys"."id" desc limit 26;

-- GET /keys/{keyId}
select "api_keys".*, "api_key_uses"."last_used_at" from "api_keys" left join "api_key_uses" on "api_key_uses"."company_id" = $1 and ("api_key_uses"."key_id" = "api_keys"."id") where "api_keys"."company_id" = $2 and ("api_keys"."revoked_at" is null and "api_keys"."id" = $3);

-- POST /keys
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "company_id" from "companies" where "companies"."company_id" = $1 for update;
select count(*) as "n" from "api_keys" where "api_keys"."company_id" = $1 and ("revoked_at" is null and ("expires_at" is null or "expires_at" > $2));
insert into "api_keys" ("id", "position", "name", "key_hash", "hint", "permissions", "api_version", "expires_at", "allowed_addresses", "predecessor_id", "kept_as", "holder_user_id", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /keys/{keyId}/rotate
begin;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for update;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select * from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2);
select "company_id" from "companies" where "companies"."company_id" = $1 for update;
select count(*) as "n" from "api_keys" where "api_keys"."company_id" = $1 and ("revoked_at" is null and ("expires_at" is null or "expires_at" > $2));
insert into "api_keys" ("id", "position", "name", "key_hash", "hint", "permissions", "api_version", "expires_at", "allowed_addresses", "predecessor_id", "kept_as", "holder_user_id", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
update "api_keys" set "successor_id" = $1, "expires_at" = $2, "updated_at" = $3 where "api_keys"."company_id" = $4 and ("id" = $5);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- PUT /keys/{keyId}
begin;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for update;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
update "api_keys" set "updated_at" = $1, "name" = $2 where "api_keys"."company_id" = $3 and ("id" = $4);
select "api_keys".*, "api_key_uses"."last_used_at" from "api_keys" left join "api_key_uses" on "api_key_uses"."company_id" = $1 and ("api_key_uses"."key_id" = "api_keys"."id") where "api_keys"."company_id" = $2 and ("api_keys"."revoked_at" is null and "api_keys"."id" = $3);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /keys/{keyId}/take-over
begin;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for update;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "api_keys".*, "api_key_uses"."last_used_at" from "api_keys" left join "api_key_uses" on "api_key_uses"."company_id" = $1 and ("api_key_uses"."key_id" = "api_keys"."id") where "api_keys"."company_id" = $2 and ("api_keys"."revoked_at" is null and "api_keys"."id" = $3);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /keys/{keyId}
begin;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for update;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
update "api_keys" set "revoked_at" = $1 where "api_keys"."company_id" = $2 and ("id" = $3 and "revoked_at" is null);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}
select * from "companies" where "companies"."company_id" = $1;
select "settings", "updated_at" from "company_settings" where "company_settings"."company_id" = $1;
select "domain", "app_domain_type" from "company_domains" where "company_domains"."company_id" = $1 order by "domain";

-- PUT /companies/{companyId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "company_id" from "companies" where "companies"."company_id" = $1 for no key update;
select * from "companies" where "companies"."company_id" = $1;
select "settings", "updated_at" from "company_settings" where "company_settings"."company_id" = $1;
select "domain", "app_domain_type" from "company_domains" where "company_domains"."company_id" = $1 order by "domain";
insert into "company_settings" ("settings", "shown_to_all", "updated_at", "company_id") values ($1, $2, $3, $4) on conflict ("company_id") do update set "settings" = $5, "shown_to_all" = $6, "updated_at" = $7 where "company_settings"."company_id" = "excluded"."company_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /test-mailbox
select count(*) as "total" from (select 1 as "one" from "messages" where "messages"."company_id" = $1 and ("content_sealed" is not null) limit 10001) as "counted";
select * from "messages" where "messages"."company_id" = $1 and ("content_sealed" is not null) order by "messages"."position" desc, "messages"."id" desc limit 26;

-- GET /test-clock
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1;
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- POST /test-clock
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for update;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1;
update "test_clocks" set "now_at" = $1 where "test_clocks"."company_id" = $2;
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /test-clock/advance
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for update;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
update "test_clocks" set "now_at" = $1, "operation_id" = $2 where "test_clocks"."company_id" = $3;
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /operations/{operationId}
select * from "operations" where "operations"."company_id" = $1 and ("id" = $2);

-- GET /audit
select count(*) as "total" from (select 1 as "one" from "audit" where "audit"."company_id" = $1 limit 10001) as "counted";
select "id", "number", "hash", "entry" from "audit" where "audit"."company_id" = $1 order by "audit"."number" desc, "audit"."id" desc limit 26;

-- GET /users
select count(*) as "total" from (select 1 as "one" from "users" where "users"."company_id" = $1 and ("users"."deleted_at" is null) limit 10001) as "counted";
select "users"."id", "users"."company_id", "users"."position", "users"."external_id", "users"."user_type", "users"."status", "users"."user_number", "users"."person_id", "users"."employee_id", "users"."profile_sealed", "users"."created_at", "users"."updated_at", "users"."deleted_at", "users"."unconfirmed_since", (select array_agg(role_id order by role_id) as "ids" from "user_roles" where "user_roles"."company_id" = $1 and ("user_roles"."user_id" = "users"."id")) as "role_ids" from "users" where "users"."company_id" = $2 and ("users"."deleted_at" is null) order by "users"."position" desc, "users"."id" desc limit 26;

-- GET /users/{userId}
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";

-- POST /users
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
insert into "users" ("id", "position", "external_id", "user_type", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "status", "unconfirmed_since", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
insert into "user_names" ("user_id", "user_type", "name_type", "name_hash", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /companies/{companyId}/users
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
insert into "users" ("id", "position", "external_id", "user_type", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "status", "unconfirmed_since", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
insert into "user_names" ("user_id", "user_type", "name_type", "name_hash", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- PUT /users/{userId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
update "users" set "external_id" = $1, "status" = $2, "profile_sealed" = $3, "updated_at" = $4 where "users"."company_id" = $5 and ("id" = $6);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /users/{userId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
update "users" set "profile_sealed" = $1, "external_id" = $2, "status" = $3, "deleted_at" = $4 where "users"."company_id" = $5 and ("id" = $6);
delete from "user_names" where "user_names"."company_id" = $1 and ("user_id" = $2);
delete from "user_roles" where "user_roles"."company_id" = $1 and ("user_id" = $2);
delete from "team_members" where "team_members"."company_id" = $1 and ("user_id" = $2);
delete from "totp_secrets" where "totp_secrets"."company_id" = $1 and ("user_id" = $2);
delete from "passkeys" where "passkeys"."company_id" = $1 and ("user_id" = $2);
delete from "recovery_codes" where "recovery_codes"."company_id" = $1 and ("user_id" = $2);
delete from "factor_challenges" where "factor_challenges"."company_id" = $1 and ("user_id" = $2);
delete from "passwords" where "passwords"."company_id" = $1 and ("user_id" = $2);
delete from "codes" where "codes"."company_id" = $1 and ("user_id" = $2);
delete from "sessions" where "sessions"."company_id" = $1 and ("user_id" = $2);
delete from "known_devices" where "known_devices"."company_id" = $1 and ("user_id" = $2);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /users/{userId}/permissions
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";

-- GET /users/{userId}/roles
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";

-- PUT /users/{userId}/roles/{roleId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
select "id", "company_id", "position", "external_id", "name", "description", "default_kind", "permissions", "created_at", "updated_at", "deleted_at" from "roles" where "roles"."company_id" = $1 and ("deleted_at" is null and "id" = any($2::text[])) for share;
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /users/{userId}/roles/{roleId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
select "id", "company_id", "position", "external_id", "name", "description", "default_kind", "permissions", "created_at", "updated_at", "deleted_at" from "roles" where "roles"."company_id" = $1 and ("deleted_at" is null and "id" = any($2::text[])) for share;
update "users" set "updated_at" = $1 where "users"."company_id" = $2 and ("id" = $3);
delete from "user_roles" where "user_roles"."company_id" = $1 and ("user_id" = $2 and "role_id" = $3);
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /employees
select count(*) as "total" from (select 1 as "one" from "users" where "users"."company_id" = $1 and ("users"."deleted_at" is null and "employee_id" is not null) limit 10001) as "counted";
select "users"."id", "users"."company_id", "users"."position", "users"."external_id", "users"."user_type", "users"."status", "users"."user_number", "users"."person_id", "users"."employee_id", "users"."profile_sealed", "users"."created_at", "users"."updated_at", "users"."deleted_at", "users"."unconfirmed_since", (select array_agg(role_id order by role_id) as "ids" from "user_roles" where "user_roles"."company_id" = $1 and ("user_roles"."user_id" = "users"."id")) as "role_ids" from "users" where "users"."company_id" = $2 and ("users"."deleted_at" is null and "employee_id" is not null) order by "users"."position" desc, "users"."employee_id" desc limit 26;

-- POST /employees
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
insert into "users" ("id", "position", "external_id", "user_type", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "status", "unconfirmed_since", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
insert into "user_names" ("user_id", "user_type", "name_type", "name_hash", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /employees/{employeeId}
select "id" from "users" where "users"."company_id" = $1 and ("employee_id" = $2);
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";

-- PUT /employees/{employeeId}
begin;
select "id" from "users" where "users"."company_id" = $1 and ("employee_id" = $2);
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
update "users" set "external_id" = $1, "status" = $2, "profile_sealed" = $3, "updated_at" = $4 where "users"."company_id" = $5 and ("id" = $6);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /permissions


-- GET /roles
select count(*) as "total" from (select 1 as "one" from "roles" where "roles"."company_id" = $1 and ("deleted_at" is null) limit 10001) as "counted";
select "id", "company_id", "position", "external_id", "name", "description", "default_kind", "permissions", "created_at", "updated_at", "deleted_at" from "roles" where "roles"."company_id" = $1 and ("deleted_at" is null) order by "roles"."position" desc, "roles"."id" desc limit 26;

-- GET /roles/{roleId}
select "id", "company_id", "position", "external_id", "name", "description", "default_kind", "permissions", "created_at", "updated_at", "deleted_at" from "roles" where "roles"."company_id" = $1 and ("deleted_at" is null and "id" = $2);

-- POST /roles
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
insert into "roles" ("id", "position", "external_id", "name", "description", "default_kind", "permissions", "created_at", "updated_at", "deleted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- PUT /roles/{roleId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "name", "description", "default_kind", "permissions", "created_at", "updated_at", "deleted_at" from "roles" where "roles"."company_id" = $1 and ("deleted_at" is null and "id" = $2) for no key update;
update "roles" set "position" = $1, "external_id" = $2, "name" = $3, "description" = $4, "default_kind" = $5, "permissions" = $6, "created_at" = $7, "updated_at" = $8, "deleted_at" = $9 where "roles"."company_id" = $10 and ("id" = $11);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /roles/{roleId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "name", "description", "default_kind", "permissions", "created_at", "updated_at", "deleted_at" from "roles" where "roles"."company_id" = $1 and ("deleted_at" is null and "id" = $2) for no key update;
select "user_id" from "user_roles" where "user_roles"."company_id" = $1 and ("role_id" = $2) order by "user_id" limit $3;
rollback;

-- GET /teams
select count(*) as "total" from (select 1 as "one" from "teams" where "teams"."company_id" = $1 and ("deleted_at" is null) limit 10001) as "counted";
select "id", "company_id", "position", "external_id", "name", "description", "created_at", "updated_at", "deleted_at" from "teams" where "teams"."company_id" = $1 and ("deleted_at" is null) order by "teams"."position" desc, "teams"."id" desc limit 26;
select "team_id", "user_id" from "team_members" where "team_members"."company_id" = $1 and ("team_id" = any($2::text[])) order by "user_id";

-- POST /teams
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "teams" ("external_id", "description", "updated_at", "deleted_at", "id", "name", "position", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
select "team_id", "user_id" from "team_members" where "team_members"."company_id" = $1 and ("team_id" = any($2::text[])) order by "user_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /teams/{teamId}
select "id", "company_id", "position", "external_id", "name", "description", "created_at", "updated_at", "deleted_at" from "teams" where "teams"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select "team_id", "user_id" from "team_members" where "team_members"."company_id" = $1 and ("team_id" = any($2::text[])) order by "user_id";

-- PUT /teams/{teamId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "name", "description", "created_at", "updated_at", "deleted_at" from "teams" where "teams"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
update "teams" set "description" = $1, "updated_at" = $2 where "teams"."company_id" = $3 and ("id" = $4);
select "team_id", "user_id" from "team_members" where "team_members"."company_id" = $1 and ("team_id" = any($2::text[])) order by "user_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /teams/{teamId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "name", "description", "created_at", "updated_at", "deleted_at" from "teams" where "teams"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
update "teams" set "deleted_at" = $1 where "teams"."company_id" = $2 and ("id" = $3);
delete from "team_members" where "team_members"."company_id" = $1 and ("team_id" = $2);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /users/{userId}/auth/second-factors
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
delete from "totp_secrets" where "totp_secrets"."company_id" = $1 and ("user_id" = $2);
delete from "passkeys" where "passkeys"."company_id" = $1 and ("user_id" = $2);
delete from "recovery_codes" where "recovery_codes"."company_id" = $1 and ("user_id" = $2);
delete from "factor_challenges" where "factor_challenges"."company_id" = $1 and ("user_id" = $2);
update "sessions" set "ended_at" = $1, "ended_because" = $2, "expires_at" = $3 where "sessions"."company_id" = $4 and ("user_id" = $5 and "ended_at" is null and "expires_at" > $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /auth/exchange-token
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
rollback;

-- PUT /users/{userId}/auth
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
update "users" set "profile_sealed" = $1, "status" = $2, "unconfirmed_since" = $3, "updated_at" = $4 where "users"."company_id" = $5 and ("id" = $6);
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
delete from "user_names" where "user_names"."company_id" = $1 and ("user_id" = $2);
insert into "user_names" ("user_id", "user_type", "name_type", "name_hash", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6);
delete from "passwords" where "passwords"."company_id" = $1 and ("user_id" = $2);
delete from "codes" where "codes"."company_id" = $1 and ("user_id" = $2);
delete from "factor_challenges" where "factor_challenges"."company_id" = $1 and ("user_id" = $2 and "purpose" != $3);
delete from "known_devices" where "known_devices"."company_id" = $1 and ("user_id" = $2);
update "sessions" set "ended_at" = $1, "ended_because" = $2, "expires_at" = $3 where "sessions"."company_id" = $4 and ("user_id" = $5 and "ended_at" is null and "expires_at" > $6);
select "users"."id", "users"."company_id", "users"."position", "users"."external_id", "users"."user_type", "users"."status", "users"."user_number", "users"."person_id", "users"."employee_id", "users"."profile_sealed", "users"."created_at", "users"."updated_at", "users"."deleted_at", "users"."unconfirmed_since", (select array_agg(role_id order by role_id) as "ids" from "user_roles" where "user_roles"."company_id" = $1 and ("user_roles"."user_id" = "users"."id")) as "role_ids" from "users" where "users"."company_id" = $2 and ("users"."deleted_at" is null and "users"."id" = $3);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /users/{userId}/sessions
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
update "sessions" set "ended_at" = $1, "ended_because" = $2, "expires_at" = $3 where "sessions"."company_id" = $4 and ("user_id" = $5 and "ended_at" is null and "expires_at" > $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /users/{userId}/confirmation-codes
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
rollback;

-- POST /users/{userId}/confirm
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select "id", "company_id", "position", "external_id", "user_type", "status", "user_number", "person_id", "employee_id", "profile_sealed", "created_at", "updated_at", "deleted_at", "unconfirmed_since" from "users" where "users"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select * from "roles" where "roles"."company_id" = $1 and ("id" in (select "role_id" from "user_roles" where "user_roles"."company_id" = $2 and ("user_id" = $3)) and "deleted_at" is null) order by "id";
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/single-sign-on
select * from "single_sign_on_connections" where "single_sign_on_connections"."company_id" = $1;

-- PUT /companies/{companyId}/single-sign-on
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "permissions", "expires_at", "allowed_addresses", "holder_user_id" from "api_keys" where "api_keys"."company_id" = $1 and ("id" = $2 and "revoked_at" is null) for share;
select * from "single_sign_on_connections" where "single_sign_on_connections"."company_id" = $1;
insert into "single_sign_on_connections" ("id", "settings", "client_secret_sealed", "created_at", "updated_at", "company_id") values ($1, $2, $3, $4, $5, $6) on conflict ("company_id") do update set "settings" = $7, "client_secret_sealed" = $8, "updated_at" = $9 where "single_sign_on_connections"."company_id" = "excluded"."company_id";
insert into "controls" ("holder_id", "held_id", "answers", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "held_id", "holder_id") do update set "answers" = ("controls"."answers" or "excluded"."answers") where "controls"."company_id" = "excluded"."company_id";
select "company_id" from "companies" where "companies"."company_id" = $1 for no key update;
select * from "companies" where "companies"."company_id" = $1;
select "settings", "updated_at" from "company_settings" where "company_settings"."company_id" = $1;
select "domain", "app_domain_type" from "company_domains" where "company_domains"."company_id" = $1 order by "domain";
insert into "company_settings" ("settings", "shown_to_all", "updated_at", "company_id") values ($1, $2, $3, $4) on conflict ("company_id") do update set "settings" = $5, "shown_to_all" = $6, "updated_at" = $7 where "company_settings"."company_id" = "excluded"."company_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /companies/{companyId}/single-sign-on
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "single_sign_on_connections" where "single_sign_on_connections"."company_id" = $1;
rollback;

-- GET /people
select count(*) as "total" from (select 1 as "one" from "people" where "people"."company_id" = $1 limit 10001) as "counted";
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 order by "people"."position" desc, "people"."person_id" desc limit 26;
select "person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at" from "identities" where "identities"."company_id" = $1 and ("is_archived" = $2 and "person_id" = any($3)) order by "is_primary" desc, "position" desc;
select "users"."id", "users"."company_id", "users"."position", "users"."external_id", "users"."user_type", "users"."status", "users"."user_number", "users"."person_id", "users"."employee_id", "users"."profile_sealed", "users"."created_at", "users"."updated_at", "users"."deleted_at", "users"."unconfirmed_since", (select array_agg(role_id order by role_id) as "ids" from "user_roles" where "user_roles"."company_id" = $1 and ("user_roles"."user_id" = "users"."id")) as "role_ids" from "users" where "users"."company_id" = $2 and ("users"."deleted_at" is null and "users"."person_id" = any($3::text[]));

-- POST /people
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "people" ("person_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at", "search_tokens", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19);
insert into "identities" ("person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at", "value_token", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/search
select count(*) as "total" from (select 1 as "one" from "people" where "people"."company_id" = $1 and (false) limit 10001) as "counted";
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and (false) order by "people"."position" desc, "people"."person_id" desc limit 26;

-- GET /people/{personId}
select "people"."person_id", "people"."company_id", "people"."position", "people"."external_id", "people"."borrower_type", "people"."status", "people"."status_updated_at", "people"."collections_intensity", "people"."data_key", "people"."name_sealed", "people"."date_of_birth_sealed", "people"."business_sealed", "people"."comm_preferences", "people"."meta_data", "people"."monitor_start_date", "people"."created_at", "people"."updated_at", "people"."erased_at", "users"."id" as "user_id", "users"."company_id" as "user_company_id", "users"."position" as "user_position", "users"."external_id" as "user_external_id", "users"."user_type" as "user_user_type", "users"."status" as "user_status", "users"."user_number" as "user_user_number", "users"."person_id" as "user_person_id", "users"."employee_id" as "user_employee_id", "users"."profile_sealed" as "user_profile_sealed", "users"."created_at" as "user_created_at", "users"."updated_at" as "user_updated_at", "users"."deleted_at" as "user_deleted_at", "users"."unconfirmed_since" as "user_unconfirmed_since", (select array_agg(role_id order by role_id) as "ids" from "user_roles" where "user_roles"."company_id" = $1 and ("user_roles"."user_id" = "users"."id")) as "user_role_ids", "identities"."person_id" as "identity_person_id", "identities"."id" as "identity_id", "identities"."position" as "identity_position", "identities"."identity_type" as "identity_identity_type", "identities"."custom_identity_type_name" as "identity_custom_identity_type_name", "identities"."value_sealed" as "identity_value_sealed", "identities"."value_mask" as "identity_value_mask", "identities"."valid" as "identity_valid", "identities"."issue_date" as "identity_issue_date", "identities"."expiration_date" as "identity_expiration_date", "identities"."issuing_country" as "identity_issuing_country", "identities"."is_primary" as "identity_is_primary", "identities"."is_archived" as "identity_is_archived", "identities"."created_at" as "identity_created_at", "identities"."updated_at" as "identity_updated_at", "identities"."deleted_at" as "identity_deleted_at", "people"."xmin"::text as "person_version", "identities"."xmin"::text as "identity_version", "users"."xmin"::text as "user_version" from "people" left join "identities" on "identities"."company_id" = $2 and ("identities"."person_id" = "people"."person_id" and "identities"."is_archived" = $3) left join "users" on "users"."company_id" = $4 and ("users"."person_id" = "people"."person_id" and "users"."deleted_at" is null) where "people"."company_id" = $5 and ("people"."person_id" = $6) order by "identities"."is_primary" desc, "identities"."position" desc;
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- PUT /people/{personId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
update "people" set "position" = $1, "external_id" = $2, "borrower_type" = $3, "status" = $4, "status_updated_at" = $5, "collections_intensity" = $6, "data_key" = $7, "name_sealed" = $8, "date_of_birth_sealed" = $9, "business_sealed" = $10, "meta_data" = $11, "monitor_start_date" = $12, "created_at" = $13, "updated_at" = $14, "erased_at" = $15, "comm_preferences" = $16, "search_tokens" = $17 where "people"."company_id" = $18 and ("person_id" = $19);
select "person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at" from "identities" where "identities"."company_id" = $1 and ("is_archived" = $2 and "person_id" = $3) order by "is_primary" desc, "position" desc;
select "users"."id", "users"."company_id", "users"."position", "users"."external_id", "users"."user_type", "users"."status", "users"."user_number", "users"."person_id", "users"."employee_id", "users"."profile_sealed", "users"."created_at", "users"."updated_at", "users"."deleted_at", "users"."unconfirmed_since", (select array_agg(role_id order by role_id) as "ids" from "user_roles" where "user_roles"."company_id" = $1 and ("user_roles"."user_id" = "users"."id")) as "role_ids" from "users" where "users"."company_id" = $2 and ("users"."deleted_at" is null and "users"."person_id" = any($3::text[]));
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/identity
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at" from "identities" where "identities"."company_id" = $1 and ("person_id" = $2 and "is_primary" = $3);

-- GET /people/{personId}/identities
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select count(*) as "total" from (select 1 as "one" from "identities" where "identities"."company_id" = $1 and ("identities"."person_id" = $2 and not is_archived) limit 10001) as "counted";
select "person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at" from "identities" where "identities"."company_id" = $1 and ("identities"."person_id" = $2 and not is_archived) order by "identities"."position" desc, "identities"."id" desc limit 26;

-- POST /people/{personId}/identities
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at" from "identities" where "identities"."company_id" = $1 and ("person_id" = $2 and "is_primary" = $3);
insert into "identities" ("person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at", "value_token", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/identities/{identityId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at" from "identities" where "identities"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- PUT /people/{personId}/identities/{identityId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at" from "identities" where "identities"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
update "identities" set "position" = $1, "identity_type" = $2, "custom_identity_type_name" = $3, "value_sealed" = $4, "value_mask" = $5, "valid" = $6, "issue_date" = $7, "expiration_date" = $8, "issuing_country" = $9, "is_primary" = $10, "is_archived" = $11, "created_at" = $12, "updated_at" = $13, "deleted_at" = $14, "value_token" = $15 where "identities"."company_id" = $16 and ("person_id" = $17 and "id" = $18);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /people/{personId}/identities/{identityId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "position", "identity_type", "custom_identity_type_name", "value_sealed", "value_mask", "valid", "issue_date", "expiration_date", "issuing_country", "is_primary", "is_archived", "created_at", "updated_at", "deleted_at" from "identities" where "identities"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
update "identities" set "is_archived" = $1, "deleted_at" = $2, "updated_at" = $3 where "identities"."company_id" = $4 and ("person_id" = $5 and "id" = $6);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/contacts
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select count(*) as "total" from (select 1 as "one" from "contacts" where "contacts"."company_id" = $1 and ("status" <> $2 and "affiliation" <> $3 and "legal_representative_id" is null and "contacts"."person_id" = $4) limit 10001) as "counted";
select "person_id", "id", "company_id", "position", "external_id", "contact_type", "label", "affiliation", "status", "name_sealed", "value_sealed", "address_sealed", "valid", "verified", "receive_text_messages", "receive_text_messages_last_consent_at", "authorized_third_party", "power_of_attorney", "disconnection_status", "last_disconnect_check_date", "last_known_connection_date", "legal_representative_id", "created_at", "updated_at", "reaches_since" from "contacts" where "contacts"."company_id" = $1 and ("status" <> $2 and "affiliation" <> $3 and "legal_representative_id" is null and "contacts"."person_id" = $4) order by "contacts"."position" desc, "contacts"."id" desc limit 26;

-- POST /people/{personId}/contacts
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
insert into "contacts" ("person_id", "id", "position", "external_id", "contact_type", "label", "affiliation", "status", "name_sealed", "value_sealed", "address_sealed", "valid", "verified", "receive_text_messages", "receive_text_messages_last_consent_at", "authorized_third_party", "power_of_attorney", "legal_representative_id", "disconnection_status", "last_disconnect_check_date", "last_known_connection_date", "created_at", "updated_at", "reaches_since", "value_token", "search_tokens", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/contacts/{contactId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "contact_type", "label", "affiliation", "status", "name_sealed", "value_sealed", "address_sealed", "valid", "verified", "receive_text_messages", "receive_text_messages_last_consent_at", "authorized_third_party", "power_of_attorney", "disconnection_status", "last_disconnect_check_date", "last_known_connection_date", "legal_representative_id", "created_at", "updated_at", "reaches_since" from "contacts" where "contacts"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- PUT /people/{personId}/contacts/{contactId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "contact_type", "label", "affiliation", "status", "name_sealed", "value_sealed", "address_sealed", "valid", "verified", "receive_text_messages", "receive_text_messages_last_consent_at", "authorized_third_party", "power_of_attorney", "disconnection_status", "last_disconnect_check_date", "last_known_connection_date", "legal_representative_id", "created_at", "updated_at", "reaches_since" from "contacts" where "contacts"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
update "contacts" set "position" = $1, "external_id" = $2, "contact_type" = $3, "label" = $4, "affiliation" = $5, "status" = $6, "name_sealed" = $7, "value_sealed" = $8, "address_sealed" = $9, "valid" = $10, "verified" = $11, "receive_text_messages" = $12, "receive_text_messages_last_consent_at" = $13, "authorized_third_party" = $14, "power_of_attorney" = $15, "disconnection_status" = $16, "last_disconnect_check_date" = $17, "last_known_connection_date" = $18, "legal_representative_id" = $19, "created_at" = $20, "updated_at" = $21, "reaches_since" = $22, "value_token" = $23, "search_tokens" = $24 where "contacts"."company_id" = $25 and ("person_id" = $26 and "id" = $27);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /people/{personId}/contacts/{contactId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "contact_type", "label", "affiliation", "status", "name_sealed", "value_sealed", "address_sealed", "valid", "verified", "receive_text_messages", "receive_text_messages_last_consent_at", "authorized_third_party", "power_of_attorney", "disconnection_status", "last_disconnect_check_date", "last_known_connection_date", "legal_representative_id", "created_at", "updated_at", "reaches_since" from "contacts" where "contacts"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
insert into "deleted_positions" ("subject_id", "id", "position", "sort_values", "company_id") values ($1, $2, $3, $4, $5);
delete from "contacts" where "contacts"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/contacts/{contactId}/clone
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "contact_type", "label", "affiliation", "status", "name_sealed", "value_sealed", "address_sealed", "valid", "verified", "receive_text_messages", "receive_text_messages_last_consent_at", "authorized_third_party", "power_of_attorney", "disconnection_status", "last_disconnect_check_date", "last_known_connection_date", "legal_representative_id", "created_at", "updated_at", "reaches_since" from "contacts" where "contacts"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
update "contacts" set "external_id" = $1, "status" = $2, "updated_at" = $3 where "contacts"."company_id" = $4 and ("person_id" = $5 and "id" = $6);
insert into "contacts" ("person_id", "id", "position", "external_id", "contact_type", "label", "affiliation", "status", "name_sealed", "value_sealed", "address_sealed", "valid", "verified", "receive_text_messages", "receive_text_messages_last_consent_at", "authorized_third_party", "power_of_attorney", "disconnection_status", "last_disconnect_check_date", "last_known_connection_date", "legal_representative_id", "created_at", "updated_at", "reaches_since", "value_token", "search_tokens", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/legal-representatives
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select count(*) as "total" from (select 1 as "one" from "legal_representatives" where "legal_representatives"."company_id" = $1 and ("legal_representatives"."person_id" = $2) limit 10001) as "counted";
select "person_id", "id", "company_id", "position", "representative_type", "status", "details_sealed", "search_tokens", "created_at", "updated_at" from "legal_representatives" where "legal_representatives"."company_id" = $1 and ("legal_representatives"."person_id" = $2) order by "legal_representatives"."position" desc, "legal_representatives"."id" desc limit 26;
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);

-- POST /people/{personId}/legal-representatives
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select count(*) as "count" from (select "id" from "legal_representatives" where "legal_representatives"."company_id" = $1 and ("person_id" = $2) limit $3) as "own";
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
insert into "legal_representatives" ("details_sealed", "updated_at", "person_id", "id", "representative_type", "status", "position", "created_at", "search_tokens", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/legal-representatives/{legalRepresentativeId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "representative_type", "status", "details_sealed", "search_tokens", "created_at", "updated_at" from "legal_representatives" where "legal_representatives"."company_id" = $1 and ("id" = $2 and "person_id" = $3);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);

-- PUT /people/{personId}/legal-representatives/{legalRepresentativeId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "representative_type", "status", "details_sealed", "search_tokens", "created_at", "updated_at" from "legal_representatives" where "legal_representatives"."company_id" = $1 and ("id" = $2 and "person_id" = $3);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
update "legal_representatives" set "status" = $1, "details_sealed" = $2, "search_tokens" = $3, "updated_at" = $4 where "legal_representatives"."company_id" = $5 and ("id" = $6 and "person_id" = $7);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/consents
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select count(*) as "total" from (select 1 as "one" from "consents" where "consents"."company_id" = $1 and ("consents"."person_id" = $2) limit 10001) as "counted";
select "person_id", "id", "company_id", "position", "consent_type", "channel", "contact_id", "details_sealed", "text_hash", "text_version", "given_at", "revoked_at", "created_by_type", "created_by_id", "created_at", "updated_at" from "consents" where "consents"."company_id" = $1 and ("consents"."person_id" = $2) order by "consents"."position" desc, "consents"."id" desc limit 26;
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);

-- POST /people/{personId}/consents
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select count(*) as "count" from (select "id" from "consents" where "consents"."company_id" = $1 and ("person_id" = $2) limit $3) as "own";
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
insert into "consents" ("contact_id", "details_sealed", "text_version", "revoked_at", "created_by_id", "updated_at", "person_id", "id", "consent_type", "channel", "given_at", "position", "created_at", "created_by_type", "text_hash", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/consents/{consentId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "consent_type", "channel", "contact_id", "details_sealed", "text_hash", "text_version", "given_at", "revoked_at", "created_by_type", "created_by_id", "created_at", "updated_at" from "consents" where "consents"."company_id" = $1 and ("id" = $2 and "person_id" = $3);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);

-- POST /people/{personId}/consents/{consentId}/revoke
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "consent_type", "channel", "contact_id", "details_sealed", "text_hash", "text_version", "given_at", "revoked_at", "created_by_type", "created_by_id", "created_at", "updated_at" from "consents" where "consents"."company_id" = $1 and ("id" = $2 and "person_id" = $3);
update "consents" set "revoked_at" = $1, "updated_at" = $2 where "consents"."company_id" = $3 and ("id" = $4 and "person_id" = $5);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/import
select coalesce(sum(octet_length(sealed)), 0)::bigint as "bytes" from "import_chunks" where "import_chunks"."company_id" = $1 and ("sealed" is not null);
begin;
set local synchronous_commit = off;
insert into "import_chunks" ("upload_id", "number", "first_line", "lines", "sealed", "recorded_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
commit;
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/import/{importId}/results
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- GET /people/import/{importId}/results.ndjson
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- POST /people/import/{importId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);
rollback;

-- GET /loan-types
select count(*) as "total" from (select 1 as "one" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 limit 10001) as "counted";
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 order by "loan_types"."position" desc, "loan_types"."id" desc limit 26;

-- POST /loan-types
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "loan_types" ("id", "position", "external_id", "version", "status", "created_at", "updated_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8);
insert into "loan_type_versions" ("loan_type_id", "version", "id", "position", "settings", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "fee_types" ("amount", "loan_type_id", "id", "fee_type", "position", "created_at", "display_name", "api_name", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "fee_types" ("amount", "loan_type_id", "id", "fee_type", "position", "created_at", "display_name", "api_name", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "fee_types" ("amount", "loan_type_id", "id", "fee_type", "position", "created_at", "display_name", "api_name", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "fee_types" ("amount", "loan_type_id", "id", "fee_type", "position", "created_at", "display_name", "api_name", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "fee_types" ("amount", "loan_type_id", "id", "fee_type", "position", "created_at", "display_name", "api_name", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loan-types/{loanTypeId}
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);

-- PUT /loan-types/{loanTypeId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id" from "loan_types" where "loan_types"."company_id" = $1 and ("id" = $2) for no key update;
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
update "loan_types" set "external_id" = $1, "status" = $2, "version" = $3, "updated_at" = $4 where "loan_types"."company_id" = $5 and ("id" = $6);
insert into "loan_type_versions" ("loan_type_id", "version", "id", "position", "settings", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loan-types/{loanTypeId}/versions
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select count(*) as "total" from (select 1 as "one" from "loan_type_versions" where "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = $2) limit 10001) as "counted";
select * from "loan_type_versions" where "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = $2) order by "loan_type_versions"."version" desc, "loan_type_versions"."id" desc limit 26;

-- GET /loan-types/{loanTypeId}/fee-types
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select count(*) as "total" from (select 1 as "one" from "fee_types" where "fee_types"."company_id" = $1 and ("fee_types"."loan_type_id" = $2 and fee_type = any($3::text[])) limit 10001) as "counted";
select "loan_type_id", "id", "company_id", "position", "fee_type", "display_name", "api_name", "amount", "created_at" from "fee_types" where "fee_types"."company_id" = $1 and ("fee_types"."loan_type_id" = $2 and fee_type = any($3::text[])) order by "fee_types"."position" desc, "fee_types"."id" desc limit 26;

-- POST /loan-types/{loanTypeId}/fee-types
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id" from "loan_types" where "loan_types"."company_id" = $1 and ("id" = $2) for no key update;
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
insert into "fee_types" ("amount", "loan_type_id", "id", "fee_type", "position", "created_at", "display_name", "api_name", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loan-types/{loanTypeId}/index-rates
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select count(*) as "total" from (select 1 as "one" from "index_rates" where "index_rates"."company_id" = $1 and ("index_rates"."loan_type_id" = $2 and "index_rates"."deleted_at" is null and "index_rates"."loan_type_id" = $3) limit 10001) as "counted";
select "index_rates".*, (select min(later.effective_date) as "first" from "index_rates" as "later" where "later"."company_id" = $1 and ("later"."loan_type_id" = $2 and "later"."deleted_at" is null and "later"."effective_date" > "index_rates"."effective_date")) as "next_date" from "index_rates" where "index_rates"."company_id" = $3 and ("index_rates"."loan_type_id" = $4 and "index_rates"."deleted_at" is null and "index_rates"."loan_type_id" = $5) order by "index_rates"."position" desc, "index_rates"."id" desc limit 26;

-- POST /loan-types/{loanTypeId}/index-rates
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id" from "loan_types" where "loan_types"."company_id" = $1 and ("id" = $2) for no key update;
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select * from "index_rates" where "index_rates"."company_id" = $1 and ("loan_type_id" = $2 and "deleted_at" is null and "effective_date" = $3);
insert into "index_rates" ("loan_type_id", "id", "position", "rate", "effective_date", "created_at", "updated_at", "deleted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
select * from "index_rates" where "index_rates"."company_id" = $1 and ("loan_type_id" = $2 and "deleted_at" is null and "effective_date" > $3) order by "effective_date" limit $4;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loan-types/{loanTypeId}/index-rates/{indexRateId}
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select "index_rates".*, (select min(later.effective_date) as "first" from "index_rates" as "later" where "later"."company_id" = $1 and ("later"."loan_type_id" = $2 and "later"."deleted_at" is null and "later"."effective_date" > "index_rates"."effective_date")) as "next_date" from "index_rates" where "index_rates"."company_id" = $3 and ("index_rates"."loan_type_id" = $4 and "index_rates"."deleted_at" is null and "index_rates"."id" = $5);

-- PUT /loan-types/{loanTypeId}/index-rates/{indexRateId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id" from "loan_types" where "loan_types"."company_id" = $1 and ("id" = $2) for no key update;
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select * from "index_rates" where "index_rates"."company_id" = $1 and ("loan_type_id" = $2 and "deleted_at" is null and "id" = $3);
update "index_rates" set "rate" = $1, "effective_date" = $2, "updated_at" = $3 where "index_rates"."company_id" = $4 and ("loan_type_id" = $5 and "id" = $6);
select * from "index_rates" where "index_rates"."company_id" = $1 and ("loan_type_id" = $2 and "deleted_at" is null and "effective_date" > $3) order by "effective_date" limit $4;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /loan-types/{loanTypeId}/index-rates/{indexRateId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id" from "loan_types" where "loan_types"."company_id" = $1 and ("id" = $2) for no key update;
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select * from "index_rates" where "index_rates"."company_id" = $1 and ("loan_type_id" = $2 and "deleted_at" is null and "id" = $3);
update "index_rates" set "deleted_at" = $1 where "index_rates"."company_id" = $2 and ("loan_type_id" = $3 and "id" = $4);
select * from "index_rates" where "index_rates"."company_id" = $1 and ("loan_type_id" = $2 and "deleted_at" is null and "effective_date" > $3) order by "effective_date" limit $4;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loan-types/{loanTypeId}/rate-caps
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select count(*) as "total" from (select 1 as "one" from "rate_caps" where "rate_caps"."company_id" = $1 and ("deleted_at" is null and "rate_caps"."loan_type_id" = $2) limit 10001) as "counted";
select "loan_type_id", "id", "company_id", "position", "state", "max_rate", "effective_date", "created_at", "deleted_at" from "rate_caps" where "rate_caps"."company_id" = $1 and ("deleted_at" is null and "rate_caps"."loan_type_id" = $2) order by "rate_caps"."position" desc, "rate_caps"."id" desc limit 26;

-- POST /loan-types/{loanTypeId}/rate-caps
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id" from "loan_types" where "loan_types"."company_id" = $1 and ("id" = $2) for no key update;
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select "id" from "rate_caps" where "rate_caps"."company_id" = $1 and ("loan_type_id" = $2 and "deleted_at" is null and "state" = $3 and "effective_date" = $4);
insert into "rate_caps" ("state", "deleted_at", "loan_type_id", "id", "max_rate", "effective_date", "position", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loan-types/{loanTypeId}/rate-caps/{rateCapId}
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select "loan_type_id", "id", "company_id", "position", "state", "max_rate", "effective_date", "created_at", "deleted_at" from "rate_caps" where "rate_caps"."company_id" = $1 and ("id" = $2 and "loan_type_id" = $3 and "deleted_at" is null);

-- DELETE /loan-types/{loanTypeId}/rate-caps/{rateCapId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id" from "loan_types" where "loan_types"."company_id" = $1 and ("id" = $2) for no key update;
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select "loan_type_id", "id", "company_id", "position", "state", "max_rate", "effective_date", "created_at", "deleted_at" from "rate_caps" where "rate_caps"."company_id" = $1 and ("id" = $2 and "loan_type_id" = $3 and "deleted_at" is null);
update "rate_caps" set "deleted_at" = $1 where "rate_caps"."company_id" = $2 and ("id" = $3 and "loan_type_id" = $4);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/merchants
select count(*) as "total" from (select 1 as "one" from "merchants" where "merchants"."company_id" = $1 limit 10001) as "counted";
select "id", "company_id", "position", "external_id", "business_name", "contact_sealed", "status", "created_at", "updated_at" from "merchants" where "merchants"."company_id" = $1 order by "merchants"."position" desc, "merchants"."id" desc limit 26;

-- POST /companies/{companyId}/merchants
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "merchants" ("external_id", "updated_at", "id", "business_name", "status", "position", "created_at", "contact_sealed", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/merchants/{merchantId}
select "id", "company_id", "position", "external_id", "business_name", "contact_sealed", "status", "created_at", "updated_at" from "merchants" where "merchants"."company_id" = $1 and ("id" = $2);

-- PUT /companies/{companyId}/merchants/{merchantId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "business_name", "contact_sealed", "status", "created_at", "updated_at" from "merchants" where "merchants"."company_id" = $1 and ("id" = $2) for no key update;
update "merchants" set "contact_sealed" = $1, "status" = $2, "updated_at" = $3 where "merchants"."company_id" = $4 and ("id" = $5);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/collection-agencies
select count(*) as "total" from (select 1 as "one" from "collection_agencies" where "collection_agencies"."company_id" = $1 limit 10001) as "counted";
select "id", "company_id", "position", "external_id", "legal_name", "contact_phone", "contact_email", "mailing", "created_at", "updated_at" from "collection_agencies" where "collection_agencies"."company_id" = $1 order by "collection_agencies"."position" desc, "collection_agencies"."id" desc limit 26;

-- POST /companies/{companyId}/collection-agencies
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "collection_agencies" ("external_id", "contact_phone", "contact_email", "mailing", "updated_at", "id", "legal_name", "position", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/collection-agencies/{collectionAgencyId}
select "id", "company_id", "position", "external_id", "legal_name", "contact_phone", "contact_email", "mailing", "created_at", "updated_at" from "collection_agencies" where "collection_agencies"."company_id" = $1 and ("id" = $2);

-- PUT /companies/{companyId}/collection-agencies/{collectionAgencyId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "legal_name", "contact_phone", "contact_email", "mailing", "created_at", "updated_at" from "collection_agencies" where "collection_agencies"."company_id" = $1 and ("id" = $2) for no key update;
update "collection_agencies" set "contact_phone" = $1, "updated_at" = $2 where "collection_agencies"."company_id" = $3 and ("id" = $4);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/investors
select count(*) as "total" from (select 1 as "one" from "investors" where "investors"."company_id" = $1 limit 10001) as "counted";
select "id", "company_id", "position", "external_id", "name", "is_default", "created_at", "updated_at" from "investors" where "investors"."company_id" = $1 order by "investors"."position" desc, "investors"."id" desc limit 26;

-- POST /companies/{companyId}/investors
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "investors" ("external_id", "updated_at", "id", "name", "is_default", "position", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/investors/{investorId}
select "id", "company_id", "position", "external_id", "name", "is_default", "created_at", "updated_at" from "investors" where "investors"."company_id" = $1 and ("id" = $2);

-- PUT /companies/{companyId}/investors/{investorId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "name", "is_default", "created_at", "updated_at" from "investors" where "investors"."company_id" = $1 and ("id" = $2) for no key update;
update "investors" set "name" = $1, "updated_at" = $2 where "investors"."company_id" = $3 and ("id" = $4);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/promo-program-types
select count(*) as "total" from (select 1 as "one" from "promo_program_types" where "promo_program_types"."company_id" = $1 and ("deleted_at" is null) limit 10001) as "counted";
select "id", "company_id", "position", "external_id", "name", "program_type", "promo_rate", "promo_duration_days", "promo_grace_period_days", "sac_disqualify_overdue_days", "status", "created_at", "updated_at", "deleted_at" from "promo_program_types" where "promo_program_types"."company_id" = $1 and ("deleted_at" is null) order by "promo_program_types"."position" desc, "promo_program_types"."id" desc limit 26;

-- POST /companies/{companyId}/promo-program-types
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "promo_program_types" ("external_id", "promo_rate", "sac_disqualify_overdue_days", "updated_at", "deleted_at", "id", "name", "program_type", "promo_duration_days", "promo_grace_period_days", "status", "position", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/promo-program-types/{promoProgramTypeId}
select "id", "company_id", "position", "external_id", "name", "program_type", "promo_rate", "promo_duration_days", "promo_grace_period_days", "sac_disqualify_overdue_days", "status", "created_at", "updated_at", "deleted_at" from "promo_program_types" where "promo_program_types"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);

-- PUT /companies/{companyId}/promo-program-types/{promoProgramTypeId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "name", "program_type", "promo_rate", "promo_duration_days", "promo_grace_period_days", "sac_disqualify_overdue_days", "status", "created_at", "updated_at", "deleted_at" from "promo_program_types" where "promo_program_types"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
update "promo_program_types" set "status" = $1, "updated_at" = $2 where "promo_program_types"."company_id" = $3 and ("id" = $4);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /companies/{companyId}/promo-program-types/{promoProgramTypeId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "name", "program_type", "promo_rate", "promo_duration_days", "promo_grace_period_days", "sac_disqualify_overdue_days", "status", "created_at", "updated_at", "deleted_at" from "promo_program_types" where "promo_program_types"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
update "promo_program_types" set "deleted_at" = $1 where "promo_program_types"."company_id" = $2 and ("id" = $3);
delete from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/payment-instruments
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select count(*) as "total" from (select 1 as "one" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("deleted_at" is null and "payment_instruments"."person_id" = $2) limit 10001) as "counted";
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("deleted_at" is null and "payment_instruments"."person_id" = $2) order by "payment_instruments"."position" desc, "payment_instruments"."id" desc limit 26;

-- POST /people/{personId}/payment-instruments
select "routing_number" as "routingNumber", "name", "new_routing_number" as "newRoutingNumber" from "routing_numbers" where "routing_number" = $1;
select "routing_number" as "routingNumber", "name", "new_routing_number" as "newRoutingNumber" from "routing_numbers" limit $1;
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "id" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "instrument_type" = $3 and "is_external" = $4 and "status" <> $5 and "number_token" = $6) limit $7;
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "payment_instruments" ("person_id", "id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "debits_blocked_at", "credits_blocked_at", "corrected_at", "avs_result", "look_at", "number_sealed", "link_token_sealed", "account_link", "number_token", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36);
select * from "payment_providers" where "payment_providers"."company_id" = $1 and ("instrument_type" = $2 and "replaced_at" is null and "deleted_at" is null);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_sealed", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "link_token_sealed", "look_at", "avs_result", "balance_sealed", "balance_next_at", "balance_asked_at", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
update "money_turns" set "turns" = "turns" + $1 where "money_turns"."company_id" = $2;
select count(*) as "count" from "trial_deposits" where "trial_deposits"."company_id" = $1 and ("account_hash" = $2 and "created_at" > $3);
insert into "trial_deposits" ("person_id", "id", "position", "instrument_id", "carrier_id", "account_hash", "amounts_sealed", "first_outcome", "second_outcome", "open_until", "created_at", "end_reason", "ended_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_sealed", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "link_token_sealed", "look_at", "avs_result", "balance_sealed", "balance_next_at", "balance_asked_at", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
insert into "payment_attempts" ("person_id", "id", "position", "subject_kind", "subject_id", "number", "state", "rail", "deed", "amount_cents", "instrument_id", "carrier_id", "carrier_kind", "entry_date", "body_sealed", "provider_id", "of_provider_id", "disputed_cents", "reason", "code", "held_until", "act_at", "created_at", "first_sent_at", "last_sent_at", "accepted_at", "settled_on", "confirmed_at", "ended_at", "payout_kind", "turned_at", "account_token", "ordered_by", "approval_id", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_sealed", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "link_token_sealed", "look_at", "avs_result", "balance_sealed", "balance_next_at", "balance_asked_at", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
insert into "payment_attempts" ("person_id", "id", "position", "subject_kind", "subject_id", "number", "state", "rail", "deed", "amount_cents", "instrument_id", "carrier_id", "carrier_kind", "entry_date", "body_sealed", "provider_id", "of_provider_id", "disputed_cents", "reason", "code", "held_until", "act_at", "created_at", "first_sent_at", "last_sent_at", "accepted_at", "settled_on", "confirmed_at", "ended_at", "payout_kind", "turned_at", "account_token", "ordered_by", "approval_id", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6), ($7, $8, $9, $10, $11, $12);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/payment-instruments/{paymentInstrumentId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);

-- PUT /people/{personId}/payment-instruments/{paymentInstrumentId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
update "payment_instruments" set "external_id" = $1, "status" = $2, "active_at" = $3, "inactive_at" = $4, "inactive_reason" = $5, "verified" = $6, "account_type" = $7, "account_holder_type" = $8, "holder_sealed" = $9, "debits_blocked_at" = $10, "credits_blocked_at" = $11, "updated_at" = $12, "account_link" = $13 where "payment_instruments"."company_id" = $14 and ("person_id" = $15 and "id" = $16);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /people/{personId}/payment-instruments/{paymentInstrumentId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
update "payment_instruments" set "status" = $1, "inactive_at" = $2, "external_id" = $3, "link_token_sealed" = $4, "balance_sealed" = $5, "updated_at" = $6, "deleted_at" = $7, "account_link" = $8 where "payment_instruments"."company_id" = $9 and ("person_id" = $10 and "id" = $11);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/payment-instruments/{paymentInstrumentId}/account-link
select "routing_number" as "routingNumber", "name", "new_routing_number" as "newRoutingNumber" from "routing_numbers" where "routing_number" = $1;
select "routing_number" as "routingNumber", "name", "new_routing_number" as "newRoutingNumber" from "routing_numbers" limit $1;
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
rollback;

-- PUT /people/{personId}/payment-instruments/{paymentInstrumentId}/account-link
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
rollback;

-- DELETE /people/{personId}/payment-instruments/{paymentInstrumentId}/account-link
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
rollback;

-- GET /people/{personId}/payment-instruments/{paymentInstrumentId}/balance
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
select "balance_sealed" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/payment-instruments/{paymentInstrumentId}/balance
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
rollback;

-- GET /companies/{companyId}/card-issuers
select count(*) as "total" from (select 1 as "one" from "card_issuers" where "card_issuers"."company_id" = $1 limit 10001) as "counted";
select "id", "company_id", "position", "external_id", "name", "program", "status", "created_at", "updated_at" from "card_issuers" where "card_issuers"."company_id" = $1 order by "card_issuers"."position" desc, "card_issuers"."id" desc limit 26;

-- POST /companies/{companyId}/card-issuers
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "card_issuers" ("external_id", "program", "updated_at", "id", "name", "status", "position", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/card-issuers/{cardIssuerId}
select "id", "company_id", "position", "external_id", "name", "program", "status", "created_at", "updated_at" from "card_issuers" where "card_issuers"."company_id" = $1 and ("id" = $2);

-- PUT /companies/{companyId}/card-issuers/{cardIssuerId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "name", "program", "status", "created_at", "updated_at" from "card_issuers" where "card_issuers"."company_id" = $1 and ("id" = $2) for no key update;
update "card_issuers" set "status" = $1, "updated_at" = $2 where "card_issuers"."company_id" = $3 and ("id" = $4);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/funding-account-balances
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "cash_days" where "cash_days"."company_id" = $1 limit 10001) as "counted";
select * from "cash_days" where "cash_days"."company_id" = $1 order by "cash_days"."position" desc, "cash_days"."id" desc limit 26;
select "account", "amount_cents" from "cash_balances" where "cash_balances"."company_id" = $1 and ("carrier_id" = $2);
select coalesce(sum(amount_cents), 0)::bigint as "cents" from "payment_attempts" where "payment_attempts"."company_id" = $1 and ("carrier_id" = $2 and "state" = $3 and "deed" in ($4, $5) and ("act_at" is null or "act_at" <= $6));
select coalesce(sum(amount_cents), 0)::bigint as "cents" from "cash_postings" where "cash_postings"."company_id" = $1 and ("carrier_id" = $2 and "event" = $3 and "account" in ($4, $5) and "amount_cents" > $6 and "posted_at" > $7);

-- GET /companies/{companyId}/daily-proofs
select count(*) as "total" from (select 1 as "one" from "cash_proofs" where "cash_proofs"."company_id" = $1 limit 10001) as "counted";
select * from "cash_proofs" where "cash_proofs"."company_id" = $1 order by "cash_proofs"."position" desc, "cash_proofs"."id" desc limit 26;

-- GET /companies/{companyId}/bank-accounts
select count(*) as "total" from (select 1 as "one" from "bank_accounts" where "bank_accounts"."company_id" = $1 limit 10001) as "counted";
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 order by "bank_accounts"."position" desc, "bank_accounts"."id" desc limit 26;
select "carrier_id" from "bank_account_providers" where "bank_account_providers"."company_id" = $1 and ("bank_account_id" = $2) order by "number";

-- POST /companies/{companyId}/bank-accounts
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "company_id" from "companies" where "companies"."company_id" = $1 for no key update;
select "id" from "payment_providers" where "payment_providers"."company_id" = $1 and ("id" = any($2::text[]));
select * from "bank_account_providers" where "bank_account_providers"."company_id" = $1 and ("carrier_id" = any($2::text[]));
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 limit $2;
insert into "bank_accounts" ("id", "position", "name", "last_four", "number_sealed", "fee_max_cents", "confirmations_wait", "expected_from", "looked_until", "opening_cents", "closing_cents", "read_through", "created_at", "updated_at", "csv", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);
insert into "bank_account_providers" ("carrier_id", "bank_account_id", "number", "company_id") values ($1, $2, $3, $4);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/bank-accounts/{bankAccountId}
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2);
select "carrier_id" from "bank_account_providers" where "bank_account_providers"."company_id" = $1 and ("bank_account_id" = $2) order by "number";

-- PUT /companies/{companyId}/bank-accounts/{bankAccountId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "company_id" from "companies" where "companies"."company_id" = $1 for no key update;
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2) for no key update;
select "carrier_id" from "bank_account_providers" where "bank_account_providers"."company_id" = $1 and ("bank_account_id" = $2) order by "number";
select "id" from "payment_providers" where "payment_providers"."company_id" = $1 and ("id" = any($2::text[]));
select * from "bank_account_providers" where "bank_account_providers"."company_id" = $1 and ("carrier_id" = any($2::text[]));
update "bank_accounts" set "name" = $1, "csv" = $2, "fee_max_cents" = $3, "confirmations_wait" = $4, "updated_at" = $5 where "bank_accounts"."company_id" = $6 and ("id" = $7);
update "cash_days" set "bank_through" = $1 where "cash_days"."company_id" = $2 and ("carrier_id" = any($3::text[]));
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /companies/{companyId}/bank-accounts/{bankAccountId}/statements
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2) for no key update;
select "company_id", "id", "position", "bank_account_id", "hash", "file_name", "line_count", "matched_count", "through", "opening_cents", "closing_cents", "read_by_type", "read_by_id", "read_at" from "bank_statements" where "bank_statements"."company_id" = $1 and ("hash" = $2 and "line_count" > $3);
select "carrier_id" from "bank_account_providers" where "bank_account_providers"."company_id" = $1 and ("bank_account_id" = $2) order by "number";
select * from "cash_postings" where "cash_postings"."company_id" = $1 and ("position" > $2 and "account" = $3 and "carrier_id" = any($4::text[]) and "line_id" is null and "attempt_id" is not null and "day" >= $5) order by "position" limit $6;
update "bank_accounts" set "looked_until" = $1 where "bank_accounts"."company_id" = $2 and ("id" = $3);
select * from "bank_lines" where "bank_lines"."company_id" = $1 and ("bank_account_id" = $2 and "matched_by" is null) order by "position";
select * from "bank_items" where "bank_items"."company_id" = $1 and ("bank_account_id" = $2 and "closed_by" is null) order by "position";
select * from "bank_items" where "bank_items"."company_id" = $1 and ("bank_account_id" = $2 and "closed_by" = $3 and keys && $4::text[]);
insert into "bank_statements" ("id", "position", "bank_account_id", "hash", "file_name", "line_count", "matched_count", "through", "opening_cents", "closing_cents", "read_by_type", "read_by_id", "read_at", "content_sealed", "page_sealed", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);
insert into "bank_lines" ("id", "position", "bank_account_id", "statement_id", "line", "day", "amount_cents", "kind", "matched_by", "detail_sealed", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11), ($12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22);
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("bank_account_id" = $2 and "resolved_at" is null) order by "position";
insert into "payment_breaks" ("person_id", "attempt_id", "resolved_at", "resolution", "owner_id", "asked_at", "proposed", "proposed_by_type", "proposed_by_id", "proposed_at", "item_id", "transaction_id", "updated_at", "bank_account_id", "about", "kind", "amount_cents", "since", "detail", "line_id", "statement_id", "candidates", "id", "position", "found_at", "status", "ages_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28);
insert into "payment_breaks" ("person_id", "attempt_id", "resolved_at", "resolution", "owner_id", "asked_at", "proposed", "proposed_by_type", "proposed_by_id", "proposed_at", "item_id", "transaction_id", "updated_at", "bank_account_id", "about", "kind", "amount_cents", "since", "detail", "line_id", "statement_id", "candidates", "id", "position", "found_at", "status", "ages_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28);
update "bank_accounts" set "opening_cents" = $1, "closing_cents" = $2, "read_through" = $3 where "bank_accounts"."company_id" = $4 and ("id" = $5);
update "cash_days" set "bank_through" = $1 where "cash_days"."company_id" = $2 and ("carrier_id" = any($3::text[]));
insert into "cash_postings" ("carrier_id", "id", "position", "attempt_id", "line_id", "order_key", "provider_ref", "event", "day", "account", "amount_cents", "posted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13), ($14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26), ($27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39), ($40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52);
insert into "cash_balances" ("carrier_id", "account", "amount_cents", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "carrier_id", "account") do update set "amount_cents" = "cash_balances"."amount_cents" + "excluded"."amount_cents" where "cash_balances"."company_id" = "excluded"."company_id";
insert into "cash_balances" ("carrier_id", "account", "amount_cents", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "carrier_id", "account") do update set "amount_cents" = "cash_balances"."amount_cents" + "excluded"."amount_cents" where "cash_balances"."company_id" = "excluded"."company_id";
insert into "cash_balances" ("carrier_id", "account", "amount_cents", "company_id") values ($1, $2, $3, $4) on conflict ("company_id", "carrier_id", "account") do update set "amount_cents" = "cash_balances"."amount_cents" + "excluded"."amount_cents" where "cash_balances"."company_id" = "excluded"."company_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34), ($35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/bank-statements
select count(*) as "total" from (select 1 as "one" from "bank_statements" where "bank_statements"."company_id" = $1 limit 10001) as "counted";
select "company_id", "id", "position", "bank_account_id", "hash", "file_name", "line_count", "matched_count", "through", "opening_cents", "closing_cents", "read_by_type", "read_by_id", "read_at" from "bank_statements" where "bank_statements"."company_id" = $1 order by "bank_statements"."position" desc, "bank_statements"."id" desc limit 26;

-- GET /companies/{companyId}/bank-statements/{bankStatementId}
select "company_id", "id", "position", "bank_account_id", "hash", "file_name", "line_count", "matched_count", "through", "opening_cents", "closing_cents", "read_by_type", "read_by_id", "read_at" from "bank_statements" where "bank_statements"."company_id" = $1 and ("id" = $2);

-- GET /companies/{companyId}/bank-statements/{bankStatementId}/lines
select "company_id", "id", "position", "bank_account_id", "hash", "file_name", "line_count", "matched_count", "through", "opening_cents", "closing_cents", "read_by_type", "read_by_id", "read_at" from "bank_statements" where "bank_statements"."company_id" = $1 and ("id" = $2);
select count(*) as "total" from (select 1 as "one" from "bank_lines" where "bank_lines"."company_id" = $1 and ("bank_lines"."statement_id" = $2) limit 10001) as "counted";
select * from "bank_lines" where "bank_lines"."company_id" = $1 and ("bank_lines"."statement_id" = $2) order by "bank_lines"."position" desc, "bank_lines"."id" desc limit 26;

-- GET /companies/{companyId}/bank-statements/{bankStatementId}/page
select * from "bank_statements" where "bank_statements"."company_id" = $1 and ("id" = $2);

-- GET /companies/{companyId}/bank-statements/{bankStatementId}/content
select * from "bank_statements" where "bank_statements"."company_id" = $1 and ("id" = $2);

-- GET /companies/{companyId}/bank-accounts/{bankAccountId}/expected
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2);
select count(*) as "total" from (select 1 as "one" from "bank_items" where "bank_items"."company_id" = $1 and ("closed_by" is null and "bank_items"."bank_account_id" = $2) limit 10001) as "counted";
select * from "bank_items" where "bank_items"."company_id" = $1 and ("closed_by" is null and "bank_items"."bank_account_id" = $2) order by "bank_items"."position" desc, "bank_items"."id" desc limit 26;

-- GET /companies/{companyId}/money-breaks
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "payment_breaks" where "payment_breaks"."company_id" = $1 limit 10001) as "counted";
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 order by "payment_breaks"."position" desc, "payment_breaks"."id" desc limit 26;

-- GET /companies/{companyId}/money-breaks/{moneyBreakId}
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /companies/{companyId}/money-breaks/{moneyBreakId}/history
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2);
select count(*) as "total" from (select 1 as "one" from "money_break_steps" where "money_break_steps"."company_id" = $1 and ("money_break_steps"."break_id" = $2) limit 10001) as "counted";
select * from "money_break_steps" where "money_break_steps"."company_id" = $1 and ("money_break_steps"."break_id" = $2) order by "money_break_steps"."position" desc, "money_break_steps"."id" desc limit 26;

-- PUT /companies/{companyId}/money-breaks/{moneyBreakId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2);
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2) for no key update;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2) for no key update;
update "payment_breaks" set "owner_id" = $1, "status" = $2, "updated_at" = $3, "proposed" = $4 where "payment_breaks"."company_id" = $5 and ("id" = $6);
insert into "money_break_steps" ("id", "position", "break_id", "did", "note", "by_type", "by_id", "at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /companies/{companyId}/money-breaks/{moneyBreakId}/ask
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2);
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2) for no key update;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2) for no key update;
update "payment_breaks" set "asked_at" = $1, "status" = $2, "updated_at" = $3, "proposed" = $4 where "payment_breaks"."company_id" = $5 and ("id" = $6);
insert into "money_break_steps" ("id", "position", "break_id", "did", "note", "by_type", "by_id", "at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /companies/{companyId}/money-breaks/{moneyBreakId}/attach
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2);
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2) for no key update;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2) for no key update;
select * from "bank_lines" where "bank_lines"."company_id" = $1 and ("id" = $2 and "matched_by" is null);
select * from "bank_items" where "bank_items"."company_id" = $1 and ("bank_account_id" = $2 and "closed_by" is null and ("id" = any($3::text[]) or "group_name" = any($4::text[])));
rollback;

-- POST /companies/{companyId}/money-breaks/{moneyBreakId}/propose
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2);
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2) for no key update;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2) for no key update;
update "payment_breaks" set "proposed_by_type" = $1, "proposed_by_id" = $2, "proposed_at" = $3, "status" = $4, "updated_at" = $5, "proposed" = $6 where "payment_breaks"."company_id" = $7 and ("id" = $8);
insert into "money_break_steps" ("id", "position", "break_id", "did", "note", "by_type", "by_id", "at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /companies/{companyId}/money-breaks/{moneyBreakId}/approve
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2);
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2) for no key update;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2) for no key update;
rollback;

-- POST /companies/{companyId}/money-breaks/{moneyBreakId}/reject
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2);
select * from "bank_accounts" where "bank_accounts"."company_id" = $1 and ("id" = $2) for no key update;
select * from "payment_breaks" where "payment_breaks"."company_id" = $1 and ("id" = $2) for no key update;
rollback;

-- GET /people/{personId}/payment-authorizations
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select count(*) as "total" from (select 1 as "one" from "payment_authorizations" where "payment_authorizations"."company_id" = $1 and ("payment_authorizations"."person_id" = $2) limit 10001) as "counted";
select "person_id", "id", "company_id", "position", "loan_id", "instrument_id", "account_last_four", "account_hash", "channel", "sec_code", "kind", "terms", "agreement_document_id", "text_hash", "text_version", "language", "given_at", "given_by_type", "given_by_id", "authenticated_by", "evidence_sealed", "stopped_dates", "revoked_at", "revoked_by_type", "revoked_by_id", "revoked_reason", "created_at", "updated_at" from "payment_authorizations" where "payment_authorizations"."company_id" = $1 and ("payment_authorizations"."person_id" = $2) order by "payment_authorizations"."position" desc, "payment_authorizations"."id" desc limit 26;

-- GET /people/{personId}/payment-authorizations/{paymentAuthorizationId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "loan_id", "instrument_id", "account_last_four", "account_hash", "channel", "sec_code", "kind", "terms", "agreement_document_id", "text_hash", "text_version", "language", "given_at", "given_by_type", "given_by_id", "authenticated_by", "evidence_sealed", "stopped_dates", "revoked_at", "revoked_by_type", "revoked_by_id", "revoked_reason", "created_at", "updated_at" from "payment_authorizations" where "payment_authorizations"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/payment-authorizations/{paymentAuthorizationId}/revoke
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "loan_id", "instrument_id", "account_last_four", "account_hash", "channel", "sec_code", "kind", "terms", "agreement_document_id", "text_hash", "text_version", "language", "given_at", "given_by_type", "given_by_id", "authenticated_by", "evidence_sealed", "stopped_dates", "revoked_at", "revoked_by_type", "revoked_by_id", "revoked_reason", "created_at", "updated_at" from "payment_authorizations" where "payment_authorizations"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
update "payment_authorizations" set "revoked_at" = $1, "revoked_by_type" = $2, "revoked_by_id" = $3, "revoked_reason" = $4, "updated_at" = $5 where "payment_authorizations"."company_id" = $6 and ("person_id" = $7 and "id" = $8);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /payment-approvals
select count(*) as "total" from (select 1 as "one" from "payment_approvals" where "payment_approvals"."company_id" = $1 limit 10001) as "counted";
select "person_id", "id", "company_id", "position", "subject_kind", "subject_id", "loan_id", "kind", "status", "amount", "instrument_id", "receiver", "needs", "ordered_by_type", "ordered_by_id", "expires_at", "due_at", "decided_by_type", "decided_by_id", "decided_at", "reason", "created_at", "updated_at" from "payment_approvals" where "payment_approvals"."company_id" = $1 order by "payment_approvals"."position" desc, "payment_approvals"."id" desc limit 26;

-- GET /people/{personId}/payment-approvals/{paymentApprovalId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "subject_kind", "subject_id", "loan_id", "kind", "status", "amount", "instrument_id", "receiver", "needs", "ordered_by_type", "ordered_by_id", "expires_at", "due_at", "decided_by_type", "decided_by_id", "decided_at", "reason", "created_at", "updated_at" from "payment_approvals" where "payment_approvals"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/payment-approvals/{paymentApprovalId}/approve
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "subject_kind", "subject_id", "loan_id", "kind", "status", "amount", "instrument_id", "receiver", "needs", "ordered_by_type", "ordered_by_id", "expires_at", "due_at", "decided_by_type", "decided_by_id", "decided_at", "reason", "created_at", "updated_at" from "payment_approvals" where "payment_approvals"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- POST /people/{personId}/payment-approvals/{paymentApprovalId}/reject
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "subject_kind", "subject_id", "loan_id", "kind", "status", "amount", "instrument_id", "receiver", "needs", "ordered_by_type", "ordered_by_id", "expires_at", "due_at", "decided_by_type", "decided_by_id", "decided_at", "reason", "created_at", "updated_at" from "payment_approvals" where "payment_approvals"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /companies/{companyId}/payment-providers
select count(*) as "total" from (select 1 as "one" from "payment_providers" where "payment_providers"."company_id" = $1 and ("deleted_at" is null) limit 10001) as "counted";
select * from "payment_providers" where "payment_providers"."company_id" = $1 and ("deleted_at" is null) order by "payment_providers"."position" desc, "payment_providers"."id" desc limit 26;

-- PUT /companies/{companyId}/payment-providers/{instrumentType}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "payment_providers" where "payment_providers"."company_id" = $1 and ("instrument_type" = $2 and "replaced_at" is null and "deleted_at" is null);
update "payment_providers" set "updated_at" = $1, "secrets_sealed" = $2, "previous_secrets_sealed" = $3, "previous_secrets_until" = $4, "settings" = $5 where "payment_providers"."company_id" = $6 and ("id" = $7);
insert into "payment_provider_work" ("provider_id", "due_at", "place", "last_failure", "last_reached_at", "company_id") values ($1, $2, $3, $4, $5, $6) on conflict ("company_id", "provider_id") do update set "due_at" = $7 where "payment_provider_work"."company_id" = "excluded"."company_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /companies/{companyId}/payment-providers/{instrumentType}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "payment_providers" where "payment_providers"."company_id" = $1 and ("instrument_type" = $2 and "deleted_at" is null) order by "position" for update;
select "id" from "payment_attempts" where "payment_attempts"."company_id" = $1 and ("carrier_id" = any($2::text[]) and "state" in ($3, $4, $5, $6, $7, $8)) limit $9;
update "payment_providers" set "secrets_sealed" = $1, "previous_secrets_sealed" = $2, "previous_secrets_until" = $3, "deleted_at" = $4, "updated_at" = $5 where "payment_providers"."company_id" = $6 and ("id" in ($7));
delete from "payment_provider_work" where "payment_provider_work"."company_id" = $1 and ("provider_id" in ($2));
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/ach-readings
select count(*) as "total" from (select 1 as "one" from "ach_readings" where "ach_readings"."company_id" = $1 limit 10001) as "counted";
select * from "ach_readings" where "ach_readings"."company_id" = $1 order by "ach_readings"."position" desc, "ach_readings"."id" desc limit 26;

-- POST /companies/{companyId}/ach-readings
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "stopped_at" from "money_switches" where "money_switches"."company_id" = $1 for update;
select "id" from "ach_readings" where "ach_readings"."company_id" = $1 and ("position" > $2 and "fetched_from" is null and "received_by_type" <> $3) limit $4;
select * from "ach_readings" where "ach_readings"."company_id" = $1 and ("sha256" = $2);
insert into "ach_file_parts" ("file_id", "number", "content_sealed", "company_id") values ($1, $2, $3, $4);
insert into "ach_readings" ("id", "position", "state", "file_name", "received_by_type", "received_by_id", "fetched_from", "carrier_id", "sha256", "bytes", "entries_done", "taken", "known", "breaks", "problem", "line", "column", "due_at", "holder", "tries", "received_at", "read_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/ach-readings/{achReadingId}
select * from "ach_readings" where "ach_readings"."company_id" = $1 and ("id" = $2);

-- POST /companies/{companyId}/ach-readings/{achReadingId}/confirm
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "ach_readings" where "ach_readings"."company_id" = $1 and ("id" = $2) for update;
select * from "ach_decisions" where "ach_decisions"."company_id" = $1 and ("file_id" = $2) for update;
rollback;

-- POST /companies/{companyId}/ach-readings/{achReadingId}/reject
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "ach_readings" where "ach_readings"."company_id" = $1 and ("id" = $2) for update;
select * from "ach_decisions" where "ach_decisions"."company_id" = $1 and ("file_id" = $2) for update;
rollback;

-- POST /companies/{companyId}/ach-file-uploads/{achFileUploadId}/reject
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "ach_files" where "ach_files"."company_id" = $1 and ("id" = $2) for update;
rollback;

-- POST /companies/{companyId}/ach-file-uploads/{achFileUploadId}/confirm-rejection
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "ach_files" where "ach_files"."company_id" = $1 and ("id" = $2) for update;
rollback;

-- GET /companies/{companyId}/ach-file-uploads
select count(*) as "total" from (select 1 as "one" from "ach_files" where "ach_files"."company_id" = $1 limit 10001) as "counted";
select * from "ach_files" where "ach_files"."company_id" = $1 order by "ach_files"."position" desc, "ach_files"."id" desc limit 26;

-- GET /companies/{companyId}/ach-file-uploads/{achFileUploadId}
select * from "ach_files" where "ach_files"."company_id" = $1 and ("id" = $2);

-- POST /companies/{companyId}/ach-file-uploads/{achFileUploadId}/download
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "ach_files" where "ach_files"."company_id" = $1 and ("id" = $2) for update;
select "content_sealed" from "ach_file_parts" where "ach_file_parts"."company_id" = $1 and ("file_id" = $2 and "number" = $3);
select count(*) as "count" from "ach_file_parts" where "ach_file_parts"."company_id" = $1 and ("file_id" = $2);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /companies/{companyId}/ach-file-uploads/{achFileUploadId}/release
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "ach_files" where "ach_files"."company_id" = $1 and ("id" = $2) for update;
update "ach_files" set "state" = $1, "released_at" = $2, "released_by_type" = $3, "released_by_id" = $4, "due_at" = $5, "holder" = $6 where "ach_files"."company_id" = $7 and ("id" = $8);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /companies/{companyId}/ach-file-uploads/{achFileUploadId}/void
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "ach_files" where "ach_files"."company_id" = $1 and ("id" = $2) for update;
update "ach_files" set "state" = $1, "reason" = $2, "ended_at" = $3, "due_at" = $4, "holder" = $5 where "ach_files"."company_id" = $6 and ("id" = $7);
select * from "payment_providers" where "payment_providers"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select "person_id", "attempt_id" from "ach_entries" where "ach_entries"."company_id" = $1 and ("file_id" = $2);
update "payment_attempts" set "act_at" = $1 from unnest($2::text[], $3::text[]) as v(of_person, of_attempt) where "payment_attempts"."company_id" = $4 and ("state" = $5 and "payment_attempts"."person_id" = "v"."of_person" and "payment_attempts"."id" = "v"."of_attempt");
update "ach_entries" set "file_id" = $1, "trace" = $2, "voided_trace" = "trace", "leaves_at" = $3 where "ach_entries"."company_id" = $4 and ("file_id" = $5);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /companies/{companyId}/ach-file-uploads/{achFileUploadId}/acknowledge
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select * from "ach_files" where "ach_files"."company_id" = $1 and ("id" = $2) for update;
rollback;

-- GET /companies/{companyId}/ach-return-rates
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select * from "ach_rate_days" where "ach_rate_days"."company_id" = $1 and ("day" >= $2 and "day" <= $3) order by "originator", "day" desc, "is_verifying";

-- POST /people/{personId}/payment-instruments/{paymentInstrumentId}/verify
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
commit;

-- GET /people/{personId}/payment-instruments/{paymentInstrumentId}/prenote
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
select * from "prenotes" where "prenotes"."company_id" = $1 and ("person_id" = $2 and "instrument_id" = $3) order by "number" desc limit $4;

-- POST /people/{personId}/payment-instruments/{paymentInstrumentId}/prenote
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "instrument_type", "is_external", "status", "verified", "pending_at", "active_at", "inactive_at", "inactive_reason", "number_mask", "last_four", "routing_number", "account_type", "account_holder_type", "holder_sealed", "institution_name", "card_type", "expiration_month", "expiration_year", "network_name", "created_at", "updated_at", "deleted_at", "failure", "debits_blocked_at", "account_link", "look_at", "avs_result", "corrected_at", "credits_blocked_at" from "payment_instruments" where "payment_instruments"."company_id" = $1 and ("person_id" = $2 and "id" = $3 and "deleted_at" is null);
rollback;

-- GET /companies/{companyId}/merchants/{merchantId}/account
select "id", "company_id", "position", "external_id", "business_name", "contact_sealed", "status", "created_at", "updated_at" from "merchants" where "merchants"."company_id" = $1 and ("id" = $2);
select * from "merchant_accounts" where "merchant_accounts"."company_id" = $1 and ("merchant_id" = $2);

-- PUT /companies/{companyId}/merchants/{merchantId}/account
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "business_name", "contact_sealed", "status", "created_at", "updated_at" from "merchants" where "merchants"."company_id" = $1 and ("id" = $2);
select * from "merchant_accounts" where "merchant_accounts"."company_id" = $1 and ("merchant_id" = $2);
insert into "merchant_accounts" ("merchant_id", "routing_number", "last_four", "account_type", "account_sealed", "created_at", "changed_at", "approved_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /companies/{companyId}/merchants/{merchantId}/account
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "business_name", "contact_sealed", "status", "created_at", "updated_at" from "merchants" where "merchants"."company_id" = $1 and ("id" = $2);
select * from "merchant_accounts" where "merchant_accounts"."company_id" = $1 and ("merchant_id" = $2);
rollback;

-- POST /people/{personId}/loans
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
select "loan_types"."id", "loan_types"."company_id", "loan_types"."position", "loan_types"."external_id", "loan_types"."version", "loan_types"."status", "loan_types"."created_at", "loan_types"."updated_at", "loan_type_versions"."settings" from "loan_types" inner join "loan_type_versions" on "loan_type_versions"."company_id" = $1 and ("loan_type_versions"."loan_type_id" = "loan_types"."id" and "loan_type_versions"."version" = "loan_types"."version") where "loan_types"."company_id" = $2 and ("loan_types"."id" = $3);
select "id", "name" from "investors" where "investors"."company_id" = $1 and ("is_default" = $2);
select "person_id", "id", "company_id", "position", "external_id", "contact_type", "label", "affiliation", "status", "name_sealed", "value_sealed", "address_sealed", "valid", "verified", "receive_text_messages", "receive_text_messages_last_consent_at", "authorized_third_party", "power_of_attorney", "disconnection_status", "last_disconnect_check_date", "last_known_connection_date", "legal_representative_id", "created_at", "updated_at", "reaches_since" from "contacts" where "contacts"."company_id" = $1 and ("person_id" = $2 and "contact_type" = $3 and "label" = $4 and "affiliation" = $5 and "status" = $6) order by "position" limit $7;
select "state", "max_rate" as "maxRate", "effective_date" as "effectiveDate" from "rate_caps" where "rate_caps"."company_id" = $1 and ("loan_type_id" = $2 and "deleted_at" is null) order by "effective_date", "position";
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "loans" ("person_id", "id", "position", "loan_type_id", "created_at", "version", "external_id", "loan_type_version", "status", "is_closed", "serviced_by", "nickname", "cancel_reason", "cancel_notice", "charged_off_reason", "asset_type", "asset_display_name", "zone", "cut_off", "meta_data", "base_through", "facts_count", "postings_count", "next_action_at", "address_sealed", "new_draws_allowed", "autopay_plan_id", "disbursement_id", "promise_plan_id", "updated_at", "decline_reason", "at_origination", "additional_people", "terms", "state", "base", "index_known", "timestamps", "figures", "lease", "shown", "day_figures", "promo_programs", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}
select "person_id", "id", "company_id", "external_id", "loan_type_id", "loan_type_version", "status", "is_closed", "serviced_by", "nickname", "decline_reason", "cancel_reason", "charged_off_reason", "at_origination", "additional_people", "asset_type", "asset_display_name", "meta_data", "timestamps", "figures", "zone", "new_draws_allowed", "promo_programs", "autopay_plan_id", "address_sealed", "created_at", "updated_at", "version", "zone", "lease", "next_action_at", "index_known", case when shown is not null then jsonb_build_object('position', shown) end as "state" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- PUT /people/{personId}/loans/{loanId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
update "loans" set "nickname" = $1, "updated_at" = $2, "version" = version + 1 / (version = $3)::int where "loans"."company_id" = $4 and ("person_id" = $5 and "id" = $6);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/close
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/refresh
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
update "loans" set "updated_at" = $1, "state" = $2, "figures" = $3, "day_figures" = $4, "version" = version + 1 / (version = $5)::int where "loans"."company_id" = $6 and ("person_id" = $7 and "id" = $8);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/freeze
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
update "loans" set "status" = $1, "facts_count" = $2, "next_action_at" = $3, "updated_at" = $4, "state" = $5, "timestamps" = $6, "figures" = $7, "day_figures" = $8, "version" = version + 1 / (version = $9)::int where "loans"."company_id" = $10 and ("person_id" = $11 and "id" = $12);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/unfreeze
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/accelerate
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
update "loans" set "status" = $1, "facts_count" = $2, "postings_count" = $3, "next_action_at" = $4, "updated_at" = $5, "state" = $6, "timestamps" = $7, "figures" = $8, "shown" = $9, "day_figures" = $10, "version" = version + 1 / (version = $11)::int where "loans"."company_id" = $12 and ("person_id" = $13 and "id" = $14);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_postings" ("person_id", "loan_id", "number", "effective_on", "account", "cause", "amount", "posted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18);
insert into "loan_obligations" ("person_id", "loan_id", "key", "id", "due_date", "obligation", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict ("person_id", "loan_id", "key") do update set "obligation" = excluded.obligation, "due_date" = excluded.due_date, "updated_at" = excluded.created_at, "deleted_at" = $9 where "loan_obligations"."company_id" = "excluded"."company_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34), ($35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51), ($52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/reverse-accelerate
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/charge-off
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
update "loans" set "status" = $1, "charged_off_reason" = $2, "facts_count" = $3, "postings_count" = $4, "next_action_at" = $5, "updated_at" = $6, "state" = $7, "timestamps" = $8, "figures" = $9, "shown" = $10, "day_figures" = $11, "version" = version + 1 / (version = $12)::int where "loans"."company_id" = $13 and ("person_id" = $14 and "id" = $15);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_postings" ("person_id", "loan_id", "number", "effective_on", "account", "cause", "amount", "posted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18), ($19, $20, $21, $22, $23, $24, $25, $26, $27), ($28, $29, $30, $31, $32, $33, $34, $35, $36);
insert into "loan_obligations" ("person_id", "loan_id", "key", "id", "due_date", "obligation", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict ("person_id", "loan_id", "key") do update set "obligation" = excluded.obligation, "due_date" = excluded.due_date, "updated_at" = excluded.created_at, "deleted_at" = $9 where "loan_obligations"."company_id" = "excluded"."company_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34), ($35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51), ($52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68), ($69, $70, $71, $72, $73, $74, $75, $76, $77, $78, $79, $80, $81, $82, $83, $84, $85), ($86, $87, $88, $89, $90, $91, $92, $93, $94, $95, $96, $97, $98, $99, $100, $101, $102);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/reverse-charge-off
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- GET /loans
select count(*) as "total" from (select 1 as "one" from "loans" where "loans"."company_id" = $1 limit 10001) as "counted";
select "loans"."person_id", "loans"."id", "loans"."company_id", "loans"."external_id", "loans"."loan_type_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."decline_reason", "loans"."cancel_reason", "loans"."charged_off_reason", "loans"."at_origination", "loans"."additional_people", "loans"."asset_type", "loans"."asset_display_name", "loans"."meta_data", "loans"."timestamps", "loans"."figures", "loans"."zone", "loans"."new_draws_allowed", "loans"."promo_programs", "loans"."autopay_plan_id", "loans"."address_sealed", "loans"."created_at", "loans"."updated_at", case when shown is not null then jsonb_build_object('position', shown) end as "state" from "loans" where "loans"."company_id" = $1 order by "loans"."position" desc, "loans"."id" desc limit 26;

-- GET /people/{personId}/loans
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select count(*) as "total" from (select 1 as "one" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2) limit 10001) as "counted";
select "loans"."person_id", "loans"."id", "loans"."company_id", "loans"."external_id", "loans"."loan_type_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."decline_reason", "loans"."cancel_reason", "loans"."charged_off_reason", "loans"."at_origination", "loans"."additional_people", "loans"."asset_type", "loans"."asset_display_name", "loans"."meta_data", "loans"."timestamps", "loans"."figures", "loans"."zone", "loans"."new_draws_allowed", "loans"."promo_programs", "loans"."autopay_plan_id", "loans"."address_sealed", "loans"."created_at", "loans"."updated_at", case when shown is not null then jsonb_build_object('position', shown) end as "state" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2) order by "loans"."position" desc, "loans"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/lock-status
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /people/{personId}/loans/{loanId}/cards
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "id", at_origination->>'product' as "product" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/cards
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "id", at_origination->>'product' as "product" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/cards/{cardId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "id", at_origination->>'product' as "product" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- PUT /people/{personId}/loans/{loanId}/cards/{cardId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "id", at_origination->>'product' as "product" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/periods
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /people/{personId}/loans/{loanId}/periods/{loanPeriodId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /people/{personId}/loans/{loanId}/expected-payments
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /people/{personId}/loans/{loanId}/obligations
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select "version", "created_at", "updated_at" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- GET /people/{personId}/loans/{loanId}/obligations/{obligationId}
select "version", "loan_type_id", "zone", "lease", "next_action_at", "index_known", "day_figures", "created_at", "updated_at", "timestamps", case when day_figures ? 'next' then state end as "state", case when day_figures ? 'next' then at_origination->>'product' end as "product" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select "key", "obligation", "created_at", "updated_at" from "loan_obligations" where "loan_obligations"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "due_date" >= $4 and "due_date" <= $5 and "deleted_at" is null);

-- GET /people/{personId}/loans/{loanId}/fees
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select "loan_type_id", "id", "company_id", "position", "fee_type", "display_name", "api_name", "amount", "created_at" from "fee_types" where "fee_types"."company_id" = $1 and ("loan_type_id" = $2) order by "position";

-- GET /people/{personId}/loans/{loanId}/fees/{loanFeeId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select "loan_type_id", "id", "company_id", "position", "fee_type", "display_name", "api_name", "amount", "created_at" from "fee_types" where "fee_types"."company_id" = $1 and ("loan_type_id" = $2) order by "position";

-- POST /people/{personId}/loans/{loanId}/fees/{loanFeeId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "loan_type_id", "id", "company_id", "position", "fee_type", "display_name", "api_name", "amount", "created_at" from "fee_types" where "fee_types"."company_id" = $1 and ("loan_type_id" = $2) order by "position";
rollback;

-- POST /people/{personId}/loans/{loanId}/fees
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select count(*) as "count" from "loan_facts" where "loan_facts"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "kind" = $4);
select "loan_type_id", "id", "company_id", "position", "fee_type", "display_name", "api_name", "amount", "created_at" from "fee_types" where "fee_types"."company_id" = $1 and ("loan_type_id" = $2) order by "position";
select "loan_type_id", "id", "company_id", "position", "fee_type", "display_name", "api_name", "amount", "created_at" from "fee_types" where "fee_types"."company_id" = $1 and ("loan_type_id" = $2) order by "position";
update "loans" set "facts_count" = $1, "postings_count" = $2, "updated_at" = $3, "state" = $4, "figures" = $5, "day_figures" = $6, "version" = version + 1 / (version = $7)::int where "loans"."company_id" = $8 and ("person_id" = $9 and "id" = $10);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_postings" ("person_id", "loan_id", "number", "effective_on", "account", "cause", "amount", "posted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18);
insert into "loan_fees" ("person_id", "loan_id", "key", "id", "fee", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7) on conflict ("person_id", "loan_id", "key") do update set "fee" = excluded.fee, "updated_at" = excluded.created_at, "deleted_at" = $8 where "loan_fees"."company_id" = "excluded"."company_id";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- PUT /people/{personId}/loans/{loanId}/fees/origination
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- PUT /people/{personId}/loans/{loanId}/fees/{loanFeeId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "loan_type_id", "id", "company_id", "position", "fee_type", "display_name", "api_name", "amount", "created_at" from "fee_types" where "fee_types"."company_id" = $1 and ("loan_type_id" = $2) order by "position";
rollback;

-- POST /people/{personId}/loans/{loanId}/cancel-fees
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "loan_type_id", "id", "company_id", "position", "fee_type", "display_name", "api_name", "amount", "created_at" from "fee_types" where "fee_types"."company_id" = $1 and ("loan_type_id" = $2) order by "position";
rollback;

-- GET /people/{personId}/loans/{loanId}/rates
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select "fact" from "loan_facts" where "loan_facts"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and kind in ('rate', 'promo', 'ceiling', 'undo'));

-- POST /people/{personId}/loans/{loanId}/rates
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_type_versions" where "loan_type_versions"."company_id" = $1 and ("loan_type_id" = $2 and "version" = $3);
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "contact_type", "label", "affiliation", "status", "name_sealed", "value_sealed", "address_sealed", "valid", "verified", "receive_text_messages", "receive_text_messages_last_consent_at", "authorized_third_party", "power_of_attorney", "disconnection_status", "last_disconnect_check_date", "last_known_connection_date", "legal_representative_id", "created_at", "updated_at", "reaches_since" from "contacts" where "contacts"."company_id" = $1 and ("person_id" = $2 and "contact_type" = $3 and "label" = $4 and "affiliation" = $5 and "status" = $6) order by "position" limit $7;
select "state", "max_rate" as "maxRate", "effective_date" as "effectiveDate" from "rate_caps" where "rate_caps"."company_id" = $1 and ("loan_type_id" = $2 and "deleted_at" is null) order by "effective_date", "position";
select count(*) as "count" from "loan_facts" where "loan_facts"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "kind" = $4);
update "loans" set "facts_count" = $1, "updated_at" = $2, "state" = $3, "timestamps" = $4, "figures" = $5, "shown" = $6, "day_figures" = $7, "version" = version + 1 / (version = $8)::int where "loans"."company_id" = $9 and ("person_id" = $10 and "id" = $11);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}/promo-programs
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /people/{personId}/loans/{loanId}/promo-programs/{promoProgramId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- POST /people/{personId}/loans/{loanId}/promo-programs
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_type_versions" where "loan_type_versions"."company_id" = $1 and ("loan_type_id" = $2 and "version" = $3);
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
select "id", "company_id", "position", "external_id", "name", "program_type", "promo_rate", "promo_duration_days", "promo_grace_period_days", "sac_disqualify_overdue_days", "status", "created_at", "updated_at", "deleted_at" from "promo_program_types" where "promo_program_types"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
update "loans" set "facts_count" = $1, "updated_at" = $2, "state" = $3, "figures" = $4, "shown" = $5, "day_figures" = $6, "promo_programs" = $7, "version" = version + 1 / (version = $8)::int where "loans"."company_id" = $9 and ("person_id" = $10 and "id" = $11);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- PUT /people/{personId}/loans/{loanId}/promo-programs/{promoProgramId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_type_versions" where "loan_type_versions"."company_id" = $1 and ("loan_type_id" = $2 and "version" = $3);
update "loans" set "facts_count" = $1, "updated_at" = $2, "state" = $3, "figures" = $4, "shown" = $5, "day_figures" = $6, "promo_programs" = $7, "version" = version + 1 / (version = $8)::int where "loans"."company_id" = $9 and ("person_id" = $10 and "id" = $11);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12), ($13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}/balances
select "version", "loan_type_id", "zone", "lease", "next_action_at", "index_known", "day_figures", "created_at", "updated_at", figures->'yearMark' as "year_mark" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /people/{personId}/loans/{loanId}/balance
select "version", "loan_type_id", "zone", "lease", "next_action_at", "index_known", "day_figures", "created_at", "updated_at", figures->'yearMark' as "year_mark" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /people/{personId}/loans/{loanId}/interest
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /people/{personId}/loans/{loanId}/payoff
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- GET /people/{personId}/loans/{loanId}/ledger
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select coalesce(sum(amount) filter (where amount > 0), 0)::bigint as "debits", coalesce(sum(amount) filter (where amount < 0), 0)::bigint as "credits" from "loan_postings" where "loan_postings"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3);
select count(*) as "total" from (select 1 as "one" from "loan_postings" where "loan_postings"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) limit 10001) as "counted";
select * from "loan_postings" where "loan_postings"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "loan_postings"."number" desc, "loan_postings"."number" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/explain
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/payoff-quotes
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "payoff_quotes" where "payoff_quotes"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "payoff_quotes"."person_id" = $4) limit 10001) as "counted";
select * from "payoff_quotes" where "payoff_quotes"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "payoff_quotes"."person_id" = $4) order by "payoff_quotes"."position" desc, "payoff_quotes"."id" desc limit 26;

-- POST /people/{personId}/loans/{loanId}/payoff-quotes
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
insert into "payoff_quotes" ("person_id", "id", "loan_id", "position", "good_through", "amount", "created_at", "parts", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}/payoff-quotes/{payoffQuoteId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select * from "payoff_quotes" where "payoff_quotes"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- GET /people/{personId}/loans/{loanId}/periods/{loanPeriodId}/bill
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;

-- POST /people/{personId}/loans/{loanId}/periods/{loanPeriodId}/statement-sent
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- GET /people/{personId}/loans/{loanId}/migration/past-periods
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select * from "loan_past_periods" where "loan_past_periods"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "start_date";

-- POST /people/{personId}/loans/{loanId}/migration/past-periods
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_past_periods" where "loan_past_periods"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "start_date";
rollback;

-- PUT /people/{personId}/loans/{loanId}/migration/past-periods
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/migration/past-transaction
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/migration/past-purchase
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/migration/activate
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_past_periods" where "loan_past_periods"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "start_date";
select * from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "fact_id" is null and "effective_on" >= $4) order by "effective_on", "position";
rollback;

-- POST /loans/import
select coalesce(sum(octet_length(sealed)), 0)::bigint as "bytes" from "import_chunks" where "import_chunks"."company_id" = $1 and ("sealed" is not null);
begin;
set local synchronous_commit = off;
insert into "import_chunks" ("upload_id", "number", "first_line", "lines", "sealed", "recorded_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
commit;
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loans/import/{importId}/results
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);
select count(*) as "total" from (select 1 as "one" from "import_results" where "import_results"."company_id" = $1 and ("upload_id" = $2) limit 10001) as "counted";
select * from "import_results" where "import_results"."company_id" = $1 and ("upload_id" = $2) order by "import_results"."line" desc, "import_results"."id" desc limit 26;

-- GET /loans/import/{importId}/results.ndjson
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);
select * from "import_results" where "import_results"."company_id" = $1 and ("upload_id" = $2 and "line" > $3) order by "line" limit $4;

-- POST /loans/import/{importId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);
select * from "operations" where "operations"."company_id" = $1 and ("id" = $2);
delete from "import_chunks" where "import_chunks"."company_id" = $1 and ("upload_id" = $2);
update "operations" set "state" = $1, "finished_at" = $2 where "operations"."company_id" = $3 and ("id" = $4 and "state" in ($5, $6));
select "outcome", count(*) as "count" from "import_results" where "import_results"."company_id" = $1 and ("upload_id" = $2) group by "outcome";
update "operations" set "result" = $1 where "operations"."company_id" = $2 and ("id" = $3);
select * from "operations" where "operations"."company_id" = $1 and ("id" = $2);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /loans/bulk/fees
select coalesce(sum(octet_length(sealed)), 0)::bigint as "bytes" from "import_chunks" where "import_chunks"."company_id" = $1 and ("sealed" is not null);
begin;
set local synchronous_commit = off;
insert into "import_chunks" ("upload_id", "number", "first_line", "lines", "sealed", "recorded_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
commit;
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loans/bulk/fees/{importId}/results
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- GET /loans/bulk/fees/{importId}/results.ndjson
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- POST /loans/bulk/fees/{importId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);
rollback;

-- POST /loans/bulk/collection-agencies
select coalesce(sum(octet_length(sealed)), 0)::bigint as "bytes" from "import_chunks" where "import_chunks"."company_id" = $1 and ("sealed" is not null);
begin;
set local synchronous_commit = off;
insert into "import_chunks" ("upload_id", "number", "first_line", "lines", "sealed", "recorded_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
commit;
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loans/bulk/collection-agencies/{importId}/results
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- GET /loans/bulk/collection-agencies/{importId}/results.ndjson
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- POST /loans/bulk/collection-agencies/{importId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);
rollback;

-- POST /loans/bulk/collection-agency-returns
select coalesce(sum(octet_length(sealed)), 0)::bigint as "bytes" from "import_chunks" where "import_chunks"."company_id" = $1 and ("sealed" is not null);
begin;
set local synchronous_commit = off;
insert into "import_chunks" ("upload_id", "number", "first_line", "lines", "sealed", "recorded_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
commit;
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loans/bulk/collection-agency-returns/{importId}/results
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- GET /loans/bulk/collection-agency-returns/{importId}/results.ndjson
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- POST /loans/bulk/collection-agency-returns/{importId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);
rollback;

-- POST /loans/bulk/defer
select coalesce(sum(octet_length(sealed)), 0)::bigint as "bytes" from "import_chunks" where "import_chunks"."company_id" = $1 and ("sealed" is not null);
begin;
set local synchronous_commit = off;
insert into "import_chunks" ("upload_id", "number", "first_line", "lines", "sealed", "recorded_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
commit;
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /loans/bulk/defer/{importId}/results
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- GET /loans/bulk/defer/{importId}/results.ndjson
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);

-- POST /loans/bulk/defer/{importId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "input" from "operations" where "operations"."company_id" = $1 and ("id" = $2 and "kind" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/transactions
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select count(*) as "total" from (select 1 as "one" from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) limit 10001) as "counted";
select * from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "transactions"."position" desc, "transactions"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/transactions/{transactionId}
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "id" = $4);

-- PUT /people/{personId}/loans/{loanId}/transactions/{transactionId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "id" = $4);
update "loans" set "facts_count" = $1, "postings_count" = $2, "updated_at" = $3, "state" = $4, "figures" = $5, "day_figures" = $6, "version" = version + 1 / (version = $7)::int where "loans"."company_id" = $8 and ("person_id" = $9 and "id" = $10);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_postings" ("person_id", "loan_id", "number", "effective_on", "account", "cause", "amount", "posted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18);
update "events" set "deleted_at" = $1 from unnest($2::text[], $3::text[]) as gone(of_type, of_cause) where "events"."company_id" = $4 and ("subject_id" = $5 and "deleted_at" is null and "event_type" = "gone"."of_type" and "cause" = "gone"."of_cause");
update "transactions" set "external_id" = $1, "status" = $2, "amount" = $3, "effective_on" = $4, "fact_id" = $5, "paid_principal" = $6, "paid_interest" = $7, "paid_fees" = $8, "paid_over" = $9, "applied_at" = $10, "release_at" = $11, "details" = $12, "timestamps" = $13, "meta_data" = $14, "updated_at" = $15 where "transactions"."company_id" = $16 and ("person_id" = $17 and "id" = $18);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/transactions/{transactionId}/backdate
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "id" = $4);
rollback;

-- POST /people/{personId}/loans/{loanId}/activate
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- GET /people/{personId}/loans/{loanId}/disbursements
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select count(*) as "total" from (select 1 as "one" from "disbursements" where "disbursements"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) limit 10001) as "counted";
select * from "disbursements" where "disbursements"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "disbursements"."position" desc, "disbursements"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/disbursements/{disbursementId}
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "disbursements" where "disbursements"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/disbursements/{disbursementId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "disbursements" where "disbursements"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/advances
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select count(*) as "total" from (select 1 as "one" from "loan_advances" where "loan_advances"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "loan_advances"."person_id" = $4) limit 10001) as "counted";
select * from "loan_advances" where "loan_advances"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "loan_advances"."person_id" = $4) order by "loan_advances"."position" desc, "loan_advances"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/advances/{advanceId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select * from "loan_advances" where "loan_advances"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/advances
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_type_versions" where "loan_type_versions"."company_id" = $1 and ("loan_type_id" = $2 and "version" = $3);
rollback;

-- PUT /people/{personId}/loans/{loanId}/advances/{advanceId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_advances" where "loan_advances"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- POST /people/{personId}/loans/{loanId}/transactions
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
update "loans" set "facts_count" = $1, "postings_count" = $2, "updated_at" = $3, "state" = $4, "figures" = $5, "shown" = $6, "day_figures" = $7, "version" = version + 1 / (version = $8)::int where "loans"."company_id" = $9 and ("person_id" = $10 and "id" = $11);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_postings" ("person_id", "loan_id", "number", "effective_on", "account", "cause", "amount", "posted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18);
insert into "transactions" ("person_id", "id", "loan_id", "position", "external_id", "transaction_type", "status", "is_external", "amount", "effective_on", "original_effective_on", "instrument_id", "fact_id", "paid_principal", "paid_interest", "paid_fees", "paid_over", "applied_at", "release_at", "details", "timestamps", "meta_data", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34), ($35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51), ($52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/reimburse
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/transactions/{transactionId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "id" = $4);
rollback;

-- POST /people/{personId}/loans/{loanId}/transactions/{transactionId}/reverse
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "id" = $4);
select * from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "id" = $4);
rollback;

-- GET /people/{personId}/loans/{loanId}/transactions/{transactionId}/attempts
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "transactions" where "transactions"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "id" = $4);
select * from "payment_attempts" where "payment_attempts"."company_id" = $1 and ("person_id" = $2 and "subject_id" = any($3::text[])) order by "subject_id", "number";

-- GET /people/{personId}/loans/{loanId}/autopay
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select * from "autopay_plans" where "autopay_plans"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" in ($4, $5));

-- POST /people/{personId}/loans/{loanId}/autopay
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "autopay_plans" where "autopay_plans"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" in ($4, $5));
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
rollback;

-- POST /people/{personId}/loans/{loanId}/autopay/payments/{autopayPaymentId}/notice-sent
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "autopay_plans" where "autopay_plans"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" in ($4, $5));
rollback;

-- DELETE /people/{personId}/loans/{loanId}/autopay
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "autopay_plans" where "autopay_plans"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" in ($4, $5));
rollback;

-- GET /people/{personId}/loans/{loanId}/recorded-credits
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select "fact"."actor_type", "fact"."actor_id", "row"."id", "row"."position", "row"."amount", "row"."paid_over" from "loan_facts" as "fact" inner join "transactions" as "row" on "row"."company_id" = $1 and ("row"."person_id" = "fact"."person_id" and "row"."fact_id" = "fact"."id") where "fact"."company_id" = $2 and ("fact"."person_id" = $3 and "fact"."loan_id" = $4 and "row"."person_id" = $5 and "row"."loan_id" = $6 and "row"."paid_over" > $7 and "row"."status" in ($8, $9) and "row".details -> 'collected' is null);
select "fact"."actor_type", "fact"."actor_id", "row"."id", "row"."position", "row"."amount", "row"."fact_id", "row"."effective_at" from "loan_facts" as "fact" inner join "purchases" as "row" on "row"."company_id" = $1 and ("row"."person_id" = "fact"."person_id" and "row"."fact_id" = "fact"."id") where "fact"."company_id" = $2 and ("fact"."person_id" = $3 and "fact"."loan_id" = $4 and "row"."person_id" = $5 and "row"."loan_id" = $6 and "row"."type" in ($7, $8) and "row"."status" in ($9, $10) and "row"."original_id" is null);
select * from "confirmed_credits" where "confirmed_credits"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3);

-- POST /people/{personId}/loans/{loanId}/recorded-credits/{recordedCreditId}/confirm
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "fact"."actor_type", "fact"."actor_id", "row"."id", "row"."position", "row"."amount", "row"."paid_over" from "loan_facts" as "fact" inner join "transactions" as "row" on "row"."company_id" = $1 and ("row"."person_id" = "fact"."person_id" and "row"."fact_id" = "fact"."id") where "fact"."company_id" = $2 and ("fact"."person_id" = $3 and "fact"."loan_id" = $4 and "row"."person_id" = $5 and "row"."loan_id" = $6 and "row"."paid_over" > $7 and "row"."status" in ($8, $9) and "row".details -> 'collected' is null);
select "fact"."actor_type", "fact"."actor_id", "row"."id", "row"."position", "row"."amount", "row"."fact_id", "row"."effective_at" from "loan_facts" as "fact" inner join "purchases" as "row" on "row"."company_id" = $1 and ("row"."person_id" = "fact"."person_id" and "row"."fact_id" = "fact"."id") where "fact"."company_id" = $2 and ("fact"."person_id" = $3 and "fact"."loan_id" = $4 and "row"."person_id" = $5 and "row"."loan_id" = $6 and "row"."type" in ($7, $8) and "row"."status" in ($9, $10) and "row"."original_id" is null);
select * from "confirmed_credits" where "confirmed_credits"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/credit-refund-requests
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "credit_refund_requests" where "credit_refund_requests"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "credit_refund_requests"."person_id" = $4) limit 10001) as "counted";
select * from "credit_refund_requests" where "credit_refund_requests"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "credit_refund_requests"."person_id" = $4) order by "credit_refund_requests"."position" desc, "credit_refund_requests"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/credit-refund-requests/{creditRefundRequestId}
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "credit_refund_requests" where "credit_refund_requests"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/credit-refund-requests
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- GET /people/{personId}/loans/{loanId}/refunds
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select sum("amount") as "refunded" from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" = $4);
select count(*) as "total" from (select 1 as "one" from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "loan_refunds"."person_id" = $4) limit 10001) as "counted";
select * from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "loan_refunds"."person_id" = $4) order by "loan_refunds"."position" desc, "loan_refunds"."id" desc limit 26;

-- GET /companies/{companyId}/people/{personId}/loans/{loanId}/refunds
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select sum("amount") as "refunded" from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" = $4);
select count(*) as "total" from (select 1 as "one" from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "loan_refunds"."person_id" = $4) limit 10001) as "counted";
select * from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "loan_refunds"."person_id" = $4) order by "loan_refunds"."position" desc, "loan_refunds"."id" desc limit 26;

-- POST /people/{personId}/loans/{loanId}/refunds
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select sum("amount") as "refunded" from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" = $4);
update "loans" set "facts_count" = $1, "postings_count" = $2, "updated_at" = $3, "state" = $4, "figures" = $5, "shown" = $6, "day_figures" = $7, "version" = version + 1 / (version = $8)::int where "loans"."company_id" = $9 and ("person_id" = $10 and "id" = $11);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_postings" ("person_id", "loan_id", "number", "effective_on", "account", "cause", "amount", "posted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18);
insert into "loan_refunds" ("person_id", "id", "loan_id", "position", "status", "amount", "at_fault", "effective_on", "version", "reamortizes", "created_at", "updated_at", "canceled_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/refunds-v2
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select sum("amount") as "refunded" from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" = $4);
update "loans" set "facts_count" = $1, "postings_count" = $2, "updated_at" = $3, "state" = $4, "figures" = $5, "shown" = $6, "day_figures" = $7, "version" = version + 1 / (version = $8)::int where "loans"."company_id" = $9 and ("person_id" = $10 and "id" = $11);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_postings" ("person_id", "loan_id", "number", "effective_on", "account", "cause", "amount", "posted_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18);
insert into "loan_refunds" ("person_id", "id", "loan_id", "position", "status", "amount", "at_fault", "effective_on", "version", "reamortizes", "created_at", "updated_at", "canceled_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17), ($18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/refunds/{loanRefundId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select sum("amount") as "refunded" from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" = $4);
select * from "loan_refunds" where "loan_refunds"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/collection-agency
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select * from "agency_assignments" where "agency_assignments"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "unassigned_at" is null);

-- GET /people/{personId}/loans/{loanId}/collection-agency/history
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select count(*) as "total" from (select 1 as "one" from "agency_assignments" where "agency_assignments"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "agency_assignments"."person_id" = $4) limit 10001) as "counted";
select * from "agency_assignments" where "agency_assignments"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "agency_assignments"."person_id" = $4) order by "agency_assignments"."position" desc, "agency_assignments"."id" desc limit 26;

-- POST /people/{personId}/loans/{loanId}/collection-agency
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
rollback;

-- DELETE /people/{personId}/loans/{loanId}/collection-agency
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "agency_assignments" where "agency_assignments"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "unassigned_at" is null);
rollback;

-- GET /companies/{companyId}/collection-agencies/{collectionAgencyId}/loans
select "id", "company_id", "position", "external_id", "legal_name", "contact_phone", "contact_email", "mailing", "created_at", "updated_at" from "collection_agencies" where "collection_agencies"."company_id" = $1 and ("id" = $2);
select count(*) as "total" from (select 1 as "one" from "agency_assignments" where "agency_assignments"."company_id" = $1 and ("agency_id" = $2 and "unassigned_at" is null) limit 10001) as "counted";
select * from "agency_assignments" where "agency_assignments"."company_id" = $1 and ("agency_id" = $2 and "unassigned_at" is null) order by "agency_assignments"."position" desc, "agency_assignments"."id" desc limit 26;

-- POST /people/{personId}/loans/{loanId}/defer
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
update "loans" set "facts_count" = $1, "updated_at" = $2, "state" = $3, "figures" = $4, "shown" = $5, "day_figures" = $6, "version" = version + 1 / (version = $7)::int where "loans"."company_id" = $8 and ("person_id" = $9 and "id" = $10);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_hardships" ("person_id", "id", "loan_id", "position", "kind", "status", "external_id", "effective_on", "final_on", "said", "canceled_at", "created_at", "updated_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/change-due-dates
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
update "loans" set "facts_count" = $1, "updated_at" = $2, "state" = $3, "figures" = $4, "shown" = $5, "day_figures" = $6, "version" = version + 1 / (version = $7)::int where "loans"."company_id" = $8 and ("person_id" = $9 and "id" = $10);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_hardships" ("person_id", "id", "loan_id", "position", "kind", "status", "external_id", "effective_on", "final_on", "said", "canceled_at", "created_at", "updated_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/re-age
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_type_versions" where "loan_type_versions"."company_id" = $1 and ("loan_type_id" = $2 and "version" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/hardships
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "loan_hardships" where "loan_hardships"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "kind" <> $4) limit 10001) as "counted";
select * from "loan_hardships" where "loan_hardships"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "kind" <> $4) order by "loan_hardships"."position" desc, "loan_hardships"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/hardships/{hardshipId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select * from "loan_hardships" where "loan_hardships"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/hardships/{hardshipId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_hardships" where "loan_hardships"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/custom-payment-plans
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "loan_hardships" where "loan_hardships"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "kind" = $4) limit 10001) as "counted";
select * from "loan_hardships" where "loan_hardships"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "kind" = $4) order by "loan_hardships"."position" desc, "loan_hardships"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/custom-payment-plans/{customPaymentPlanId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select * from "loan_hardships" where "loan_hardships"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/custom-payment-plans
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_hardships" where "loan_hardships"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "kind" in ($4, $5) and "status" = $6 and "final_on" > $7);
update "loans" set "facts_count" = $1, "updated_at" = $2, "state" = $3, "figures" = $4, "shown" = $5, "day_figures" = $6, "version" = version + 1 / (version = $7)::int where "loans"."company_id" = $8 and ("person_id" = $9 and "id" = $10);
insert into "loan_facts" ("person_id", "loan_id", "number", "id", "kind", "effective_on", "fact", "recorded_at", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
insert into "loan_hardships" ("person_id", "id", "loan_id", "position", "kind", "status", "external_id", "effective_on", "final_on", "said", "canceled_at", "created_at", "updated_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/custom-payment-plans/{customPaymentPlanId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_hardships" where "loan_hardships"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/investors
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select * from "investor_associations" where "investor_associations"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position";

-- POST /people/{personId}/loans/{loanId}/investors
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
rollback;

-- GET /companies/{companyId}/loan-labels
select count(*) as "total" from (select 1 as "one" from "loan_labels" where "loan_labels"."company_id" = $1 limit 10001) as "counted";
select "id", "company_id", "position", "external_id", "name", "description", "color", "status", "created_at", "updated_at" from "loan_labels" where "loan_labels"."company_id" = $1 order by "loan_labels"."position" desc, "loan_labels"."id" desc limit 26;

-- POST /companies/{companyId}/loan-labels
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select count(*) as "count" from (select "id" from "loan_labels" where "loan_labels"."company_id" = $1 limit $2) as "own";
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "loan_labels" ("external_id", "description", "color", "updated_at", "id", "name", "status", "position", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/loan-labels/{loanLabelId}
select "id", "company_id", "position", "external_id", "name", "description", "color", "status", "created_at", "updated_at" from "loan_labels" where "loan_labels"."company_id" = $1 and ("id" = $2);

-- PUT /companies/{companyId}/loan-labels/{loanLabelId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "name", "description", "color", "status", "created_at", "updated_at" from "loan_labels" where "loan_labels"."company_id" = $1 and ("id" = $2) for no key update;
update "loan_labels" set "status" = $1, "updated_at" = $2 where "loan_labels"."company_id" = $3 and ("id" = $4);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}/labels
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select "person_id", "loan_id", "label_id", "company_id", "loan_position", "added_at", "added_by_type", "added_by_id", "removed_at" from "loan_labelings" where "loan_labelings"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "removed_at" is null) order by "added_at" desc, "label_id" desc;
select "id", "company_id", "position", "external_id", "name", "description", "color", "status", "created_at", "updated_at" from "loan_labels" where "loan_labels"."company_id" = $1 and ("id" in ($2));

-- POST /people/{personId}/loans/{loanId}/labels
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
rollback;

-- DELETE /people/{personId}/loans/{loanId}/labels/{loanLabelId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "id", "company_id", "position", "external_id", "name", "description", "color", "status", "created_at", "updated_at" from "loan_labels" where "loan_labels"."company_id" = $1 and ("id" = $2);
select "person_id", "loan_id", "label_id", "company_id", "loan_position", "added_at", "added_by_type", "added_by_id", "removed_at" from "loan_labelings" where "loan_labelings"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "label_id" = $4);
update "loans" set "version" = version + 1 / (version = $1)::int where "loans"."company_id" = $2 and ("person_id" = $3 and "id" = $4);
update "loan_labelings" set "added_at" = $1, "added_by_type" = $2, "added_by_id" = $3, "removed_at" = $4 where "loan_labelings"."company_id" = $5 and ("person_id" = $6 and "loan_id" = $7 and "label_id" = $8);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}/people
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select * from "loan_people" where "loan_people"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position" desc;

-- POST /people/{personId}/loans/{loanId}/people
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
rollback;

-- PUT /people/{personId}/loans/{loanId}/people/{loanPersonId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_people" where "loan_people"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position" desc;
update "loans" set "updated_at" = $1, "additional_people" = $2, "version" = version + 1 / (version = $3)::int where "loans"."company_id" = $4 and ("person_id" = $5 and "id" = $6);
update "loan_people" set "updated_at" = $1, "end_date" = $2 where "loan_people"."company_id" = $3 and ("person_id" = $4 and "id" = $5);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/people/{loanPersonId}/end
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_people" where "loan_people"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position" desc;
update "loans" set "updated_at" = $1, "additional_people" = $2, "version" = version + 1 / (version = $3)::int where "loans"."company_id" = $4 and ("person_id" = $5 and "id" = $6);
update "loan_people" set "updated_at" = $1, "end_date" = $2 where "loan_people"."company_id" = $3 and ("person_id" = $4 and "id" = $5);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}/reporting-status
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select * from "reporting_marks" where "reporting_marks"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position" desc;

-- GET /people/{personId}/loans/{loanId}/reporting-marks
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "reporting_marks" where "reporting_marks"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position" desc;

-- POST /people/{personId}/loans/{loanId}/reporting-marks
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "reporting_marks" where "reporting_marks"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position" desc;
update "loans" set "version" = version + 1 / (version = $1)::int where "loans"."company_id" = $2 and ("person_id" = $3 and "id" = $4);
insert into "reporting_marks" ("person_id", "id", "loan_id", "position", "kind", "code", "start_date", "end_date", "created_by_type", "created_by_id", "created_at", "updated_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- PUT /people/{personId}/loans/{loanId}/reporting-marks/{reportingMarkId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "reporting_marks" where "reporting_marks"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
update "loans" set "version" = version + 1 / (version = $1)::int where "loans"."company_id" = $2 and ("person_id" = $3 and "id" = $4);
update "reporting_marks" set "updated_at" = $1, "end_date" = $2 where "reporting_marks"."company_id" = $3 and ("person_id" = $4 and "id" = $5);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}/services
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "loan_services" where "loan_services"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position" desc;

-- POST /people/{personId}/loans/{loanId}/services
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_services" where "loan_services"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position" desc;
update "loans" set "version" = version + 1 / (version = $1)::int where "loans"."company_id" = $2 and ("person_id" = $3 and "id" = $4);
insert into "loan_services" ("person_id", "id", "loan_id", "position", "kind", "provider", "amount", "charged", "start_date", "end_date", "rebate", "status", "cancel_reason", "canceled_on", "unearned_amount", "credit_transaction_id", "created_at", "updated_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}/services/{loanServiceId}
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "loan_services" where "loan_services"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/services/{loanServiceId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_services" where "loan_services"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
update "loans" set "version" = version + 1 / (version = $1)::int where "loans"."company_id" = $2 and ("person_id" = $3 and "id" = $4);
update "loan_services" set "status" = $1, "updated_at" = $2, "cancel_reason" = $3, "canceled_on" = $4, "unearned_amount" = $5, "credit_transaction_id" = $6 where "loan_services"."company_id" = $7 and ("person_id" = $8 and "id" = $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /settlements
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "loan_settlements" where "loan_settlements"."company_id" = $1 limit 10001) as "counted";
select * from "loan_settlements" where "loan_settlements"."company_id" = $1 order by "loan_settlements"."position" desc, "loan_settlements"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/settlements
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "loan_settlements" where "loan_settlements"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "loan_settlements"."person_id" = $4) limit 10001) as "counted";
select * from "loan_settlements" where "loan_settlements"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "loan_settlements"."person_id" = $4) order by "loan_settlements"."position" desc, "loan_settlements"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/settlements/{settlementId}
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "loan_settlements" where "loan_settlements"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/settlements
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_settlements" where "loan_settlements"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "status" in ($4, $5));
insert into "loan_settlements" ("person_id", "id", "loan_id", "position", "status", "amount", "owed", "paid", "accept_by", "last_day", "cancel_reason", "created_at", "updated_at", "parts", "zone", "forgiven", "act_at", "offered_by_type", "offered_by_id", "timestamps", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21);
update "loans" set "version" = version + 1 / (version = $1)::int where "loans"."company_id" = $2 and ("person_id" = $3 and "id" = $4);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/settlements/{settlementId}/accept
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_settlements" where "loan_settlements"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- POST /people/{personId}/loans/{loanId}/settlements/{settlementId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "loan_settlements" where "loan_settlements"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /promise-to-pay-plans
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "promise_plans" where "promise_plans"."company_id" = $1 limit 10001) as "counted";
select * from "promise_plans" where "promise_plans"."company_id" = $1 order by "promise_plans"."position" desc, "promise_plans"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/promise-to-pay-plans
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "promise_plans" where "promise_plans"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "promise_plans"."person_id" = $4) limit 10001) as "counted";
select * from "promise_plans" where "promise_plans"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "promise_plans"."person_id" = $4) order by "promise_plans"."position" desc, "promise_plans"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/promise-to-pay-plans/{promiseToPayPlanId}
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "promise_plans" where "promise_plans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/promise-to-pay-plans
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
insert into "promise_plans" ("person_id", "id", "loan_id", "position", "status", "is_overdue", "start_date", "end_date", "grace_days", "cancel_reason", "created_at", "updated_at", "made_on", "after_fact", "periods", "described", "zone", "act_at", "timestamps", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20);
update "loans" set "promise_plan_id" = $1, "version" = version + 1 / (version = $2)::int where "loans"."company_id" = $3 and ("person_id" = $4 and "id" = $5);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /people/{personId}/loans/{loanId}/promise-to-pay-plans/{promiseToPayPlanId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "promise_plans" where "promise_plans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /people/{personId}/military-services
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select count(*) as "total" from (select 1 as "one" from "military_services" where "military_services"."company_id" = $1 and ("military_services"."person_id" = $2) limit 10001) as "counted";
select "person_id", "id", "company_id", "position", "external_id", "servicemember", "basis", "start_date", "end_date", "created_at", "updated_at" from "military_services" where "military_services"."company_id" = $1 and ("military_services"."person_id" = $2) order by "military_services"."position" desc, "military_services"."id" desc limit 26;

-- POST /people/{personId}/military-services
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "military_services" ("external_id", "end_date", "updated_at", "person_id", "id", "servicemember", "basis", "start_date", "position", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/military-services/{militaryServiceId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "servicemember", "basis", "start_date", "end_date", "created_at", "updated_at" from "military_services" where "military_services"."company_id" = $1 and ("id" = $2 and "person_id" = $3);

-- PUT /people/{personId}/military-services/{militaryServiceId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "servicemember", "basis", "start_date", "end_date", "created_at", "updated_at" from "military_services" where "military_services"."company_id" = $1 and ("id" = $2 and "person_id" = $3);
update "military_services" set "basis" = $1, "updated_at" = $2 where "military_services"."company_id" = $3 and ("id" = $4 and "person_id" = $5);
select * from "scra_caps" where "scra_caps"."company_id" = $1 and ("person_id" = $2 and "service_id" = $3 and "canceled_at" is null) order by "position";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /people/{personId}/military-services/{militaryServiceId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "external_id", "servicemember", "basis", "start_date", "end_date", "created_at", "updated_at" from "military_services" where "military_services"."company_id" = $1 and ("id" = $2 and "person_id" = $3);
delete from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
delete from "military_services" where "military_services"."company_id" = $1 and ("id" = $2 and "person_id" = $3);
insert into "deleted_positions" ("subject_id", "id", "position", "sort_values", "company_id") values ($1, $2, $3, $4, $5);
select * from "scra_caps" where "scra_caps"."company_id" = $1 and ("person_id" = $2 and "service_id" = $3 and "canceled_at" is null) order by "position";
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/loans/{loanId}/scra-caps
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select "now_at" from "test_clocks" where "test_clocks"."company_id" = $1;
select count(*) as "total" from (select 1 as "one" from "scra_caps" where "scra_caps"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "scra_caps"."person_id" = $4) limit 10001) as "counted";
select * from "scra_caps" where "scra_caps"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3 and "scra_caps"."person_id" = $4) order by "scra_caps"."position" desc, "scra_caps"."id" desc limit 26;

-- GET /people/{personId}/loans/{loanId}/scra-caps/{scraCapId}
select "id" from "loans" where "loans"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
select * from "scra_caps" where "scra_caps"."company_id" = $1 and ("person_id" = $2 and "id" = $3);

-- POST /people/{personId}/loans/{loanId}/scra-caps
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select "subject_id", "object_id" from "external_ids" where "external_ids"."company_id" = $1 and ("external_id" = $2 and "kind" = $3);
select * from "loan_people" where "loan_people"."company_id" = $1 and ("person_id" = $2 and "loan_id" = $3) order by "position" desc;
rollback;

-- PUT /people/{personId}/loans/{loanId}/scra-caps/{scraCapId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "scra_caps" where "scra_caps"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- POST /people/{personId}/loans/{loanId}/scra-caps/{scraCapId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
select * from "scra_caps" where "scra_caps"."company_id" = $1 and ("person_id" = $2 and "id" = $3);
rollback;

-- GET /people/{personId}/loans/{loanId}/credit-limit
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- POST /people/{personId}/loans/{loanId}/credit-limit
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/freeze-draws
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/unfreeze-draws
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- GET /people/{personId}/loans/{loanId}/draws
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/credit-limit
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- POST /people/{personId}/loans/{loanId}/draws
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- PUT /people/{personId}/loans/{loanId}/draws/{drawId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/draws/{drawId}/activate
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/draws/{drawId}/cancel
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/draws/{drawId}/close
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/draws/{drawId}/reopen
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/draws/{drawId}/credit-limit
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- PUT /people/{personId}/loans/{loanId}/draws/{drawId}/dynamic-fees
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/draws/{drawId}/min-payment-calculation
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- PUT /people/{personId}/loans/{loanId}/draws/{drawId}/fees/draw
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/draws/{drawId}/amortize
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- POST /people/{personId}/loans/{loanId}/amortize-preview
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/balances
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/balance
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/obligations
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/obligations/{obligationId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/purchases
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/purchases
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/purchases-timeline
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/purchases-timeline
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/purchases/{purchaseId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- POST /people/{personId}/loans/{loanId}/draws/{drawId}/purchases
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- PUT /people/{personId}/loans/{loanId}/draws/{drawId}/purchases/{purchaseId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- GET /people/{personId}/loans/{loanId}/disputes
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/disputes
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/purchases/{purchaseId}/disputes
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- GET /people/{personId}/loans/{loanId}/draws/{drawId}/purchases/{purchaseId}/disputes/{purchaseDisputeId}
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts" from "loans" where "loans"."company_id" = $11 and ("loans"."person_id" = $12 and "loans"."id" = $13);

-- POST /people/{personId}/loans/{loanId}/draws/{drawId}/purchases/{purchaseId}/disputes
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- PUT /people/{personId}/loans/{loanId}/draws/{drawId}/purchases/{purchaseId}/disputes/{purchaseDisputeId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "loans"."company_id", "loans"."person_id", "loans"."id", "loans"."position", "loans"."loan_type_id", "loans"."created_at", "loans"."version", "loans"."external_id", "loans"."loan_type_version", "loans"."status", "loans"."is_closed", "loans"."serviced_by", "loans"."nickname", "loans"."cancel_reason", "loans"."cancel_notice", "loans"."charged_off_reason", "loans"."asset_type", "loans"."asset_display_name", "loans"."zone", "loans"."cut_off", "loans"."meta_data", "loans"."base_through", "loans"."facts_count", "loans"."postings_count", "loans"."next_action_at", "loans"."address_sealed", "loans"."new_draws_allowed", "loans"."autopay_plan_id", "loans"."disbursement_id", "loans"."promise_plan_id", "loans"."updated_at", "loans"."decline_reason", "loans"."at_origination", "loans"."additional_people", "loans"."terms", "loans"."state", "loans"."index_known", "loans"."timestamps", "loans"."figures", "loans"."lease", "loans"."shown", "loans"."day_figures", "loans"."promo_programs", null as "base", (select "tail" from "loan_tails" where "loan_tails"."company_id" = $1 and ("loan_tails"."person_id" = $2 and "loan_tails"."loan_id" = $3)) as "tail", (select json_agg(fact order by number) as "facts" from "loan_facts" where "loan_facts"."company_id" = $4 and ("loan_facts"."person_id" = $5 and "loan_facts"."loan_id" = $6 and "loan_facts"."number" > coalesce(((select "facts_count" from "loan_tails" where "loan_tails"."company_id" = $7 and ("loan_tails"."person_id" = $8 and "loan_tails"."loan_id" = $9))), 0) and ("loans"."base_through" is null or "loan_facts"."effective_on" > "loans"."base_through" or "loan_facts"."kind" = $10))) as "facts", (select "external_id" from "people" where "people"."company_id" = $11 and ("person_id" = $12)) as "personExternalId", (select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $13 and ("subject_id" = $14)) as "lastUnordered" from "loans" where "loans"."company_id" = $15 and ("loans"."person_id" = $16 and "loans"."id" = $17);
rollback;

-- GET /companies/{companyId}/note-types
select count(*) as "total" from (select 1 as "one" from "note_types" where "note_types"."company_id" = $1 limit 10001) as "counted";
select "id", "company_id", "position", "external_id", "name", "description", "status", "created_at", "updated_at" from "note_types" where "note_types"."company_id" = $1 order by "note_types"."position" desc, "note_types"."id" desc limit 26;

-- POST /companies/{companyId}/note-types
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select count(*) as "count" from (select "id" from "note_types" where "note_types"."company_id" = $1 limit $2) as "own";
insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5);
insert into "note_types" ("external_id", "description", "updated_at", "id", "name", "status", "position", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /companies/{companyId}/note-types/{noteTypeId}
select "id", "company_id", "position", "external_id", "name", "description", "status", "created_at", "updated_at" from "note_types" where "note_types"."company_id" = $1 and ("id" = $2);

-- PUT /companies/{companyId}/note-types/{noteTypeId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id", "company_id", "position", "external_id", "name", "description", "status", "created_at", "updated_at" from "note_types" where "note_types"."company_id" = $1 and ("id" = $2) for no key update;
update "note_types" set "status" = $1, "updated_at" = $2 where "note_types"."company_id" = $3 and ("id" = $4);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/notes
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select count(*) as "total" from (select 1 as "one" from "notes" where "notes"."company_id" = $1 and ("deleted_at" is null and "notes"."person_id" = $2) limit 10001) as "counted";
select "person_id", "id", "company_id", "position", "loan_id", "note_type_id", "details_sealed", "created_by_type", "created_by_id", "created_at", "updated_at", "deleted_at" from "notes" where "notes"."company_id" = $1 and ("deleted_at" is null and "notes"."person_id" = $2) order by "notes"."position" desc, "notes"."id" desc limit 26;
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);

-- POST /people/{personId}/notes
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select count(*) as "count" from (select "id" from "notes" where "notes"."company_id" = $1 and ("person_id" = $2) limit $3) as "own";
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
insert into "notes" ("loan_id", "note_type_id", "details_sealed", "created_by_id", "updated_at", "deleted_at", "person_id", "id", "position", "created_at", "created_by_type", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /people/{personId}/notes/{noteId}
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "person_id", "id", "company_id", "position", "loan_id", "note_type_id", "details_sealed", "created_by_type", "created_by_id", "created_at", "updated_at", "deleted_at" from "notes" where "notes"."company_id" = $1 and ("id" = $2 and "person_id" = $3 and "deleted_at" is null);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);

-- PUT /people/{personId}/notes/{noteId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "loan_id", "note_type_id", "details_sealed", "created_by_type", "created_by_id", "created_at", "updated_at", "deleted_at" from "notes" where "notes"."company_id" = $1 and ("id" = $2 and "person_id" = $3 and "deleted_at" is null);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
update "notes" set "details_sealed" = $1, "updated_at" = $2 where "notes"."company_id" = $3 and ("id" = $4 and "person_id" = $5);
select "person_id", "data_key" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /people/{personId}/notes/{noteId}
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2) for no key update;
select max(position) as "position" from "waiting_events" where "waiting_events"."company_id" = $1 and ("subject_id" = $2);
select "person_id", "id", "company_id", "position", "loan_id", "note_type_id", "details_sealed", "created_by_type", "created_by_id", "created_at", "updated_at", "deleted_at" from "notes" where "notes"."company_id" = $1 and ("id" = $2 and "person_id" = $3 and "deleted_at" is null);
update "notes" set "details_sealed" = $1, "deleted_at" = $2 where "notes"."company_id" = $3 and ("id" = $4 and "person_id" = $5);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /webhooks
select count(*) as "total" from (select 1 as "one" from "webhooks" where "webhooks"."company_id" = $1 and ("deleted_at" is null) limit 10001) as "counted";
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("deleted_at" is null) order by "webhooks"."position" desc, "webhooks"."id" desc limit 26;
select "webhook_id", "failures", "delivered_total", "failed_total", "last_delivered_at", "last_failed_at", "last_failure" from "webhook_work" where "webhook_work"."company_id" = $1 and ("webhook_id" = any($2::text[]));
select w.id as "webhook_id", count(*) as "n" from unnest($1::text[]) as w(id) inner join lateral (select 1 as "one" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $2 and ("webhook_deliveries"."webhook_id" = "w"."id" and "state" = $3) limit $4) as "some" on true group by w.id;
select w.id as "webhook_id", count(*) as "n" from unnest($1::text[]) as w(id) inner join lateral (select 1 as "one" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $2 and ("webhook_deliveries"."webhook_id" = "w"."id" and "state" = $3) limit $4) as "some" on true group by w.id;

-- GET /webhooks/{webhookId}
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select "webhook_id", "failures", "delivered_total", "failed_total", "last_delivered_at", "last_failed_at", "last_failure" from "webhook_work" where "webhook_work"."company_id" = $1 and ("webhook_id" = any($2::text[]));
select w.id as "webhook_id", count(*) as "n" from unnest($1::text[]) as w(id) inner join lateral (select 1 as "one" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $2 and ("webhook_deliveries"."webhook_id" = "w"."id" and "state" = $3) limit $4) as "some" on true group by w.id;
select w.id as "webhook_id", count(*) as "n" from unnest($1::text[]) as w(id) inner join lateral (select 1 as "one" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $2 and ("webhook_deliveries"."webhook_id" = "w"."id" and "state" = $3) limit $4) as "some" on true group by w.id;

-- PUT /webhooks/{webhookId}
begin;
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
update "webhooks" set "event_types" = $1, "updated_at" = $2 where "webhooks"."company_id" = $3 and ("id" = $4);
update "webhook_deliveries" set "due_at" = $1 where "webhook_deliveries"."company_id" = $2 and ("webhook_id" = $3 and "state" = $4 and "due_at" > $5);
update "webhook_work" set "due_at" = least(due_at, $1::bigint), "planned" = planned + 1, "failures" = $2, "paused_until" = $3 where "webhook_work"."company_id" = $4 and ("webhook_id" = any($5::text[]));
select "webhook_id", "failures", "delivered_total", "failed_total", "last_delivered_at", "last_failed_at", "last_failure" from "webhook_work" where "webhook_work"."company_id" = $1 and ("webhook_id" = any($2::text[]));
select w.id as "webhook_id", count(*) as "n" from unnest($1::text[]) as w(id) inner join lateral (select 1 as "one" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $2 and ("webhook_deliveries"."webhook_id" = "w"."id" and "state" = $3) limit $4) as "some" on true group by w.id;
select w.id as "webhook_id", count(*) as "n" from unnest($1::text[]) as w(id) inner join lateral (select 1 as "one" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $2 and ("webhook_deliveries"."webhook_id" = "w"."id" and "state" = $3) limit $4) as "some" on true group by w.id;
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- DELETE /webhooks/{webhookId}
begin;
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
update "webhooks" set "enabled" = $1, "deleted_at" = $2 where "webhooks"."company_id" = $3 and ("id" = $4);
delete from "webhook_work" where "webhook_work"."company_id" = $1 and ("webhook_id" = $2);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /webhooks
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "id" from "webhooks" where "webhooks"."company_id" = $1 order by "position", "id" limit $2 for update;
select count(*) as "n" from "webhooks" where "webhooks"."company_id" = $1 and ("deleted_at" is null);
insert into "webhooks" ("previous_secret_sealed", "previous_secret_until", "disabled_reason", "updated_at", "deleted_at", "id", "event_types", "enabled", "position", "created_at", "webhook_type", "url_sealed", "secret_sealed", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
insert into "webhook_work" ("webhook_id", "due_at", "company_id") values ($1, $2, $3);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /webhooks/{webhookId}/rotate-secret
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("id" = $2 and "deleted_at" is null) for no key update;
update "webhooks" set "secret_sealed" = $1, "previous_secret_sealed" = $2, "previous_secret_until" = $3, "updated_at" = $4 where "webhooks"."company_id" = $5 and ("id" = $6);
select "webhook_id", "failures", "delivered_total", "failed_total", "last_delivered_at", "last_failed_at", "last_failure" from "webhook_work" where "webhook_work"."company_id" = $1 and ("webhook_id" = any($2::text[]));
select w.id as "webhook_id", count(*) as "n" from unnest($1::text[]) as w(id) inner join lateral (select 1 as "one" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $2 and ("webhook_deliveries"."webhook_id" = "w"."id" and "state" = $3) limit $4) as "some" on true group by w.id;
select w.id as "webhook_id", count(*) as "n" from unnest($1::text[]) as w(id) inner join lateral (select 1 as "one" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $2 and ("webhook_deliveries"."webhook_id" = "w"."id" and "state" = $3) limit $4) as "some" on true group by w.id;
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /webhooks/{webhookId}/test
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
insert into "events" ("subject_id", "id", "position", "event_type", "cause", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "request_id", "actor_type", "actor_id", "details", "company_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
insert into "waiting_events" ("subject_id", "position", "ids", "company_id") values ($1, $2, $3, $4);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- POST /webhooks/{webhookId}/recover
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
insert into "operations" ("id", "position", "kind", "state", "input", "created_at", "company_id") values ($1, $2, $3, $4, $5, $6, $7);
insert into "outbox" ("subject_id", "id", "position", "job", "payload", "company_id") values ($1, $2, $3, $4, $5, $6);
insert into "waiting_audit" ("subject_id", "position", "entry", "company_id") values ($1, $2, $3, $4);
commit;

-- GET /webhooks/{webhookId}/deliveries
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select count(*) as "total" from (select 1 as "one" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $1 and ("webhook_id" = $2) limit 10001) as "counted";
select "id", "webhook_id", "event_id", "event_type", "lane", "state", "attempts", "planned_at", "due_at", "tries", "created_at", "ended_at" from "webhook_deliveries" where "webhook_deliveries"."company_id" = $1 and ("webhook_id" = $2) order by "webhook_deliveries"."sequence" desc, "webhook_deliveries"."id" desc limit 26;

-- GET /webhooks/{webhookId}/deliveries/{deliveryId}
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select * from "webhook_deliveries" where "webhook_deliveries"."company_id" = $1 and ("webhook_id" = $2 and "id" = $3);

-- POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver
begin;
select "now_at", "operation_id" from "test_clocks" where "test_clocks"."company_id" = $1 for share;
select "company_id", "id", "position", "webhook_type", "event_types", "url_sealed", "secret_sealed", "previous_secret_sealed", "previous_secret_until", "enabled", "disabled_reason", "created_at", "updated_at", "deleted_at" from "webhooks" where "webhooks"."company_id" = $1 and ("id" = $2 and "deleted_at" is null);
select * from "webhook_deliveries" where "webhook_deliveries"."company_id" = $1 and ("webhook_id" = $2 and "id" = $3);
rollback;

-- GET /events
select count(*) as "total" from (select 1 as "one" from "placed_events" where "placed_events"."company_id" = $1 limit 10001) as "counted";
select "placed_events".* from "placed_events" where "placed_events"."company_id" = $1 order by "placed_events"."sequence" desc, "placed_events"."id" desc limit 26;

-- GET /events/stream
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = "waiting"."subject_id" and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $1;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" using unnest($1::text[], $2::bigint[]) as gone(of_subject, of_position) where "subject_id" = "gone"."of_subject" and "position" = "gone"."of_position";
commit;
select "company_id", "sequence" from "placed_events" order by "sequence" desc limit $1;
select "id", "sequence" from "placed_events" where "placed_events"."company_id" = $1 order by "sequence" desc limit $2;

-- GET /people/{personId}/events
select "person_id", "company_id", "position", "external_id", "borrower_type", "status", "status_updated_at", "collections_intensity", "data_key", "name_sealed", "date_of_birth_sealed", "business_sealed", "comm_preferences", "meta_data", "monitor_start_date", "created_at", "updated_at", "erased_at" from "people" where "people"."company_id" = $1 and ("person_id" = $2);
select "events"."id" from "waiting_events" inner join "events" on "events"."company_id" = $1 and ("events"."subject_id" = "waiting_events"."subject_id" and "events"."id" = any("waiting_events"."ids")) where "waiting_events"."company_id" = $2 and ("events"."subject_id" = $3 and "waiting_events"."subject_id" = $4) limit $5;
select "waiting"."subject_id", "waiting"."position", "told"."id", (select json_build_object('company_id', "events"."company_id", 'subject_id', "events"."subject_id", 'id', "events"."id", 'event_type', "events"."event_type", 'created_at', "events"."created_at", 'effective_at', "events"."effective_at", 'loan_id', "events"."loan_id", 'case_id', "events"."case_id", 'transaction_id', "events"."transaction_id", 'period_id', "events"."period_id", 'message_id', "events"."message_id")::text as "narrow" from "events" where "events"."subject_id" = $1 and "events"."id" = "told"."id") as "narrow" from "waiting_events" as "waiting" inner join lateral unnest(waiting.ids) with ordinality as told(id, nth) on true where "waiting"."subject_id" = $2 order by "waiting"."position", "waiting"."subject_id", "told"."nth" limit $3;
begin;
select "last_sequence", set_config('idle_in_transaction_session_timeout', '1500', true) as "holds" from "event_places" where "name" = $1 for update;
select "subject_id", "id" from "placed_events" where "id" = any($1::text[]);
insert into "placed_events" ("sequence", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id") select $1::bigint + nth as "place", "company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id" from rows from (json_to_recordset($2::json) as ("company_id" text, "subject_id" text, "id" text, "event_type" text, "created_at" timestamptz, "effective_at" timestamptz, "loan_id" text, "case_id" text, "transaction_id" text, "period_id" text, "message_id" text)) with ordinality as given("company_id", "subject_id", "id", "event_type", "created_at", "effective_at", "loan_id", "case_id", "transaction_id", "period_id", "message_id", "nth");
update "event_places" set "last_sequence" = $1 where "name" = $2;
commit;
begin;
set local synchronous_commit = off;
delete from "waiting_events" where "subject_id" = $1 and "position" = any($2::bigint[]);
commit;
select count(*) as "total" from (select 1 as "one" from "placed_events" where "placed_events"."company_id" = $1 and ("placed_events"."subject_id" = $2) limit 10001) as "counted";
select "placed_events".* from "placed_events" where "placed_events"."company_id" = $1 and ("placed_events"."subject_id" = $2) order by ("placed_events"."sequence"::bigint >> 8) desc, "placed_events"."sequence" desc, "placed_events"."id" desc limit 26;
select "events"."subject_id", "events"."id", "events"."company_id", "events"."position", "events"."event_type", "events"."cause", "events"."created_at", "events"."effective_at", "events"."deleted_at", "events"."loan_id", "events"."case_id", "events"."transaction_id", "events"."period_id", "events"."message_id", "events"."request_id", "events"."actor_type", "events"."actor_id", "events"."details" from "events" where "events"."company_id" = $1 and ("events"."subject_id" = $2 and "events"."id" = any($3::text[]));
