-- The start page of visitors shows the latest reviews and lists of everybody.
create index reviews_latest on reviews (created_at desc, id desc) where is_listed;
create index lists_latest on lists (changed_at desc, id desc) where is_shared and hidden_at is null;
