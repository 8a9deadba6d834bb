import { IMPORT_MAX_RECORDS } from '../../../imported-record.rules.ts'
import { BY_KEY, itemsOf, type JsonOutline } from '../reading/json-lists.ts'
import { refuseFile } from '../reading/refuse-file.ts'
import { sectionNamed } from '../reading/sections.ts'
import type { Table } from '../reading/table.ts'
import { listOf, objectOf, storable, textOf } from '../records/json-values.ts'
import { countNames, isTitleName } from '../words/column-names.ts'
import { meaningOf } from '../words/status-words.ts'

/** The number of items at the beginning whose keys become columns. */
const SAMPLE = 100
const MAX_COLUMNS = 200
/** So many keys of an object inside of an item become columns. */
const MAX_INSIDE = 20

/** Lists of one JSON file that together are a table. */
export interface JsonLists {
  paths: readonly string[]
  /** The items have no name; the keys that lead to them are their names. */
  isTitledByKey: boolean
  /** The keys that lead to the lists are statuses, platforms or years, such as `playing` and `completed`. */
  isByStatus: boolean
  /** The key of the list of games that each item has: `[{"name": "snes", "games": […]}]`. */
  inside?: string
}

/**
 * Returns lists of JSON that no preset knows as a table: each key is a column, a list is one value, and a text alone is a title.
 * What the keys outside of the items say comes first.
 */
export function tableOfLists(text: Buffer, lists: JsonLists): Table {
  const { paths, isTitledByKey, isByStatus } = lists
  if (lists.inside !== undefined) return tableOfGroups(text, paths, lists.inside)
  const keys = columnsIn(text, paths)
  const title = keys.find(isTitleName) ?? 'Title'
  const groups = isByStatus ? groupsOf(paths) : 0
  return {
    header: [
      ...(isTitledByKey ? ['Title'] : []),
      ...(isByStatus ? ['List'] : []),
      ...Array<string>(groups).fill(''),
      ...keys.map(storable),
    ],
    ...(isByStatus && { partColumn: isTitledByKey ? 1 : 0 }),
    hasFewLines: () => false,
    rows: async function* () {
      let count = 0
      for (const { list, place, item, key } of itemsOf(text, ...paths)) {
        const fields = fieldsIn(item, title)
        const cells = keys.map((name) => cellOf(fields.get(name)))
        if (cells.every((cell) => cell.trim() === '') && !isTitledByKey) continue
        count += 1
        if (count > IMPORT_MAX_RECORDS) refuseFile('import_too_many_rows')
        const outside = [
          ...(isTitledByKey ? [storable(key ?? '')] : []),
          ...(isByStatus ? [storable(lastKeyOf(list)), ...keysBefore(list).slice(0, groups).map(storable)] : []),
        ]
        yield { line: isByStatus ? count : place, cells: [...outside, ...cells] }
      }
    },
  }
}

/** Returns the games inside of the items of lists as a table. The name of the item comes first, and its other values follow. */
function tableOfGroups(text: Buffer, paths: readonly string[], inside: string): Table {
  const games = function* () {
    for (const { item } of itemsOf(text, ...paths)) {
      const { [inside]: list, ...group } = objectOf(item)
      const own = Object.entries(group).filter(([, value]) => textOf(value) !== '')
      const outside = new Map(own.map(([name, value]) => [isTitleName(name) ? 'List' : name, value]))
      for (const game of listOf(list)) yield { outside, fields: fieldsIn(game) }
    }
  }
  const [groups, keys] = [new Set(['List']), new Set<string>()]
  let sampled = 0
  for (const { outside, fields } of games()) {
    for (const name of [...outside.keys()].slice(0, MAX_INSIDE)) groups.add(name)
    for (const name of fields.keys()) if (keys.size < MAX_COLUMNS) keys.add(name)
    sampled += 1
    if (sampled === SAMPLE) break
  }
  const names = [...groups]
  return {
    header: [...names, ...keys].map(storable),
    partColumn: 0,
    hasFewLines: () => false,
    rows: async function* () {
      let count = 0
      for (const { outside, fields } of games()) {
        count += 1
        if (count > IMPORT_MAX_RECORDS) refuseFile('import_too_many_rows')
        yield {
          line: count,
          cells: [
            ...names.map((name) => cellOf(outside.get(name))),
            ...[...keys].map((name) => cellOf(fields.get(name))),
          ],
        }
      }
    },
  }
}

/** Returns the key of the list of games that an object has which is no game itself; undefined for another object. */
function gamesIn(first: Record<string, unknown>): string | undefined {
  const isOfGames = ([key, list]: [string, unknown]) =>
    (isTitleName(key) || GROUPED.test(key)) &&
    Array.isArray(list) &&
    (list.length === 0 || Object.keys(objectOf(list[0])).some(isTitleName))
  const [found, ...others] = Object.entries(first).filter(isOfGames)
  const own = Object.keys(first).filter((key) => key !== found?.[0])
  return others.length === 0 && countNames(own.filter((key) => !isTitleName(key))) < 2 ? found?.[0] : undefined
}
const GROUPED = /^(?:items|entries|library|roms|list)$/i

/** The keys of the first items of each list. */
function columnsIn(text: Buffer, paths: readonly string[]): string[] {
  const names = new Set<string>()
  let hasTexts = false
  for (const { place, item } of itemsOf(text, ...paths)) {
    hasTexts ||= typeof item === 'string'
    if (place > SAMPLE || typeof item === 'string') continue
    for (const name of fieldsIn(item).keys()) if (names.size < MAX_COLUMNS) names.add(name)
  }
  return hasTexts && ![...names].some(isTitleName) ? ['Title', ...names] : [...names]
}

/**
 * Returns the fields of an item; a text alone is a title. The fields of an object inside that is no thing with a name are the
 * item's own.
 */
function fieldsIn(item: unknown, title = 'Title'): Map<string, unknown> {
  if (typeof item === 'string') return new Map([[title, item]])
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(withGame(objectOf(item)))) {
    const inside = nameIn(value) !== '' ? [] : Object.entries(Array.isArray(value) ? totalOf(value) : objectOf(value))
    if (inside.length === 0) fields.set(name, value)
    // The score of a review that the game itself has is the member's, and not that of critics.
    else
      for (const [key, part] of inside.slice(0, MAX_INSIDE))
        fields.set(`${REVIEW.test(name) ? 'my ' : ''}${name} ${key}`, part)
  }
  return fields
}

/** Where an item has no title, but one object inside has, this is the game: its fields are the item's own. */
function withGame(item: Record<string, unknown>): Record<string, unknown> {
  const hasTitle = (fields: Record<string, unknown>) =>
    Object.keys(fields).some((key) => isTitleName(key) && typeof fields[key] === 'string')
  const games = hasTitle(item) ? [] : Object.keys(item).filter((key) => hasTitle(objectOf(item[key])))
  const [game = ''] = games
  if (games.length !== 1) return item
  const { [game]: inside, ...others } = item
  return { ...objectOf(inside), ...others }
}

/** The parts of a list of sessions or runs: times are added up, a start is the first and an end the last one. */
function totalOf(list: readonly unknown[]): Record<string, unknown> {
  const parts = list.map(objectOf)
  if (parts.some((part) => Object.keys(part).length === 0 || nameIn(part) !== '')) return {}
  const total: Record<string, unknown> = {}
  for (const [key, value] of parts.flatMap((part) => Object.entries(part))) {
    const known = total[key]
    if (known === undefined || known === null) total[key] = value
    else if (typeof value === 'number' && typeof known === 'number' && TIMES.test(key)) total[key] = known + value
    else if (typeof value === 'string' && DAY.test(value) && START.test(key) === value < String(known))
      total[key] = value
  }
  return total
}
const TIMES = /hour|minute|second|mins|hrs|time|duration|played/i
const START = /start|begin|began|from/i
const DAY = /^\d{4}-\d\d-\d\d/

const REVIEW = /^(?:user)?_?review$/i

/** The keys that lead to a list without the last one, from the last. */
const keysBefore = (path: string): string[] => path.split('.').slice(0, -1).toReversed()

/** How many keys before the last one say something about the games of all lists: `{"Switch": {"beaten": […]}}`. */
function groupsOf(paths: readonly string[]): number {
  const isByGroup = new Set(paths.map((path) => keysBefore(path)[0])).size > 1
  return isByGroup && paths.every((path) => isSection(keysBefore(path)[0] ?? '')) ? 1 : 0
}

/** The last of the keys that lead to a list. */
const lastKeyOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).replace(BY_KEY, '')

const cellOf = (value: unknown): string =>
  Array.isArray(value)
    ? listOf(value)
        .map((item) => textOf(item) || nameIn(item))
        .filter((name) => name !== '')
        .join('; ')
    : textOf(value) || nameIn(value)

/** Returns the name of an object that stands for a thing, such as a platform or a status. */
function nameIn(value: unknown): string {
  const fields = objectOf(value)
  const key = Object.keys(fields).find((each) => /^(?:name|title|label|value)$/i.test(each))
  return key === undefined ? '' : textOf(fields[key])
}

/**
 * Returns the lists of games in a JSON file that nobody knows: the one whose items have most keys that are names of columns, with
 * those beside it if the keys of all of them are statuses; and without any, one of texts.
 */
export function listsOfGames(outline: JsonOutline): JsonLists | null {
  const { lists, texts } = outline
  const grouped = groupedLists(outline)
  if (grouped.length > 1) return { paths: grouped, isTitledByKey: false, isByStatus: true }
  let best: { path: string; score: number; isTitledByKey: boolean } | null = null
  for (const [path, first] of lists) {
    const keys = Object.keys(first)
    const isByKey = path.endsWith(BY_KEY)
    const hasTitle = keys.some(isTitleName)
    const known = countNames(keys)
    // An object with a name may be anything, and a list of objects with any keys may be games.
    if (isByKey && (hasTitle ? keys.length < 2 : known === 0)) continue
    // What has nothing but lists is no game.
    if (isByKey && Object.values(first).every(Array.isArray)) continue
    const score = known + (hasTitle ? 2 : 0) + (isByKey ? 0 : 0.5)
    if (!best || score > best.score) best = { path, score, isTitledByKey: isByKey && !hasTitle }
  }
  const path = best?.path ?? [...texts].toSorted((a, b) => a.length - b.length)[0]
  if (path === undefined) return null
  const others = [...(best ? [...lists.keys(), ...texts] : texts)].filter((each) => isBeside(each, path))
  const paths = !isSection(lastKeyOf(path)) || others.length < 2 ? [path] : others
  const inside = best && paths.length === 1 ? gamesIn(lists.get(path) ?? {}) : undefined
  if (inside !== undefined) return { paths, isTitledByKey: false, isByStatus: false, inside }
  return { paths, isTitledByKey: best?.isTitledByKey ?? false, isByStatus: paths.length > 1 }
}

/** The lists below two keys that both say something about the games, such as a platform and a status. */
function groupedLists({ lists, texts }: JsonOutline): string[] {
  const all = [...new Set([...lists.keys(), ...texts])].filter(
    (path) => path.includes('.') && !path.endsWith(BY_KEY) && isSection(lastKeyOf(path)),
  )
  return groupsOf(all) === 1 && new Set(all.map((path) => path.split('.').length)).size === 1 ? all : []
}

const isSection = (key: string): boolean => meaningOf(key) !== undefined || sectionNamed(key) !== null

/** Both lists have the same parent, and the key of the other one is a status, a platform or a year. */
const isBeside = (other: string, path: string): boolean =>
  other.slice(0, other.lastIndexOf('.') + 1) === path.slice(0, path.lastIndexOf('.') + 1) && isSection(lastKeyOf(other))
