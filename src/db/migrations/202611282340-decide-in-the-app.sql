-- A write reads in its transaction whether a row was there, and no longer guesses (decision 0091).
drop function wrong_guess();
drop function require_row(uuid);
