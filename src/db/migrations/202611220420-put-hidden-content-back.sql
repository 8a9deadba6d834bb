-- Hidden is not for ever (decision 0046): an admin may put back what was hidden, and the handled report says who and when.
alter table reports
  add column put_back_by uuid references profiles (id) on delete set null,
  add column put_back_at timestamptz(3),
  add check (put_back_at is null or (outcome = 'hide' and status = 'kept')),
  add check (put_back_by is null or put_back_at is not null);
-- For what is forgotten with an admin.
create index reports_put_back on reports (put_back_by) where put_back_by is not null;
