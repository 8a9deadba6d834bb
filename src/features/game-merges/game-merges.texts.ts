import { MERGE_RECORD_DAYS, type MovedKind, type MovedRows } from '#features/catalogue/merge-games.rules.ts'
import { counted } from '#shared/counted.ts'

/** What the jobs do, for admins. */
export const MERGES_JOB = 'Merges PC games of the built-in list with the same games that a source has brought since.'

export const MERGE_RECORDS_JOB = 'Deletes what old merges of games have changed. They can no longer be split.'

export const MERGE_TEXTS = {
  about:
    'Two games of the catalogue that are the same become one, with everything that members have of both. The old address leads to the game that stays.',
  first: 'Choose the first game',
  second: 'Choose the game that is the same',
  other: 'Choose another game',
  which: 'Which game stays?',
  stays: 'This one stays',
  merge: 'Merge the games',
  busy: 'Merging…',
  failed: 'The games were not merged',
  notLoaded: 'The games could not be compared.',
  mergesNotLoaded: 'The merged games could not be loaded.',
  none: 'No games were merged',
  noneText: 'A game that the catalogue has twice can be merged on its page, or here.',
  rules:
    'Who has both keeps one entry: the status that is furthest, the sessions, playthroughs and copies of both, and the larger of the other hours. Of two reviews the later one stays, and the member’s journal keeps the other one.',
} as const

/** The words of each kind of rows, one and many. */
const WORDS: Record<MovedKind, readonly [one: string, many: string]> = {
  entries: ['library entry', 'library entries'],
  playthroughs: ['playthrough', 'playthroughs'],
  sessions: ['play session', 'play sessions'],
  copies: ['copy', 'copies'],
  shelf_places: ['place on a shelf', 'places on shelves'],
  achievements: ['ticked achievement', 'ticked achievements'],
  reviews: ['review', 'reviews'],
  journal_entries: ['journal entry', 'journal entries'],
  activities: ['activity', 'activities'],
  list_places: ['place in a list', 'places in lists'],
  favourites: ['favourite', 'favourites'],
  threads: ['forum thread', 'forum threads'],
  challenge_goals: ['goal of a challenge', 'goals of challenges'],
  playlist_places: ['place in a playlist', 'places in playlists'],
  imported_rows: ['row of an import', 'rows of imports'],
  source_ids: ['id at another site', 'ids at other sites'],
}

/** The head of a row with two numbers: 'Library entries'. */
export const kindText = (kind: MovedKind): string => {
  const [, many] = WORDS[kind]
  return many.charAt(0).toUpperCase() + many.slice(1)
}

/** '3 library entries, 1 review', or 'nothing else'. */
export function movedText(rows: Partial<MovedRows>): string {
  const parts = (Object.keys(WORDS) as MovedKind[]).flatMap((kind) => {
    const count = rows[kind] ?? 0
    return count > 0 ? counted(count, ...WORDS[kind]) : []
  })
  return parts.join(', ') || 'nothing else'
}

/** Says how many members have both games: '2 members have both games, 1 of them has reviewed both.' */
export function bothText({ entries, reviews }: { entries: number; reviews: number }): string {
  const has = (count: number, what: string) => `${counted(count, 'member has', 'members have')} ${what}.`
  if (entries === 0 && reviews === 0) return 'Nobody has both games.'
  return [entries > 0 && has(entries, 'both in the library'), reviews > 0 && has(reviews, 'reviewed both')]
    .filter(Boolean)
    .join(' ')
}

/** The reason in the audit log. */
export const mergedText = (gone: string, id: string) => `${gone} (${id}) is now part of it`

/** To a member who had both games. */
export const joinedSentence = (gone: string, stays: string) =>
  gone === stays
    ? `${stays} was in your library twice. Both entries are one now`
    : `Your entries of ${gone} and ${stays} are one now, because both are the same game`

export const askText = {
  title: (gone: string, stays: string) => `Merge ${gone} into ${stays}?`,
  text: (moves: string, gone: string) =>
    `This moves ${moves}. ${gone} is no longer a game of its own. You can split the games again for ${MERGE_RECORD_DAYS} days.`,
  done: (gone: string, stays: string) => `${gone} is now part of ${stays}`,
} as const

/** The reason of a split in the audit log. */
export const splitText = (name: string, id: string) => `${name} (${id}) is split from it`

export const SPLIT_TEXTS = {
  until: (date: string, isOver: boolean) => `${isOver ? 'Could' : 'Can'} be split until ${date}`,
  split: 'Split again',
  confirm: 'Split the games',
  busy: 'Splitting…',
  failed: 'The games were not split',
  notCounted: 'What the split changes could not be counted',
  splitNamed: (name: string) => `Split again: ${name}`,
  title: (name: string, other: string) => `Split ${name} from ${other}?`,
  returns: (name: string, rows: string) => `${name} gets back ${rows}.`,
  stays: (other: string, rows: string) => `Written since the merge, and stays with ${other}: ${rows}.`,
  rules:
    'Entries and reviews that the merge had joined become two again. What members have written since then stays with the other game.',
  done: (name: string) => `${name} is a game of its own again`,
} as const
