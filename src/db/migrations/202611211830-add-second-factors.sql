-- Two-factor sign-in and passkeys: better-auth's tables of its plugins, in its own names (PRODUCT.md, amendment 1).

alter table "user" add column "twoFactorEnabled" boolean not null default false;

create table "twoFactor" (
  "id" uuid primary key default uuidv7(),
  "userId" uuid not null unique references "user" ("id") on delete cascade,
  -- Both encrypted with SECRET.
  "secret" text not null,
  "backupCodes" text not null,
  "verified" boolean not null default true,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamptz(3),
  -- The hash of the code that was accepted last: none is accepted twice.
  "lastCode" text,
  "createdAt" timestamptz(3) not null default now()
);

create table "passkey" (
  "id" uuid primary key default uuidv7(),
  "userId" uuid not null references "user" ("id") on delete cascade,
  "name" text,
  "publicKey" text not null,
  "credentialID" text not null unique,
  "counter" bigint not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "aaguid" text,
  "createdAt" timestamptz(3) not null default now(),
  "lastUsedAt" timestamptz(3)
);
create index passkey_user on "passkey" ("userId");

-- What is forgotten of a member at once: codes that were mailed, devices that are trusted.
create index verification_value on "verification" ("value" text_pattern_ops);
