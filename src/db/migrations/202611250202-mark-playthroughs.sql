-- Marks of a playthrough: that it rests, and why the member dropped it. Only its member reads them (decision 0081).
alter table playthroughs
  add column is_paused boolean not null default false,
  add column drop_reason text check (length(drop_reason) between 1 and 300);
