-- Who may create an account, and whether visitors see the site (decisions 0105 and 0106). One row.
create table site_settings (
  id boolean primary key default true check (id),
  registration text not null default 'open' check (registration in ('open', 'invite', 'request', 'closed')),
  visibility text not null default 'public' check (visibility in ('public', 'members')),
  provider_sign_up boolean not null default false,
  invites_per_month integer not null default 0 check (invites_per_month between 0 and 100),
  allowed_domains text[] not null default '{}',
  refused_domains text[] not null default '{}',
  sentence text check (char_length(sentence) <= 200),
  updated_at timestamptz not null default now()
);
insert into site_settings default values;

-- The link of an invitation holds a token, of which only the hash is stored. It is null until the mail of an accepted request is written.
create table invitations (
  id uuid primary key default uuidv7(),
  token_hash text unique,
  created_by uuid references profiles (id) on delete set null,
  uses integer not null check (uses between 1 and 1000),
  note text check (char_length(note) <= 200),
  created_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index invitations_by_member on invitations (created_by, created_at);
create index invitations_by_time on invitations (created_at, id);

-- Who came by which invitation. `email` is set while the account is being created.
create table invitation_uses (
  id uuid primary key default uuidv7(),
  invitation_id uuid not null references invitations (id) on delete cascade,
  user_id uuid unique references profiles (id) on delete set null,
  email text,
  used_at timestamptz not null
);
create index invitation_uses_by_invitation on invitation_uses (invitation_id);
create unique index invitation_uses_by_email on invitation_uses (email) where email is not null;

-- Requests of visitors for an account.
create table account_requests (
  id uuid primary key default uuidv7(),
  email text not null,
  message text not null check (char_length(message) <= 1000),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined')),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references profiles (id) on delete set null,
  invitation_id uuid references invitations (id) on delete set null
);
create unique index account_requests_open on account_requests (email) where status = 'open';
create index account_requests_by_status on account_requests (status, created_at, id);
create index account_requests_by_email on account_requests (email);
create index account_requests_by_invitation on account_requests (invitation_id);
create index account_requests_by_admin on account_requests (decided_by);
