-- With what a company signs documents: one certificate in each mode.
create table company_certificates (
  company_id text not null,
  -- The SHA-256 of the certificate.
  id text not null,
  certificate bytea not null,
  -- The private key, or the file in which it came with its passphrase, sealed with the key of the company.
  key_sealed bytea not null,
  not_after timestamptz not null,
  created_at timestamptz not null,
  constraint company_certificates_pkey primary key (company_id, id)
);
