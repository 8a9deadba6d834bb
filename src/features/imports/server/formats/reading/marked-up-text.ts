import { countNames } from '../words/column-names.ts'
import { meaningOf } from '../words/status-words.ts'
import { linesWithValues } from './lines-with-values.ts'
import { sectionNamed } from './sections.ts'

/** A longer text is a table of a program. */
const LONGEST = 4 * 1024 * 1024
const BULLET = /^\s*(?:(?:[-*•–]|\d{1,4}[.)])\s+|[・●◆◇▪■]\s*|\d{1,4}、\s*)(?:\[([ xX])\]\s*)?(.+)$/
/** '1 - Celeste', if '2 - …' stands there, too. */
const COUNTED = /^\s*\d{1,4}\s+[-–—]\s+(?:\[([ xX])\]\s*)?(.+)$/
const NUMBERED = [/^\s*0*1\s+[-–—]\s/, /^\s*0*2\s+[-–—]\s/]
const HEADING = /^\s*(?:#{1,6}\s+(.+)|={2,6}\s*([^=].*?)\s*={2,6}\s*)$/
/** So many lines of prose may come before a list or a table. */
const MOST_PROSE = 3
/** A longer line is none of a list, and a longer cell has no marks. */
const LONGEST_LINE = 1000

/**
 * Returns a list of Markdown or of plain text with bullets or dashes, and a table of a wiki, as a table with tabs. Headings of a list
 * become a column, and so do its boxes and what stands behind dashes. Returns any other text as it is.
 */
export function plainTableOf(text: Buffer): Buffer {
  const rows = text.length > LONGEST ? null : rowsIn(text)
  return rows === null ? text : Buffer.from(rows.map((row) => row.map(quoted).join('\t')).join('\n'))
}

function rowsIn(text: Buffer): string[][] | null {
  const beginning = text.toString('utf8', 0, 400)
  if (/\n\s*\n/.test(beginning)) {
    const rows = blockRows(text.toString('utf8').split(/\r?\n/))
    if (rows !== null) return rows
  }
  if (
    !/^\s*(?:\{\||[-*•–#・●◆◇▪■]|==|1[.)]\s|1、)|^[^,;\t|\n]+(?: [-–—] |:\s*\n\s*[-*•]|[★⭐]|\d\/(?:5|10)(?!\d))/m.test(
      beginning,
    )
  )
    return null
  const lines = text
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const wiki = lines.slice(0, MOST_PROSE + 1).findIndex((line) => line.trim().startsWith('{|'))
  return wiki === -1 ? (listRows(lines) ?? dividedRows(lines) ?? plainRows(lines)) : wikiRows(lines.slice(wiki + 1))
}

const quoted = (cell: string): string => `"${cell.trim().replaceAll('"', '""')}"`

function wikiRows(lines: readonly string[]): string[][] {
  const rows: string[][] = [[]]
  for (const line of lines) {
    const typed = line.trim()
    if (typed.startsWith('|}')) break
    if (typed.startsWith('|-')) rows.push([])
    // Only in a line of header cells two exclamation marks divide; elsewhere they may belong to a name.
    else if (typed.startsWith('!'))
      rows.at(-1)?.push(
        ...typed
          .slice(1)
          .split(/\|\||!!/)
          .map(wikiCell),
      )
    else if (/^\|(?!\+)/.test(typed)) rows.at(-1)?.push(...typed.slice(1).split('||').map(wikiCell))
  }
  return rows.filter((row) => row.length > 0)
}

/** '[[Celeste (video game)|Celeste]]' is Celeste, '{{yes}}' is yes, and what stands before a single bar describes the cell. */
const wikiCell = (whole: string): string =>
  whole
    .slice(0, LONGEST_LINE)
    .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
    .replace(/\{\{(yes|no)(?:\|[^}]*)?\}\}/gi, '$1')
    .replace(/<ref\b.*?(?:<\/ref>|\/>)|<[^>]*>/g, ' ')
    .replace(/^[^|]*=[^|]*\|/, '')
    .replace(/'{2,}/g, '')

/** '**Celeste**', '*Celeste*' and '[Celeste](https://…)' in a table of Markdown are Celeste. */
export const withoutMarks = (cell: string): string =>
  cell.length > LONGEST_LINE
    ? cell
    : cell
        .replace(/\[([^\]]*)\]\([^()]*\)/g, '$1')
        .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
        .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]*\p{L}[^*]*)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')

interface Item {
  title: string
  heading: string
  box: string
}

function listRows(lines: readonly string[]): string[][] | null {
  const items = itemsIn(lines)
  // Lines that are divided are rows of a table, whose first column has numbers.
  if (items === null || items.length < 2 || items.every(({ title }) => /[,;|\t]/.test(title))) return null
  const hasBoxes = items.some(({ box }) => box !== '')
  // One heading above boxes is the title of the list.
  const first = items[0]?.heading ?? ''
  const isOneTitle = hasBoxes || (sectionNamed(first) === null && meaningOf(first) === undefined)
  const hasHeadings = items.some(({ heading }) => heading !== (isOneTitle ? items[0]?.heading : ''))
  const names = items.map(({ title }) => withoutMarks(title))
  const [divided, ended] = [dividedRows(names), linesWithValues(names)]
  // The reading that finds more behind the titles counts.
  const isMore = (ended?.[0]?.length ?? 0) > (divided?.[0]?.length ?? 0)
  const titles = (isMore ? ended : divided) ?? [['Title'], ...names.map((name) => [name])]
  const [header = [], ...cells] = titles
  const rows = items.map(({ heading, box }, at) => [
    ...(cells[at] ?? []),
    ...(hasHeadings ? [heading] : []),
    ...(hasBoxes ? [box] : []),
  ])
  return [[...header, ...(hasHeadings ? ['List'] : []), ...(hasBoxes ? ['Done'] : [])], ...rows]
}

/** Returns the items of a list with the heading above each; null if other lines are among them. */
function itemsIn(lines: readonly string[]): Item[] | null {
  const items: Item[] = []
  let heading = ''
  const bullet = NUMBERED.every((number) => lines.some((line) => number.test(line))) ? COUNTED : BULLET
  for (const [at, line] of lines.entries()) {
    if (line.length > LONGEST_LINE) return null
    const [, mark, wiki] = HEADING.exec(line) ?? []
    const title = mark ?? wiki
    const [, box, name] = bullet.exec(line) ?? []
    const isHeading = /[:：]\s*$/.test(line) || (items.length === 0 && at < MOST_PROSE) || sectionNamed(line) !== null
    if (title !== undefined) heading = sectionNamed(title) ?? title
    else if (name !== undefined)
      items.push({ title: name, heading, box: box === undefined ? '' : box === ' ' ? 'no' : 'yes' })
    else if (isHeading) heading = sectionNamed(line) ?? line.trim().replace(/:$/, '')
    else return null
  }
  return items
}

/**
 * Returns lines without bullets in blocks between empty lines, each below a line that says a status, with what stands behind the
 * titles. Null for anything else.
 */
function blockRows(lines: readonly string[]): string[][] | null {
  const items: { heading: string; line: string }[] = []
  let heading: string | null = null
  let isFirst = true
  for (const line of lines) {
    if (line.length > LONGEST_LINE || /[;|\t"]/.test(line) || BULLET.test(line) || HEADING.test(line)) return null
    const typed = line.trim()
    const isHeading = isFirst && !/[,★⭐/]/.test(typed) && meaningOf(typed.replace(/:$/, '')) !== undefined
    if (typed !== '' && isHeading) heading = sectionNamed(typed) ?? typed.replace(/:$/, '')
    else if (typed !== '' && heading === null) return null
    else if (typed !== '') items.push({ heading: heading ?? '', line: typed })
    isFirst = typed === ''
  }
  if (new Set(items.map((item) => item.heading)).size < 2) return null
  const [header, ...rows] = linesWithValues(items.map(({ line }) => line)) ?? []
  return header === undefined
    ? null
    : [[...header, 'List'], ...rows.map((row, at) => [...row, items[at]?.heading ?? ''])]
}

/** Lines of text without bullets, none of which is a row of a table. */
const plainRows = (lines: readonly string[]): string[][] | null =>
  lines.length < 2 || lines.some((line) => line.length > LONGEST_LINE || /[,;|\t]/.test(line))
    ? null
    : linesWithValues(lines.map((line) => line.trim()))

const DASH = /\s+[-–—]\s+/
/** A rating or a time: '9/10', '★★★', '~12 h'. */
const VALUE = /^(?:[★⭐☆½]+|~?\d[\d.,:½]*\s*(?:\/\s*\d{1,3}|%|\p{L}{1,8}\.?)?)$/u
/** What stands before a rating. */
const RATED =
  /^(?:nota|note|score|rating|rated|wertung|bewertung|voto|ocena|оценка|cijfer|betyg|puan|puntuación|評価|评分|평점)\s*:?\s+(?=[\d★⭐])/iu
const isValue = (text: string): boolean => VALUE.test(text) || meaningOf(text) !== undefined

const partsOf = (line: string): string[] =>
  line.length > LONGEST_LINE
    ? []
    : line
        .trim()
        .split(DASH)
        .map((part) => part.replace(RATED, ''))

/** A rating with its scale, a time with its unit, or stars: no title ends so. */
const CLEAR = /^(?:[★⭐☆½]+|~?\d[\d.,:½]*\s*(?:\/\s*\d{1,3}|%|h|hrs?|hours?|std\.?|ч|時間|小时))$/iu

/** Returns lines of which some end with a clear value, at least two and a quarter of them; null for others. */
function someDivided(lines: readonly string[], divided: readonly string[][]): string[][] | null {
  const clear = divided.filter((parts) => CLEAR.test(parts.at(-1) as string))
  if (clear.length < 2 || clear.length * 4 < lines.length) return null
  const rows = lines.map((line) => {
    const parts = partsOf(line)
    const value = parts.at(-1) ?? ''
    return parts.length > 1 && isValue(value) ? [parts.slice(0, -1).join(' - '), value] : [line.trim(), '']
  })
  return [['Title', ''], ...rows]
}

/**
 * Returns into how many columns lines are divided: as many as most lines have parts, if the shorter lines lack only the last ones, so that
 * their statuses stand in the same column; else the fewest.
 */
function columnsOf(divided: readonly string[][]): number {
  const fewest = Math.min(...divided.map(({ length }) => length))
  const [usual = []] = [...Map.groupBy(divided, ({ length }) => length).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  const place = (parts: readonly string[]) => parts.findIndex((part, at) => at > 0 && meaningOf(part) !== undefined)
  const [places, length] = [new Set(divided.map(place)), usual[0]?.length ?? fewest]
  return usual.length * 1.5 >= divided.length && places.size === 1 && !places.has(-1) ? length : fewest
}

/**
 * Returns lines such as 'Celeste - completed - 9/10' as rows of a table; null if not all of them end with a status, a rating or a
 * time. A title may have dashes, too.
 */
function dividedRows(lines: readonly string[]): string[][] | null {
  const divided: string[][] = []
  const whole: string[][] = []
  for (const line of lines) {
    const parts = partsOf(line)
    const isHeader = divided.length === 0 && countNames(parts) > 1
    if (parts.length > 1 && (isHeader || isValue(parts.at(-1) as string))) divided.push(parts)
    else whole.push([line.trim()])
  }
  if (whole.length > 0) return someDivided(lines, divided)
  if (divided.length < 2) return null
  const columns = columnsOf(divided)
  const rows = divided.map((parts) => [
    parts.slice(0, Math.max(1, parts.length - columns + 1)).join(' - '),
    ...parts.slice(Math.max(1, parts.length - columns + 1)),
    ...Array<string>(Math.max(0, columns - parts.length)).fill(''),
  ])
  if (countNames(divided[0] ?? []) > 1) return rows
  const isRated = lines.every((line) => RATED.test(line.trim().split(DASH).at(-1) as string))
  const names = Array.from({ length: columns - 1 }, (_, at) => (isRated && at === columns - 2 ? 'Rating' : ''))
  return [['Title', ...names], ...rows]
}
