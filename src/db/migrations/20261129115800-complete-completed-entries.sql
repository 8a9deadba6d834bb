-- A completed game is completed to 100 % unless its member says another figure, and never to 0 % (decision 0102). What it was
-- before comes back when the status does.
alter table user_games add column completion_before numeric(5,2);

create function complete_entry() returns trigger language plpgsql as $$
declare
  -- Of an inserted entry `old` is null. A write that sets `completion_before` says its figure, also if that stays the same.
  is_said boolean := new.completion_percentage is distinct from coalesce(old.completion_percentage, 0)
    or new.completion_before is distinct from old.completion_before;
begin
  if new.status = 'completed' then
    if new.completion_percentage = 0 or (old.status is distinct from 'completed' and not is_said) then
      new.completion_percentage := 100;
    end if;
    if old.status is distinct from 'completed' then
      new.completion_before := coalesce(old.completion_percentage, 0);
    end if;
  elsif old.status = 'completed' then
    if not is_said then
      new.completion_percentage := coalesce(new.completion_before, new.completion_percentage);
    end if;
    new.completion_before := null;
  end if;
  return new;
end
$$;
create trigger user_games_completion before insert or update of status, completion_percentage on user_games
  for each row execute function complete_entry();

update user_games set completion_percentage = 100, completion_before = 0
where status = 'completed' and completion_percentage = 0;
