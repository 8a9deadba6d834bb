export const NEWCOMER =
  'Log a game that you play or have played, or bring your games from elsewhere. Your figures and favourites appear here then.'

export const SEE_AS_OTHERS = 'See it as others do'

export const profileAboutText = (name: string): string => `What ${name} plays, has played and wants to play.`

export const gamesHiddenText = (name: string): string => `${name} does not share games and activity.`
