-- expansion
-- A profile has pronouns, a line that stands above the bio, and up to four addresses beside the website, one on each line.
-- verified_links are those whose page links back to the profile with rel="me"; links_checked_at is null until somebody looked.
alter table profiles
  add column pronouns text,
  add column pinned_line text,
  add column more_links text,
  add column verified_links text[] not null default '{}',
  add column links_checked_at timestamptz(3);

alter table profiles
  add constraint profiles_pronouns_check check (length(pronouns) <= 40) not valid,
  add constraint profiles_pinned_line_check check (length(pinned_line) <= 120) not valid,
  add constraint profiles_more_links_check check (length(more_links) <= 1000) not valid;
