import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import { statusNamed } from '../words/status-words.ts'
import { addNote, addPlatforms, halfStarsOf, timeOf } from './draft.ts'
import { percentIn } from './numbers.ts'
import { platformsIn } from './platforms-in-cells.ts'
import type { RowDraft } from './table-format.ts'

const BRACKETS = /^(.*\S)\s*[([（]([^()[\]（）]+)[)\]）]$/su
const BETWEEN = /\s*[,;|，、]\s*/u
const RATING = /^(?:\d[\d.,]*\s*\/\s*(?:5|10|20|100)|[★⭐½]+☆*)$/u
const TIME =
  /^~?\s?\d[\d.,:]*\s?(?:h|hrs?|hours?|std\.?|stunden|heures|horas|ore|godz\.?|ч|часов|時間|小时|小時|시간|uur|tim|saat)/iu
/** How often a game was played. */
const TIMES =
  /^(?:x\s?\d{1,2}|\d{1,2}\s?(?:x|×|times|mal|fois|veces|vezes|volte|razy|раза?|回|次|번|keer|gånger|kez)|twice|zweimal|deux fois|dos veces|duas vezes|due volte|dwa razy|дважды|tweemaal)!*$/iu

type Field = 'platform' | 'rating' | 'hours'

/**
 * Takes what stands in brackets behind a title for the platform, the rating, the time, the progress and the status, where no other cell of
 * the row has them: 'Hades (Switch, 2x)' is Hades on the Switch. What else stands with them goes into the notes. Brackets of which no
 * part is understood belong to the title.
 */
export function takeFromTitle(draft: RowDraft, hasColumn: (field: Field) => boolean): void {
  const { record } = draft
  const [, title, inside] = /[)\]）]$/.test(record.title) ? (BRACKETS.exec(record.title) ?? []) : []
  if (title === undefined || inside === undefined || inside.length > LONGEST) return
  const parts = inside
    .split(BETWEEN)
    .flatMap((part) => (platformIdOf(part) === null ? platformsIn(part, BETWEEN) : [part]))
  const isLeft = parts.map((part) => !take(draft, hasColumn, part.trim()))
  if (isLeft.every(Boolean) && !parts.some((part) => TIMES.test(part.trim()))) return
  record.title = title
  const left = parts.filter((part, at) => isLeft[at] && !takeYear(record, part.trim()))
  if (left.length > 0) addNote(record, left.join(', '))
}
const LONGEST = 100

/** A year alone belongs to the title, whose forms are compared. */
function takeYear(record: RowDraft['record'], part: string): boolean {
  const isYear = record.release_year === null && /^(?:19[5-9]|20[0-4])\d$/.test(part)
  if (isYear) record.release_year = Number(part)
  return isYear
}

/** Reads a part of the brackets into the row. Returns false if it is none of a value, or the row has such a value. */
function take(draft: RowDraft, hasColumn: (field: Field) => boolean, part: string): boolean {
  const { record, played, writing } = draft
  if (!hasColumn('rating') && RATING.test(part)) record.rating ??= halfStarsOf(record, 'title', part, 10)
  else if (!hasColumn('hours') && TIME.test(part)) record.hours ??= timeOf(record, 'title', part, writing)
  else if (record.completion === null && percentIn(part) !== null) record.completion = percentIn(part)
  else if (!hasColumn('platform') && platformIdOf(part) !== null) {
    addPlatforms(record, [part])
    played.platform = record.platforms.length === 1 ? part : null
  } else {
    const meaning = draft.meaning === null ? statusNamed(part) : null
    if (meaning === null) return false
    draft.meaning = { meaning, word: part, column: null }
  }
  return true
}
