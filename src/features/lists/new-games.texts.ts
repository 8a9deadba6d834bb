/** What the switch of the settings says. */
export const NEW_GAMES_HINT = 'A smart list of yours has new games'
