-- The admin pages count and list what is open, at each visit; most errors are resolved.
create index error_groups_open on error_groups (last_seen_at desc, id desc) where resolved_at is null;
