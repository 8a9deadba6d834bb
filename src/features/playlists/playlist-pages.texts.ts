export const PLAYLIST_PAGES = {
  category: (type: string) => `All playlists of the type ${type}.`,
  all: 'Games that belong together, picked by hand: for a season, for a mood, or just because.',
} as const
