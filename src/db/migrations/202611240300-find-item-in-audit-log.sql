-- Whether an item of the audit log still exists is what its latest entry says.
create index audit_log_item on audit_log (item_type, item_id, created_at desc, id desc);
