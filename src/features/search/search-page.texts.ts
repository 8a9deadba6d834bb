export const SEARCH_ABOUT = 'Games, people, lists, playlists, news and threads on one page.'

export const bestShownText = (count: number): string => `The best ${count} are here.`
