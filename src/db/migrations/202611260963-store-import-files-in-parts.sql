-- The driver holds a parameter several times, so a file comes in parts.

alter table import_files add column n integer not null default 0;
alter table import_files alter column n drop default;
alter table import_files drop constraint import_files_pkey;
alter table import_files add primary key (import_id, n);
