export const SEE_AS_OTHERS = 'See it as others do'

export const profileAboutText = (name: string): string => `What ${name} plays, has played and wants to play.`

export const gamesHiddenText = (name: string): string => `${name} does not share games and activity.`
