import type { Meaning } from '../../../mapping.rules.ts'
import { addTags } from '../records/draft.ts'
import { flagIn } from '../records/numbers.ts'
import type { RowDraft, TableFormat } from '../records/table-format.ts'

/** The CSV of Completionator: Windows-1252, every value in quotation marks that nothing escapes, days as M/D/YYYY. */
export const completionator: TableFormat = {
  preset: 'completionator',
  signature: ['name', 'now playing', 'backlogged', 'ownership status', 'progress status', 'acquisition date'],
  columns: {
    name: 'title',
    edition: 'edition',
    platform: 'platform',
    format: 'medium',
    region: 'unstored',
    'now playing': 'own',
    backlogged: 'own',
    'ownership status': 'own',
    'progress status': 'own',
    'est. value': 'unstored',
    'amt. paid': 'price',
    tags: 'tags',
    'box/case': 'unstored',
    'cart/disc': 'unstored',
    manual: 'unstored',
    extras: 'unstored',
    'acquisition type': 'unstored',
    'acquisition source': 'own',
    'acquisition date': 'acquired',
    rating: 'rating',
    'initial release date': 'release',
    'item release date': 'fact',
    'added on': 'added',
    genre: 'fact',
  },
  writing: { ratingMax: 10, dateOrder: 'mdy' },
  separator: /,/,
  complete: (draft) => {
    const { record, copy, cell } = draft
    // 'PC / Windows' is one platform.
    copy.store ??= cell('acquisition source') || null
    const meaning = meaningOfFlags(draft)
    if (meaning) draft.meaning = meaning
    if (flagIn(cell('backlogged')) === true)
      draft.ticks.push({ meaning: 'want_to_play', word: 'Backlogged', column: null })
    const ownership = cell('ownership status')
    if (ownership !== '' && !/^own/i.test(ownership)) addTags(record, [ownership])
  },
}

/** What is played now comes first, then the progress, then the backlog. */
function meaningOfFlags({ cell }: RowDraft): { meaning: Meaning; word: string } | null {
  const progress = cell('progress status')
  if (flagIn(cell('now playing')) === true) return { meaning: 'playing', word: 'Now Playing' }
  if (/finish|complete(?!ly in)|beaten|100/i.test(progress) && !/^in|^not/i.test(progress))
    return { meaning: /100/.test(progress) ? 'completionist' : 'completed', word: progress }
  if (flagIn(cell('backlogged')) === true || /wish/i.test(cell('ownership status')))
    return { meaning: 'want_to_play', word: progress }
  return progress === '' ? null : { meaning: 'owned', word: progress }
}
