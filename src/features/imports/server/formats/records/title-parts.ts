import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import type { ImportedRecord, RecordPlaythrough } from '../../../imported-record.rules.ts'
import type { Meaning } from '../../../mapping.rules.ts'
import { statusNamed } from '../words/status-words.ts'
import { addPlatforms, halfStarsOf } from './draft.ts'
import { LIST, platformsIn } from './platforms-in-cells.ts'

/** 'Hades (Switch)' is Hades on the Switch, where no column has the platforms. */
export function takePlatform(record: ImportedRecord, played: RecordPlaythrough): void {
  const [, title, inside] = /^(.*\S)\s*[([（]([^()[\]（）]+)[)\]）]$/.exec(record.title) ?? []
  const names = inside === undefined ? [] : platformsIn(inside, LIST)
  if (title === undefined || names.length === 0 || names.some((name) => platformIdOf(name) === null)) return
  record.title = title
  addPlatforms(record, names)
  if (names.length === 1) played.platform = (names[0] as string).trim()
}

/** 'Pikmin 4 (9/10)' is a title with a rating, where no column has the ratings. */
export function takeRating(record: ImportedRecord): void {
  const [, title, rating] =
    /^(.*\S)\s*[([]((?:\d[\d.,]*\s*\/\s*(?:5|10|100)|[★⭐½]+☆*))[)\]]$/u.exec(record.title) ?? []
  if (title === undefined || rating === undefined) return
  record.title = title
  record.rating = halfStarsOf(record, 'title', rating, 10)
}

/** 'Redfall (dropped)' is a title with a status, where the row has none of its own. */
export function takeStatus(draft: {
  record: ImportedRecord
  meaning: { meaning: Meaning; word: string; column?: string | null } | null
}): void {
  const { record } = draft
  const [, title, word] = /^(.*\S)\s*[([（]([^()[\]（）]{2,30})[)\]）]$/.exec(record.title) ?? []
  const meaning = word === undefined ? null : statusNamed(word)
  if (title === undefined || word === undefined || meaning === null) return
  record.title = title
  draft.meaning = { meaning, word, column: null }
}
