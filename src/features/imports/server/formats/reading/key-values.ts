import { countNames, isTitleName } from '../words/column-names.ts'
import { monthOf } from '../words/month-names.ts'
import { sectionNamed } from './sections.ts'

/** 'title: Hades', 'title = "Hades"' and 'title:: Hades', as YAML, TOML, the properties of notes and people write it. */
const FIELD = /^\s*(?:-\s+)?["']?(\p{L}[\p{L}\p{N} _/-]{0,30}?)["']?\s*(?:::?|：|(?<=\s)=)(?:\s+(.*))?$/u
const ITEM = /^\s*-\s+(.*)$/
const RULE = /^---\s*$/
const LONGEST_LINE = 1000
/** The column with the text below the fields of a note. */
const TEXT = 'Notes'
/** The column with the bullets above the fields, which are names of games. A bullet below a key without a value is one of its values. */
const NAME = 'Title'
/** The column with the heading above them, if it is the name of a section. */
const LIST = 'List'
const HEADING = /^#{1,6}\s+(.+)$/

/**
 * Returns lines such as 'title: Hades' and 'status: finished' as rows of a table: one for each time that the first key comes again, or
 * for each note between rules, with the text below it. Null for any other text.
 */
export function rowsOfKeys(lines: readonly string[]): string[][] | null {
  if (lines.some((line) => line.length > LONGEST_LINE)) return null
  const hasRules = RULE.test(lines[0] ?? '')
  const records: Map<string, string>[] = []
  let first: string | undefined
  let last: string | undefined
  let section: string | null = null
  let [fields, isBelow, isOpen, others] = [0, false, false, 0]
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || /^\s*\[\[?[\w.-]+\]\]?\s*$/.test(line)) continue
    const [, heading] = isBelow ? [] : (HEADING.exec(line) ?? [])
    if (heading !== undefined) {
      section = sectionNamed(heading)
      continue
    }
    const record = records.at(-1)
    const [, key, value = ''] = (isBelow ? null : FIELD.exec(line)) ?? []
    if (hasRules && RULE.test(line)) {
      isBelow = !isBelow && (record?.size ?? 0) > 0
      if (!isBelow) records.push(new Map())
    } else if (key !== undefined) {
      first ??= key
      last = key
      isOpen = value.trim() === ''
      fields += 1
      if (!hasRules && (key === first || record === undefined)) records.push(new Map([[key, plain(value)]]))
      else record?.set(key, plain(value))
    } else if (isBelow) add(record, TEXT, line.trim())
    else if (!isOpen && ITEM.test(line) && FIELD.test(lines[at + 1] ?? '')) {
      first = NAME
      records.push(
        new Map([[NAME, plain(ITEM.exec(line)?.[1] ?? '')], ...(section === null ? [] : [[LIST, section] as const])]),
      )
    } else if (last !== undefined && ITEM.test(line)) add(record, last, plain(ITEM.exec(line)?.[1] ?? ''))
    else others += 1
  }
  const header = [...new Set(records.flatMap((record) => [...record.keys()]))]
  const isList = header.some(isTitleName) && countNames(header) > 1 && others * 10 <= fields
  const filled = records.filter(({ size }) => size > 0)
  return isList && filled.length > 1 && fields > filled.length * 1.5
    ? [header, ...filled.map((record) => header.map((name) => record.get(name) ?? ''))]
    : null
}

function add(record: Map<string, string> | undefined, key: string, value: string): void {
  const known = record?.get(key)
  record?.set(key, known ? `${known}, ${value}` : value)
}

/** A value without its quotes and the brackets of a list. */
const plain = (value: string): string => {
  const typed = value.trim()
  const inside = /^\[\[([^\]|]*)\]\]$/.exec(typed)?.[1] ?? /^\[(?!\[)(.*)\]$/.exec(typed)?.[1] ?? typed
  return inside.replace(/^(["'])(.*)\1$/, '$2').replace(/^(?:null|~)$/, '')
}

/** Lines of one game are so many. */
const MAX_LINES = 5

/**
 * Returns a pasted list in which each game has several lines, such as 'Portal 2', '12.3 hrs on record' and 'last played on 3 Mar, 2021',
 * as rows of a table: the words that a line has for all games are the name of its column. Null for any other text.
 */
export function rowsOfParagraphs(all: readonly string[]): string[][] | null {
  const lines = all.map((line) => line.trim()).filter((line) => line !== '')
  if (lines.some((line) => line.length > LONGEST_LINE)) return null
  for (let size = 2; size <= MAX_LINES; size += 1) {
    if (lines.length % size !== 0 || lines.length < size * 2) continue
    const at = (place: number) => lines.filter((_, line) => line % size === place)
    const shapes = Array.from({ length: size }, (_, place) => new Set(at(place).map(shapeOf)))
    const isRepeated = shapes.every((shape, place) => (place === 0 ? shape.size > 1 : shape.size === 1))
    const first = shapes.map((shape) => [...shape][0] ?? '')
    // A line that says the same for all games is the name of the value below it.
    const isLabel = (place: number) => place > 0 && place + 1 < size && new Set(at(place)).size === 1
    const names = first.map((name, place) => (isLabel(place - 1) ? (at(place - 1)[0] as string) : name))
    if (!isRepeated || names.slice(1).some((name) => !/\p{L}{3}/u.test(name))) continue
    const places = Array.from({ length: size }, (_, place) => place).filter((place) => !isLabel(place))
    const cells = places.map((place) =>
      at(place).map((line) => (place === 0 || isLabel(place - 1) ? line : valueIn(line, names[place] as string))),
    )
    const header = places.map((place) => (place === 0 ? 'Title' : (names[place] as string)))
    return [header, ...at(0).map((_, row) => cells.map((column) => column[row] ?? ''))]
  }
  return null
}

const wordsOf = (line: string): string[] => line.split(/\s+/)
const isValue = (word: string): boolean => /\d/.test(word) || monthOf(word.replace(/[.,]$/, '')) !== null
/** The words of a line without numbers and names of months. */
const shapeOf = (line: string): string =>
  /\d/.test(line)
    ? wordsOf(line)
        .filter((word) => !isValue(word))
        .join(' ')
    : line
const valueIn = (line: string, shape: string): string => {
  const known = new Set(shape.split(' '))
  return wordsOf(line)
    .filter((word) => !known.has(word))
    .join(' ')
}
