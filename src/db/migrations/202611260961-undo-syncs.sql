-- The play time of a sync is a change set with an undo, as that of an import (decision 0089).

alter table imports drop constraint imports_sync_check;
-- 'time': the play time that a sync has added. It is written when it begins, and nothing of it waits.
alter table imports add constraint imports_sync_check check (sync in ('ask', 'apply', 'time'));

-- The playthroughs whose pause a sync has ended.
alter table import_changes add column resumed_ids jsonb not null default '[]';

-- The change set of the latest sync that has added play time.
alter table steam_links add column time_import_id uuid references imports (id) on delete set null;
create index steam_links_time_import on steam_links (time_import_id) where time_import_id is not null;
