-- How often a kind of page was opened on a day, by those who allow it. Nobody in particular stands in it.
create table page_counts (
  day date not null,
  page text not null check (length(page) <= 100),
  views integer not null default 0,
  visits integer not null default 0,
  primary key (day, page)
);
