-- expansion
-- Reports of wrong facts, such as the release date of a game: which fact, a source, whether it was corrected. A subject whose
-- id is no UUID is named by `subject_key`; its `item_id` is made from it.
alter table reports
  add column subject_key text,
  add column fact text,
  add column source text,
  add column is_corrected boolean not null default false;
alter table reports
  add constraint reports_fact_check check (fact ~ '^[a-z]+$') not valid,
  add constraint reports_source_check check (char_length(source) <= 500) not valid,
  add constraint reports_corrected_check check (not is_corrected or outcome = 'keep') not valid;
