-- A transaction that sends its commit together with its last statements cannot decide about it by their rows. These two
-- functions decide in the database (decision 0094).

-- Raises no_data_found (P0002) for null: a write whose row is missing fails.
create function require_row(id uuid) returns boolean
language plpgsql as $$
begin
  if id is null then
    raise exception 'the row of a write is missing' using errcode = 'no_data_found';
  end if;
  return true;
end $$;

-- Raises SP001 for each row that a statement would return although its transaction has guessed that there is none.
create function wrong_guess() returns boolean
language plpgsql as $$
begin
  raise exception 'a guess was wrong, so the transaction is repeated' using errcode = 'SP001';
end $$;
