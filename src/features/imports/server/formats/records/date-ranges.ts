import type { PartialDay } from '#features/play-log/play-sessions.rules.ts'
import type { DateOrder } from '../../../mapping.rules.ts'
import { dateIn } from './dates.ts'

/** Two days, of which the second may not be known yet. */
export interface DayRange {
  from: PartialDay
  to: PartialDay | null
}

const LONGEST = 60
const SPACED = /\s+(?:-|–|—|~|〜|～|→|->|\/|to|until|till|bis|à|au|al|a|até|do|по|до|から|至|tot|t\/m|till)\s+/i
const TIGHT = /\s*[–—~〜～→]\s*|(?<=\d{4})\s*-\s*(?=\d{1,2}[./]|\d{4}(?!\d)|\p{L})/u
const OPEN_END =
  /^(.*\d.*?)(?:\s*[-–—~〜～→]|\s+\/)\s*(?:now|present|today|ongoing|heute|jetzt|aujourd.?hui|hoy|hoje|oggi|dziś|наст.*|現在|现在|至今|현재|nu|\?|-|\.{2,3}|…)?$/iu
const OPEN_START = /^(?:since|from|seit|ab|depuis|desde|dal|od|с|sinds|sedan|von)\s+(.*\d.*)$/iu

/**
 * Parses two days from one to the other, as '2001-2003', '3.5.–7.6.2020', 'March – May 2020' and 'since 2022'. Returns null for one day
 * and for anything else.
 */
export function rangeIn(text: string, order: DateOrder, latest: PartialDay): DayRange | null {
  const typed = text.trim()
  if (typed.length > LONGEST || !/\d.*[-–—~〜～→ ]|[-–—~〜～→ ].*\d/.test(typed)) return null
  const dayIn = (part: string): PartialDay | null => {
    const found = dateIn(part.trim(), order, latest)
    return found && 'day' in found ? found.day : null
  }
  const open = OPEN_START.exec(typed)?.[1] ?? OPEN_END.exec(typed)?.[1]
  const since = open === undefined ? null : dayIn(open)
  if (since !== null) return { from: since, to: null }
  for (const mark of [SPACED, TIGHT]) {
    const parts = typed.split(mark)
    const [first, second] = parts
    if (parts.length !== 2 || !first || !second) continue
    const to = dayIn(second)
    const year = to?.slice(0, 4)
    const from = dayIn(first) ?? dayIn(`${first} ${year}`) ?? dayIn(`${first}${year}`) ?? dayIn(`${first}/${year}`)
    if (to !== null && from !== null && from <= to) return { from, to }
  }
  return null
}
