import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import type { ImportedRecord, RecordPlaythrough } from '../../../imported-record.rules.ts'
import { addPlatforms, halfStarsOf } from './draft.ts'
import { LIST, platformsIn } from './platforms-in-cells.ts'

/** 'Hades (Switch)' is Hades on the Switch, where no column has the platforms. */
export function takePlatform(record: ImportedRecord, played: RecordPlaythrough): void {
  const [, title, inside] = /^(.*\S)\s*[([]([^()[\]]+)[)\]]$/.exec(record.title) ?? []
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
