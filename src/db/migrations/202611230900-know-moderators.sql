-- A moderator looks after the forum: a role between member and admin (G16).
alter table profiles drop constraint profiles_role_check;
alter table profiles add constraint profiles_role_check check (role in ('user', 'moderator', 'admin'));
