import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import { isTitleName } from '../words/column-names.ts'
import { foldedWords } from '../words/folded.ts'
import { STATUS_WORDS } from '../words/status-words.ts'
import { firstRowsIn, type Table, type TableRow } from './table.ts'

/** A longer text is no name of a section. */
const LONGEST = 60

/**
 * Returns a table whose rows stand below lines such as 'PLAYING' and 'COMPLETED', '2021' and '2022' or 'PS4' and 'Switch' with these
 * lines as its first column; one whose columns are lists of games, named 'Playing' and 'Completed', as one list with these names; any
 * other table as it is. One such line alone may be a game, unless it is a platform above all rows. In a list of titles alone the first
 * line is one.
 */
export async function withSections(table: Table): Promise<Table> {
  const title = sectionNamed(table.title ?? '')
  const found = new Set(title === null ? [] : [title])
  const hasListNames = areLists(table.header)
  const cells: string[] = []
  let isFirst = true
  let bare = 0
  let first: string | null = null
  for await (const row of firstRowsIn(table)) {
    const section = sectionIn(row, table.header)
    const filled = row.cells.filter((cell) => cell.trim() !== '')
    if (isFirst) first = section
    isFirst = false
    if (section !== null) found.add(section)
    else if (filled.length === 1) bare += 1
    if (hasListNames) cells.push(...filled)
  }
  if (hasListNames && areTitles(cells)) return fromLists(table)
  if (table.header.length < 2 && first === null) return table
  const isBelowPlatform = first !== null && platformIdOf(first) !== null && table.header.length > 1
  if (found.size < 2 && !isBelowPlatform) return table
  // Where games stand alone in their rows, too, such a row may be a game called 'Playing'.
  if (first === null && title === null && bare > 0) return table
  return {
    ...table,
    header: ['Section', ...table.header],
    partColumn: 0,
    rows: async function* () {
      let section = title ?? ''
      for await (const row of table.rows()) {
        const next = sectionIn(row, table.header)
        if (next === null) yield { ...row, cells: [section, ...row.cells] }
        else section = next
      }
    },
  }
}

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
const isNamed = (name: string) => name !== '' && (isStatus(name) || YEAR.test(name) || platformIdOf(name) !== null)

/** A row with nothing but the name of a section, in its first column or in that of the titles. */
function sectionIn({ cells }: TableRow, header: readonly string[]): string | null {
  const at = cells.findIndex((cell) => cell.trim() !== '')
  if (at === -1 || cells.findLastIndex((cell) => cell.trim() !== '') !== at) return null
  return at === 0 || isTitleName(header[at] ?? '') ? sectionNamed((cells[at] as string).trim()) : null
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
