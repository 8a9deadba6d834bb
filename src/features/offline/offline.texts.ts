import { counted } from '#shared/counted.ts'

/** Of the page that a browser shows without a network. */
export const OFFLINE_PAGE = {
  title: 'On this device',
  about: 'What this device keeps of your library, for when there is no network.',
  isOn: 'You are online.',
  back: 'Go on to where you were',
  tabs: { home: 'Home', library: 'Library', next: 'Up next', journal: 'Journal', waiting: 'Waiting' },
  reading: 'Looking what this device has',
  nothing: {
    title: 'Nothing is kept on this device',
    text: 'Without a network there is nothing to show. Sign in once with a network, and allow items of convenience; then your library stays here.',
  },
  playing: 'Playing now',
  last: 'Looked at last',
  emptyLibrary: 'Your library is empty.',
  emptyQueue: 'Nothing is up next.',
  emptyJournal: 'Your journal is empty.',
  emptyPlaying: 'You play nothing at the moment.',
  find: 'Find a game',
  notFound: 'No game of your library has this name.',
  more: 'Show more',
  games: (count: number) => counted(count, 'game'),
  hours: (hours: string) => `${hours} h`,
  newEntry: 'New entry',
} as const
