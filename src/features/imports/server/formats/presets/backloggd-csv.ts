import { addNote, addTags, noteSaid } from '../records/draft.ts'
import { flagIn } from '../records/numbers.ts'
import type { RowDraft, TableFormat } from '../records/table-format.ts'
import { hoursOfPair, shelfOfFlags } from './backloggd-flags.ts'

const TIMES = [
  ['Time to finish', 'playthrough hours to finish', 'playthrough minutes to finish'],
  ['Time to master', 'playthrough hours to master', 'playthrough minutes to master'],
] as const

/** The CSV of the extension Backloggd Plus: one row for each game, with its first playthrough. */
export const backloggdCsv: TableFormat = {
  preset: 'backloggd-csv',
  signature: ['game name', 'currently playing', 'in backlog', 'in wishlist', 'backloggd url'],
  columns: {
    // An id of Backloggd, not of IGDB; the address has the slug.
    id: 'fact',
    'game name': 'title',
    played: 'own',
    'currently playing': 'own',
    'in backlog': 'own',
    'in wishlist': 'own',
    liked: 'liked',
    rating: 'rating',
    mastered: 'own',
    'start date': 'started',
    'finish date': 'finished',
    'total hours': 'own',
    'total minutes': 'own',
    'playthrough hours': 'own',
    'playthrough minutes': 'own',
    'playthrough hours to finish': 'own',
    'playthrough minutes to finish': 'own',
    'playthrough hours to master': 'own',
    'playthrough minutes to master': 'own',
    replay: 'replay',
    review: 'review',
    'review contains spoilers': 'spoiler',
    'backloggd url': 'igdb_slug',
  },
  writing: { ratingMax: 10 },
  complete: (draft) => {
    const { record, played, cell } = draft
    const flag = (name: string) => flagIn(cell(name)) === true
    const { meaning, other, tags } = shelfOfFlags({
      isPlay: flag('played'),
      isPlaying: flag('currently playing'),
      isBacklog: flag('in backlog'),
      isWishlist: flag('in wishlist'),
      status: '',
    })
    if (meaning) draft.meaning = { meaning, word: '' }
    for (const column of ['played', 'currently playing', 'in backlog', 'in wishlist'])
      if (flag(column)) noteSaid(record, column, cell(column))
    draft.ticks.push(...other.map((each) => ({ meaning: each, word: '', column: null })))
    addTags(record, tags)
    if (flag('mastered')) draft.level = 'completionist'
    record.hours = hoursOf(draft, 'total hours', 'total minutes')
    played.hours = hoursOf(draft, 'playthrough hours', 'playthrough minutes')
    for (const [label, hours, minutes] of TIMES) {
      const time = hoursOf(draft, hours, minutes)
      if (time !== null) addNote(record, `${time} h`, label)
    }
  },
}

function hoursOf({ record, cell }: RowDraft, hours: string, minutes: string): number | null {
  return hoursOfPair(record, hours, cell(hours), cell(minutes))
}
