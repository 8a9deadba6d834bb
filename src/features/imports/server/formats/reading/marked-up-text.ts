import { countNames } from '../words/column-names.ts'
import { meaningOf, statusNamed } from '../words/status-words.ts'
import { alignedRows } from './aligned-columns.ts'
import { commentsOf } from './item-comments.ts'
import { rowsOfKeys, rowsOfParagraphs } from './key-values.ts'
import { rowsOfLabels, saysLetter, withoutLetter } from './letters.ts'
import { isTimed, linesWithValues } from './lines-with-values.ts'
import { sectionNamed } from './sections.ts'
import { wikiRows } from './wiki-tables.ts'

/** A longer text is a table of a program. */
const LONGEST = 4 * 1024 * 1024
const BULLET = /^\s*(?:(?:[-*•–]|\d{1,4}[.)])\s+|[・●◆◇▪■]\s*|\d{1,4}、\s*|(?=\[[ xX]\]\s))(?:\[([ xX])\]\s*)?(.+)$/
/** '1 - Celeste', if '2 - …' stands there, too. */
const COUNTED = /^\s*\d{1,4}\s+[-–—]\s+(?:\[([ xX])\]\s*)?(.+)$/
const NUMBERED = [/^\s*0*1\s+[-–—]\s/, /^\s*0*2\s+[-–—]\s/]
const HEADING = /^\s*(?:#{1,6}\s+(.+)|={2,6}\s*([^=].*?)\s*={2,6}\s*)$/
/** So many lines of prose may come before a list or a table. */
const MAX_PROSE = 3
/** A longer line is none of a list, and a longer cell has no marks. */
const LONGEST_LINE = 1000

/**
 * Returns a list of Markdown or of plain text with bullets or dashes, and a table of a wiki, as a table with tabs. Headings of a list
 * become a column, and so do its boxes and what stands behind dashes. Returns any other text as it is.
 */
export function plainTableOf(text: Buffer): Buffer {
  const rows = text.length > LONGEST ? null : rowsIn(Buffer.from(withoutLeaders(withoutBbcode(text.toString('utf8')))))
  // A bar in a link between brackets divides no cells.
  if (rows === null && text.length <= LONGEST && text.includes('[['))
    return Buffer.from(text.toString('utf8').replace(/\[\[(?:[^\]|\n]*?\\?\|)?([^\]|\n]*)\]\]/g, '$1'))
  return rows === null ? text : Buffer.from(rows.map((row) => row.map(quoted).join('\t')).join('\n'))
}

/** Marks of forums: '[b]Completed[/b]', and '[*]' before the items of a list. */
const BBCODE = /\[\/?(?:b|i|u|s|list|ul|li|size|color|url|quote|spoiler|center|font)(?:=[^\]\n]{0,200})?\]/gi
const withoutBbcode = (text: string): string =>
  /\[\/(?:b|i|u|list|url|size|color)\]/i.test(text)
    ? text.replace(/\[(?:\*|li)\]\s*/gi, '- ').replace(BBCODE, '')
    : text

/** 'Tunic ........ 9' */
const withoutLeaders = (text: string): string => text.replace(/(?<=\S) ?\.{4,} ?(?=\S)/g, ' - ')

function rowsIn(given: Buffer): string[][] | null {
  const text = isLetter(given) ? Buffer.from(withoutLetter(linesOf(given)).join('\n')) : given
  const beginning = text.toString('utf8', 0, BEGINNING)
  const labelled = /^.{2,40}[:：]\s*\S/u.test(beginning) ? rowsOfLabels(linesOf(text)) : null
  if (labelled !== null) return labelled
  const keyed =
    BELOW.test(beginning) || /^(?:---|\[|\s*(?:-\s+)?["'[]*\p{L}[^,;|\t\n]{0,30}(?::\s| = |\]\]\s*\n))/u.test(beginning)
      ? rowsOfKeys(linesOf(text))
      : null
  if (keyed !== null) return keyed
  if (/^[^,;|\t\n]+\n(?:[^,;|\t\n\d]+\n)?[^\t;|\n]*\d[^\t;|\n]*\n/.test(beginning)) {
    const rows = rowsOfParagraphs(linesOf(text))
    if (rows !== null) return rows
  }
  if (SIGNED.test(beginning)) return signedRows(linesOf(text))
  if (/^[^\t;|\n]*\S {2,}\S/m.test(beginning)) {
    const rows = alignedRows(linesOf(text))
    if (rows !== null) return rows
  }
  if (/\n\s*\n/.test(beginning)) {
    const rows = blockRows(linesOf(text))
    if (rows !== null) return rows
  }
  if (
    !/^\s*(?:\{\||[-*•–#・●◆◇▪■]|==|1[.)]\s|1、|\[[ xX]\]\s)|^[^,;\t|\n]+(?: [-–—] |:\s*\n\s*[-*•]|[★⭐]|\d\/(?:5|10)(?!\d))/m.test(
      beginning,
    )
  )
    return null
  const lines = linesOf(text).filter((line) => line.trim() !== '')
  const wiki = lines.slice(0, MAX_PROSE + 1).findIndex((line) => line.trim().startsWith('{|'))
  return wiki === -1 ? (listRows(lines) ?? endedRows(lines.map(withoutMarks))) : wikiRows(lines.slice(wiki + 1))
}

/** A field below a bullet: '  - Platform: Switch'. */
const BELOW = /^[-*•]\s+[^:\n]+\n\s+[-*•]\s+\p{L}[^:\n]{1,30}:\s/mu

/** So many bytes show what a text is. */
const BEGINNING = 400
const isLetter = (text: Buffer): boolean => saysLetter(text.toString('utf8', 0, BEGINNING))

const linesOf = (text: Buffer): string[] => text.toString('utf8').split(/\r?\n/)

/** A line that begins with an emoji, which is no star. */
const SIGNED = /^(\s*(?:[-*•]\s+)?)(?![★⭐🌟])(\p{Extended_Pictographic}\ufe0f?)\s*(?=[\p{L}\d])/u

/** A list whose lines begin with emoji: these are a column. Null if fewer than half of the lines do. */
function signedRows(lines: readonly string[]): string[][] | null {
  const filled = lines.filter((line) => line.trim() !== '')
  const signs = filled.map((line) => SIGNED.exec(line)?.[2] ?? '')
  if (signs.filter((sign) => sign !== '').length * 2 < filled.length) return null
  const names = filled.map((line) => line.replace(SIGNED, '').replace(BULLET, '$2'))
  if (names.some((name) => /[;|\t]/.test(name))) return null
  const [header = [], ...rows] = dividedRows(names) ??
    linesWithValues(names) ?? [['Title'], ...names.map((name) => [name])]
  return [[...header, ''], ...rows.map((row, at) => [...row, signs[at] ?? ''])]
}

const quoted = (cell: string): string => `"${cell.trim().replaceAll('"', '""')}"`

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
  /** The word for a status before the title: 'Abandoned: Anthem'. */
  said: string
}

function listRows(lines: readonly string[]): string[][] | null {
  const items = itemsIn(lines)
  if (items === null || items.length < 2) return null
  // Lines that are divided are rows of a table, whose first column has numbers, unless values with their units stand behind titles.
  const isDivided = items.every(({ title }) => isDividedLine(title))
  if (isDivided && linesWithValues(items.map(({ title }) => title)) === null) return null
  const hasBoxes = items.some(({ box }) => box !== '')
  // One heading above boxes is the title of the list.
  const first = items[0]?.heading ?? ''
  const isOneTitle = hasBoxes || (sectionNamed(first) === null && meaningOf(first) === undefined)
  const hasHeadings = items.some(({ heading }) => heading !== (isOneTitle ? items[0]?.heading : ''))
  const { names, comments } = commentsOf(items.map(({ title }) => withoutMarks(title)))
  const hasComments = comments.some((comment) => comment !== '')
  const isSaid = items.some(({ said }) => said !== '')
  const [divided, ended] = [dividedRows(names), linesWithValues(names)]
  // The reading that finds more behind the titles counts.
  const isMore = (ended?.[0]?.length ?? 0) > (divided?.[0]?.length ?? 0)
  const titles = (isMore ? ended : divided) ?? [['Title'], ...names.map((name) => [name])]
  const [header = [], ...cells] = titles
  const rows = items.map(({ heading, box, said }, at) => [
    ...(cells[at] ?? []),
    ...(isSaid ? [said] : []),
    ...(hasHeadings ? [heading] : []),
    ...(hasBoxes ? [box] : []),
    ...(hasComments ? [comments[at] ?? ''] : []),
  ])
  const others = [
    ...(isSaid ? ['Status'] : []),
    ...(hasHeadings ? ['List'] : []),
    ...(hasBoxes ? ['Done'] : []),
    ...(hasComments ? ['Notes'] : []),
  ]
  return [[...header, ...others], ...rows]
}

/** Divides 'Currently playing: Celeste' into the word for a status and the title. */
function statedIn(line: string): { said: string; title: string } | null {
  const [, said = '', title = ''] = /^\s*([^:：]{3,30})[:：]\s+(\S.*)$/u.exec(line) ?? []
  return said !== '' && statusNamed(said) !== null ? { said, title } : null
}

/** What stands in brackets divides no cells. */
const isDividedLine = (line: string): boolean => /[,;|\t]/.test(line.replace(/[([（][^()[\]（）]*[)\]）]/g, ''))

/**
 * Returns the items of a list with the heading above each; null if other lines are among them. A few sentences may stand below the
 * last one.
 */
function itemsIn(lines: readonly string[]): Item[] | null {
  const items: Item[] = []
  let heading = ''
  const bullet = NUMBERED.every((number) => lines.some((line) => number.test(line))) ? COUNTED : BULLET
  const last = lines.findLastIndex((line) => bullet.test(line))
  for (const [at, line] of lines.entries()) {
    if (line.length > LONGEST_LINE) return null
    const [, mark, wiki] = HEADING.exec(line) ?? []
    const title = mark ?? wiki
    const [, box, name] = bullet.exec(line) ?? []
    const stated = statedIn(line)
    const isAbove = /^\S[^,;|\t]{2,60}(?<![.!?…])$/.test(line) && bullet.test(lines[at + 1] ?? '')
    const isHeading =
      /[:：]\s*$/.test(line) || (items.length === 0 && at < MAX_PROSE) || sectionNamed(line) !== null || isAbove
    if (title !== undefined) heading = sectionNamed(title) ?? title
    else if (name !== undefined)
      items.push({
        ...(statedIn(name) ?? { said: '', title: name }),
        heading,
        box: box === undefined ? '' : box === ' ' ? 'no' : 'yes',
      })
    else if (isHeading) heading = sectionNamed(line) ?? line.trim().replace(/:$/, '')
    else if (stated !== null && !stated.title.includes(',')) items.push({ ...stated, heading: '', box: '' })
    else if (at < last || at > last + MAX_PROSE || !/[.!?…)]$/.test(line.trim())) return null
  }
  return items
}

/**
 * Returns lines without bullets in blocks between empty lines, each below a line that says a status, with what stands behind the
 * titles. A title may stand above all of them. Null for anything else.
 */
function blockRows(lines: readonly string[]): string[][] | null {
  const items: { heading: string; line: string }[] = []
  let heading: string | null = null
  let isFirst = true
  const hasTitle = lines[0]?.trim() !== '' && lines[1]?.trim() === ''
  for (const line of (hasTitle ? lines.slice(2) : lines).filter((each) => !/^\s*[-=_*]{3,}\s*$/.test(each))) {
    if (line.length > LONGEST_LINE || /[;|\t"]/.test(line) || BULLET.test(line) || HEADING.test(line)) return null
    const typed = line.trim()
    const isHeading = isFirst && !/[,★⭐/]/.test(typed) && meaningOf(typed.replace(/:$/, '')) !== undefined
    if (typed !== '' && isHeading) heading = sectionNamed(typed) ?? typed.replace(/:$/, '')
    else if (typed !== '' && heading === null) return null
    else if (typed !== '') items.push({ heading: heading ?? '', line: typed })
    isFirst = typed === ''
  }
  if (new Set(items.map((item) => item.heading)).size < 2) return null
  const texts = items.map(({ line }) => line)
  const [header, ...rows] = dividedRows(texts) ?? linesWithValues(texts) ?? []
  return header === undefined
    ? null
    : [[...header, 'List'], ...rows.map((row, at) => [...row, items[at]?.heading ?? ''])]
}

const endedRows = (lines: readonly string[]): string[][] | null => dividedRows(lines) ?? plainRows(lines)

/** Lines of text without bullets, none of which is a row of a table. */
const plainRows = (lines: readonly string[]): string[][] | null =>
  lines.length < 2 || lines.some((line) => line.length > LONGEST_LINE || /[,;|\t]/.test(line))
    ? null
    : linesWithValues(lines.map((line) => line.trim()))

const DASH = /\s+[-–—]\s+/
/** A rating or a time: '9/10', '★★★', '~12 h', or what programs write for none. */
const VALUE = /^(?:N\/A|[★⭐☆½]+|~?\d[\d.,:½]*\s*(?:\/\s*\d{1,3}|%|\p{L}{1,8}\.?)?)$/u
/** What stands before a rating. */
const RATED =
  /^(?:nota|note|score|rating|rated|wertung|bewertung|voto|ocena|оценка|cijfer|betyg|puan|puntuación|評価|评分|평점)\s*:?\s+(?=[\d★⭐])/iu
const isValue = (text: string): boolean => VALUE.test(text) || meaningOf(text) !== undefined || isTimed(text)

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
