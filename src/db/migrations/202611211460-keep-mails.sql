-- Mails that no mail server took, because none is configured: an admin reads them, for thirty days.
create table outbox (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz(3) not null default now()
);
create index outbox_created_at on outbox (created_at);
