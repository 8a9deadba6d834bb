-- The features register the types of notifications, and the server accepts no other.
alter table notifications drop constraint notifications_type_check;
