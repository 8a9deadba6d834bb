import { IMPORT_LONGEST_ITEM, IMPORT_LONGEST_VALUE } from '../../../imported-record.rules.ts'
import { refuseFile } from './refuse-file.ts'

/** The deepest nesting of a file; the deepest format has seven levels. */
const DEEPEST = 64
/** The largest number of keys that lead to a list: `response.games`, `data.library.items`. */
const LONGEST_PATH = 4
/** What follows the path of an object whose values are read like the items of a list: `{"celeste": {…}, "hades": {…}}`. */
export const BY_KEY = '{}'
/** The longest single value, such as a version, that the outline has. */
const LONGEST_SINGLE = 1000
/** How many keys, single values and lists the outline has. */
const MAX_DESCRIBED = 1000
/** The longest number that is read. */
const LONGEST_LITERAL = 100

/** A part of the file: an item of a list (`place` from 1), or a single value beside the lists (`place` is 0). */
interface Span {
  /** The keys from the root, joined by dots; '' for a list that is the root. */
  path: string
  place: number
  start: number
  end: number
  /** The key of an object whose siblings are items, too. */
  key?: string
}

interface Frame {
  isList: boolean
  /** Null inside of items, which are not described further. */
  path: string | null
  key: string | null
  count: number
  /** Where the item of a list begins, or the value of an object. */
  itemStart: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const isSpace = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9

function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    if (end - start > IMPORT_LONGEST_VALUE) refuseFile('import_line_too_long')
    let slashes = 0
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return refuseFile('import_json_cut_off')
}

/** What can follow a number, true, false or null. */
const ENDS: readonly number[] = [COMMA, CLOSE_LIST, CLOSE_OBJECT]

function endOfLiteral(bytes: Buffer, start: number): number {
  let end = start
  while (end < bytes.length && !isSpace(bytes[end] as number) && !ENDS.includes(bytes[end] as number)) {
    end += 1
    if (end - start > LONGEST_LITERAL) refuseFile('import_json_damaged')
  }
  return end
}

function parsed(bytes: Buffer, start: number, end: number, place?: number): unknown {
  if (end - start > IMPORT_LONGEST_ITEM) refuseFile('import_line_too_long', place ? { place } : undefined)
  try {
    return JSON.parse(bytes.toString('utf8', start, end))
  } catch {
    return refuseFile('import_json_damaged', place ? { place } : undefined)
  }
}

/** Returns the path of a value in this frame; null inside of items, and where the path is too long. */
function pathBelow(frame: Frame | undefined): string | null {
  if (!frame) return ''
  if (frame.isList || frame.path === null || frame.key === null) return null
  const path = frame.path === '' ? frame.key : `${frame.path}.${frame.key}`
  return path.split('.').length > LONGEST_PATH ? null : path
}

/** Returns the span of a value that ends here: an item, or a single value (`start` is null for lists and objects). */
function spanOf(frame: Frame | undefined, start: number | null, end: number, isObject = false): Span | null {
  if (!frame || frame.path === null) return null
  if (frame.isList) {
    frame.count += 1
    return { path: frame.path, place: frame.count, start: frame.itemStart, end }
  }
  const path = pathBelow(frame)
  if (start === null) return isObject ? objectIn(frame, end) : null
  return path !== null && end - start <= LONGEST_SINGLE ? { path, place: 0, start, end } : null
}

/** Returns the span of an object that is the value of a key, unless it is too long to be one game. */
function objectIn(frame: Frame, end: number): Span | null {
  frame.count += 1
  const { path, key, count: place, itemStart: start } = frame
  if (end - start > IMPORT_LONGEST_ITEM) return null
  return { path: `${path}${BY_KEY}`, place, start, end, ...(key !== null && { key }) }
}

/**
 * Walks through the text once and yields the items of all lists that keys of at most two objects lead to, without
 * parsing them, so that a file of 50 MB is never one tree in memory. Refuses what is cut off, unbalanced or too deep.
 */
function* spansOf(bytes: Buffer, onKey: (path: string) => void = () => {}): Generator<Span> {
  const stack: Frame[] = []
  let isKey = false
  let isDone = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (isSpace(byte) || byte === COLON) continue
    const top = stack.at(-1)
    if (isDone) refuseFile('import_json_damaged')
    if (byte === COMMA) {
      isKey = top?.isList === false
      continue
    }
    const isEnd = byte === CLOSE_OBJECT || byte === CLOSE_LIST
    if (top && !isEnd && (top.isList || !isKey)) top.itemStart = at
    let span: Span | null
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (stack.length >= DEEPEST) refuseFile('import_json_too_deep')
      stack.push({ isList: byte === OPEN_LIST, path: pathBelow(top), key: null, count: 0, itemStart: 0 })
      isKey = byte === OPEN_OBJECT
      continue
    }
    if (isEnd) {
      if (stack.pop()?.isList !== (byte === CLOSE_LIST)) refuseFile('import_json_damaged')
      isKey = false
      span = spanOf(stack.at(-1), null, at + 1, byte === CLOSE_OBJECT)
    } else {
      const end = byte === QUOTE ? endOfString(bytes, at) + 1 : endOfLiteral(bytes, at)
      if (isKey && top) readKey(bytes, top, at, end, onKey)
      span = isKey ? null : spanOf(top, at, end)
      isDone = !top
      isKey = false
      at = end - 1
    }
    isDone ||= stack.length === 0
    if (span) yield span
  }
  if (!isDone) refuseFile('import_json_cut_off')
}

function readKey(bytes: Buffer, frame: Frame, start: number, end: number, onKey: (path: string) => void): void {
  if (frame.path === null) return
  frame.key = String(parsed(bytes, start, end))
  onKey(pathBelow(frame) ?? '')
}

/** What a JSON file looks like: its single values, its keys, and the first object of each of its lists. */
export interface JsonOutline {
  isList: boolean
  keys: ReadonlySet<string>
  values: ReadonlyMap<string, unknown>
  lists: ReadonlyMap<string, Record<string, unknown>>
  /** The lists that begin with a text. */
  texts: ReadonlySet<string>
}

/** Reads the outline of a JSON file and checks that the whole file is balanced. */
export function outlineOf(bytes: Buffer): JsonOutline {
  const keys = new Set<string>()
  const values = new Map<string, unknown>()
  const lists = new Map<string, Record<string, unknown>>()
  const texts = new Set<string>()
  let remaining = IMPORT_LONGEST_ITEM
  const spans = spansOf(bytes, (key) => keys.size < MAX_DESCRIBED && keys.add(key))
  for (const { path, place, start, end } of spans) {
    if (place === 0 && values.size < MAX_DESCRIBED) values.set(path, parsed(bytes, start, end))
    if (place === 1 && bytes[start] === QUOTE && texts.size < MAX_DESCRIBED) texts.add(path)
    const isFirst = place > 0 && bytes[start] === OPEN_OBJECT && !lists.has(path) && lists.size < MAX_DESCRIBED
    if (!isFirst) continue
    const item = parsed(bytes, start, end, place) as Record<string, unknown>
    // All items of the outline together are no larger than one may be.
    remaining -= end - start
    if (remaining >= 0) lists.set(path, item)
  }
  return { isList: bytes.toString('utf8', 0, 100).trimStart().startsWith('['), keys, values, lists, texts }
}

/** An item of a list, parsed. */
interface Item {
  list: string
  place: number
  item: unknown
  /** The key of an item that is the value of one. */
  key: string | null
}

/** Yields the items of these lists with their places, from 1, in the order of the file. Parses one at a time. */
export function* itemsOf(bytes: Buffer, ...lists: readonly string[]): Generator<Item> {
  for (const { path, place, start, end, key = null } of spansOf(bytes))
    if (place > 0 && lists.includes(path)) yield { list: path, place, item: parsed(bytes, start, end, place), key }
}
