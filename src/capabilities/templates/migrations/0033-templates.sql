-- The texts of messages: which message (descriptors), and its text (versions).

create table template_descriptors (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  subject text not null,
  channel text not null,
  language text not null,
  product_id text,
  name text,
  sensitive boolean not null,
  enabled boolean not null,
  active_version_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint template_descriptors_pkey primary key (id),
  constraint template_descriptors_product foreign key (product_id) references loan_types (id),
  constraint template_descriptors_channel check (channel in ('email', 'text', 'voice', 'mail', 'document', 'gui', 'chat'))
);
create index template_descriptors_page on template_descriptors (company_id, position desc, id desc);
-- One message has one descriptor, so that what is sent is never a matter of luck.
create unique index template_descriptors_message
  on template_descriptors (company_id, subject, channel, language, product_id) nulls not distinct;
create index template_descriptors_product on template_descriptors (product_id);

create table template_versions (
  id text not null,
  company_id text not null,
  position bigint not null,
  descriptor_id text not null,
  subject_line_template text,
  content_text_template text,
  content_html_template text,
  -- What was noticed when it was written, as JSON.
  warnings text not null,
  -- Who wrote any of it: the users and keys whom a second person must not be.
  writers text[] not null,
  -- Null: it is a draft. What was published once is never written again.
  published_at timestamptz,
  -- When another version took its place, or it was taken back; null while it is active.
  deprecated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint template_versions_pkey primary key (id),
  constraint template_versions_descriptor foreign key (descriptor_id) references template_descriptors (id)
);
create index template_versions_page on template_versions (company_id, position desc, id desc);
create index template_versions_of_descriptor on template_versions (descriptor_id, position desc, id desc);
