import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import { isTitleName } from '../words/column-names.ts'
import { foldedWords } from '../words/folded.ts'
import { isMonthName } from '../words/month-names.ts'
import { STATUS_WORDS } from '../words/status-words.ts'
import { saysSum } from '../words/sum-words.ts'
import { firstRowsIn, type Table, type TableRow } from './table.ts'

/** A longer text is no name of a section. */
const LONGEST = 60

/**
 * Returns a table whose rows stand below lines such as 'PLAYING' and 'COMPLETED', '2021' and '2022' or 'PS4' and 'Switch' with these
 * lines as its first column; one whose columns are lists of games, named 'Playing' and 'Completed', as one list with these names; any
 * other table as it is. One such line alone may be a game, unless it is a platform above all rows. In a list of titles alone the first
 * line is one. Lines with other names are sections if they end with a colon, or if each of them stands alone above several rows.
 */
export async function withSections(table: Table): Promise<Table> {
  const rows: TableRow[] = []
  for await (const row of firstRowsIn(table)) rows.push(row)
  const hasListNames = areLists(table.header)
  if (hasListNames && areTitles(rows.flatMap(filledIn))) return fromLists(table)
  const title = sectionNamed(table.title ?? '')
  const isFree = areFree(rows, table.header)
  const isColon = !isFree && haveColons(rows, table.header)
  if (!isFree && !isColon && !haveKnownNames(rows, table.header, title)) return table
  const nameOf = isFree ? nameIn : isColon ? colonIn : sectionIn
  return {
    ...table,
    header: ['Section', ...table.header],
    partColumn: 0,
    ...((isFree || isColon) && { isPartUnsure: true }),
    rows: async function* () {
      let section = title ?? ''
      for await (const row of table.rows()) {
        const next = nameOf(row, table.header)
        if (next === null) yield { ...row, cells: [section, ...row.cells] }
        else section = sectionNamed(next) ?? next.replace(DECORATION, '')
      }
    },
  }
}

const filledIn = ({ cells }: TableRow): string[] => cells.filter((cell) => cell.trim() !== '')

/** Several lines are names of statuses, years, months or platforms. */
function haveKnownNames(rows: readonly TableRow[], header: readonly string[], title: string | null): boolean {
  const found = rows.map((row) => sectionIn(row, header))
  const first = found[0] ?? null
  if (header.length < 2 && first === null) return false
  const names = new Set([title, ...found].filter((name) => name !== null))
  const isBelowPlatform = first !== null && platformIdOf(first) !== null && header.length > 1
  if (names.size < 2 && !isBelowPlatform) return false
  // Where games stand alone in their rows, too, such a row may be a game called 'Playing'.
  const isBare = rows.some((row, at) => found[at] === null && filledIn(row).length === 1)
  return first !== null || title !== null || !isBare
}

const FEWEST_FREE = 2
/** Below each line stand so many rows in the mean. */
const FEWEST_BELOW = 2

/** A line stands alone above each part of the table, the first one above all rows, and no game stands alone in its row. */
function areFree(rows: readonly TableRow[], header: readonly string[]): boolean {
  const names = rows.map((row) => nameIn(row, header))
  const places = names.flatMap((name, at) => (name === null ? [] : [at]))
  const hasRows = places.every((at, nth) => at + 1 < (places[nth + 1] ?? rows.length))
  return (
    header.length > 2 &&
    places[0] === 0 &&
    hasRows &&
    places.length >= FEWEST_FREE &&
    rows.length - places.length >= places.length * FEWEST_BELOW &&
    places.some((at) => sectionNamed(names[at] ?? '') === null)
  )
}

/** A line that ends with a colon stands above rows. */
const haveColons = (rows: readonly TableRow[], header: readonly string[]): boolean =>
  header.length > 1 && rows.slice(0, -1).some((row) => /[:：]$/.test(nameIn(row, header) ?? ''))

const isStatus = (text: string) => Object.hasOwn(STATUS_WORDS, foldedWords(text))
/** A game may have such a name as well: '1942'. */
const YEAR = /^(?:199\d|20[0-3]\d)$/
/** What stands around the name of a section: '--- PLAYING ---', 'Finished games (12):', 'Giochi finiti'. */
const AROUND =
  /[([]\d+[)\]]|(?<!\p{L})(?:(?:video)?games?|(?:video)?spiele|jeux(?: vidéo)?|(?:video)?juegos|jogos|(?:video)?giochi|gry|игры|spellen|spel|oyunlar)(?!\p{L})|ゲーム|游戏|遊戲|게임/giu
/** 'Beaten this year', 'Zerados em 2022'. */
const WHEN =
  /(?<!\p{L})(?:(?:this|last) year|so far|dieses jahr|cette année|este año|este ano|quest.anno|w tym roku|в этом году|(?:in|im|em|en|nel|w|в|i)\s+(?:19|20)\d\d(?:\s+(?:году|roku))?)(?!\p{L})/giu
const DECORATION = /^[\s\-–—=*#_~▼▶►•>:：【[「]+|[\s\-–—=*#_~▼◀◄•<:：】\]」]+$/gu

/** Returns the name of a section without what stands around it: a word for a status, a year or a platform; null for any other text. */
export function sectionNamed(text: string): string | null {
  if (text.length > LONGEST) return null
  const plain = text.replace(DECORATION, '')
  const name = isNamed(plain)
    ? plain
    : plain.replace(AROUND, ' ').replace(WHEN, ' ').replace(/\s+/g, ' ').replace(DECORATION, '')
  return isNamed(name) ? name : null
}
const isNamed = (name: string) =>
  name !== '' && (isStatus(name) || YEAR.test(name) || platformIdOf(name) !== null || isMonth(name))

/** 'March', 'mars 2023', '3月'. Short forms may be names of games. */
const isMonth = (name: string): boolean => {
  const [, word = ''] = /^(\p{L}{4,10}|may|mai|maj)(?:\s(?:19|20)\d\d)?$/iu.exec(name) ?? []
  return (word !== '' && isMonthName(word)) || /^(?:(?:19|20)\d\d年)?(?:1[0-2]|[1-9])[月월]$/u.test(name)
}

/** What lists of tasks write beside such a line. */
const KIND = /^\s*(?:section|heading)\s*$/i

/** Returns what stands alone in a row, in its first column or in that of the titles; null for another row, a sum and a note. */
function nameIn({ cells }: TableRow, header: readonly string[]): string | null {
  const isFilled = (cell: string) => cell.trim() !== '' && !KIND.test(cell)
  const at = cells.findIndex(isFilled)
  if (at === -1 || cells.findLastIndex(isFilled) !== at) return null
  const name = (cells[at] as string).trim()
  return (at === 0 || cells.some((cell) => KIND.test(cell)) || isTitleName(header[at] ?? '')) &&
    !saysSum(name) &&
    !/^[*†‡]|\s=\s/.test(name)
    ? name
    : null
}

/** 'Games to buy:', and a name that we know without a colon. */
function colonIn(row: TableRow, header: readonly string[]): string | null {
  const name = nameIn(row, header)
  return name !== null && (/[:：]$/.test(name) || sectionNamed(name) !== null) ? name : null
}

/** A row with nothing but the name of a section. */
function sectionIn(row: TableRow, header: readonly string[]): string | null {
  const name = nameIn(row, header)
  return name === null ? null : sectionNamed(name)
}

const isList = (name: string) => sectionNamed(name) !== null || TIER.test(name)
const TIER = /^(?:[SABCDEF]|[SABCDEF][ -]tier|tier [SABCDEF])$/i

/** All columns are named after a status, a year, a platform or a tier. */
const areLists = (header: readonly string[]): boolean =>
  header.every((name) => name === '' || isList(name)) && header.filter(isList).length > 1

/** Titles do not repeat. */
const areTitles = (cells: readonly string[]): boolean =>
  new Set(cells).size * 2 > cells.length && cells.every((cell) => !isStatus(cell) && /\p{L}{2}/u.test(cell))

const fromLists = (table: Table): Table => ({
  ...table,
  header: ['List', 'Title'],
  partColumn: 0,
  rows: async function* () {
    for await (const { line, cells } of table.rows())
      for (const [at, cell] of cells.entries())
        if (cell.trim() !== '') yield { line, cells: [(table.header[at] ?? '').replace(/[ -]?tier[ -]?/i, ''), cell] }
  },
})
