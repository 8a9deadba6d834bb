import { IMPORT_LONGEST_VALUE } from '../../../imported-record.rules.ts'
import { paced } from './paced.ts'
import { refuseFile } from './refuse-file.ts'

/** The deepest nesting of a file; the deepest format has seven levels. */
const DEEPEST = 64
/** The largest number of keys that lead to a list: `response.games`. */
const LONGEST_PATH = 2
/** The longest single value, such as a version, that the outline has. */
const LONGEST_SINGLE = 1000

/** A part of the file: an item of a list (`place` from 1), or a single value beside the lists (`place` is 0). */
interface Span {
  /** The keys from the root, joined by dots; '' for a list that is the root. */
  path: string
  place: number
  start: number
  end: number
}

interface Frame {
  isList: boolean
  /** Null inside of items, which are not described further. */
  path: string | null
  key: string | null
  count: number
  itemStart: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
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

function endOfLiteral(bytes: Buffer, start: number): number {
  let end = start
  while (end < bytes.length && !isSpace(bytes[end] as number) && !',]}'.includes(String.fromCharCode(bytes[end] ?? 0)))
    end += 1
  if (end - start > 100) refuseFile('import_json_damaged')
  return end
}

function parsed(bytes: Buffer, start: number, end: number, place?: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', start, end))
  } catch {
    return refuseFile('import_json_damaged', place ? { place } : undefined)
  }
}

/**
 * Walks through the text once and yields the items of all lists that keys of at most two objects lead to, without
 * parsing them, so that a file of 50 MB is never one tree in memory. Refuses what is cut off, unbalanced or too deep.
 */
function* spansOf(bytes: Buffer, onKey: (path: string) => void = () => {}): Generator<Span> {
  const stack: Frame[] = []
  let isKey = false
  let isDone = false

  const pathBelow = (top: Frame | undefined): string | null => {
    if (!top) return ''
    if (top.isList || top.path === null || top.key === null) return null
    const path = top.path === '' ? top.key : `${top.path}.${top.key}`
    return path.split('.').length > LONGEST_PATH ? null : path
  }
  const beginValue = (at: number): Frame | undefined => {
    const top = stack.at(-1)
    if (isDone) refuseFile('import_json_damaged')
    if (top?.isList && top.path !== null) top.itemStart = at
    return top
  }
  const endValue = (end: number, start: number | null): Span | null => {
    const top = stack.at(-1)
    if (!top) {
      isDone = true
      return null
    }
    if (top.path === null) return null
    if (top.isList) {
      top.count += 1
      return { path: top.path, place: top.count, start: top.itemStart, end }
    }
    const path = pathBelow(top)
    return start === null || path === null || end - start > LONGEST_SINGLE ? null : { path, place: 0, start, end }
  }

  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (isSpace(byte) || byte === 0x3a) continue
    const sign = String.fromCharCode(byte)
    let span: Span | null = null
    if (sign === ',') isKey = stack.at(-1)?.isList === false
    else if (sign === '{' || sign === '[') {
      const top = beginValue(at)
      if (stack.length >= DEEPEST) refuseFile('import_json_too_deep')
      stack.push({ isList: sign === '[', path: pathBelow(top), key: null, count: 0, itemStart: 0 })
      isKey = sign === '{'
    } else if (sign === '}' || sign === ']') {
      if (stack.pop()?.isList !== (sign === ']')) refuseFile('import_json_damaged')
      isKey = false
      span = endValue(at + 1, null)
    } else {
      const top = isKey ? stack.at(-1) : beginValue(at)
      const end = byte === QUOTE ? endOfString(bytes, at) + 1 : endOfLiteral(bytes, at)
      if (isKey && top) {
        if (top.path !== null) {
          top.key = String(parsed(bytes, at, end))
          onKey(pathBelow(top) ?? '')
        }
        isKey = false
      } else span = endValue(end, at)
      at = end - 1
    }
    if (span) yield span
  }
  if (stack.length > 0 || !isDone) refuseFile('import_json_cut_off')
}

/** What a JSON file looks like: its single values, its keys, and the first object of each of its lists. */
export interface JsonOutline {
  isList: boolean
  keys: ReadonlySet<string>
  values: ReadonlyMap<string, unknown>
  lists: ReadonlyMap<string, Record<string, unknown>>
}

/** Reads the outline of a JSON file and checks that the whole file is balanced. */
export async function outlineOf(bytes: Buffer): Promise<JsonOutline> {
  const keys = new Set<string>()
  const values = new Map<string, unknown>()
  const lists = new Map<string, Record<string, unknown>>()
  const spans = spansOf(bytes, (key) => keys.size < 1000 && keys.add(key))
  for await (const { path, place, start, end } of paced(spans)) {
    if (place === 0 && values.size < 1000) values.set(path, parsed(bytes, start, end))
    else if (place > 0 && bytes[start] === 0x7b && !lists.has(path))
      lists.set(path, parsed(bytes, start, end, place) as Record<string, unknown>)
  }
  return { isList: bytes.toString('utf8', 0, 100).trimStart().startsWith('['), keys, values, lists }
}

/** Yields the items of one list with their places, from 1. Parses one at a time. */
export async function* itemsOf(bytes: Buffer, list: string): AsyncGenerator<{ place: number; item: unknown }> {
  for await (const { path, place, start, end } of paced(spansOf(bytes)))
    if (path === list && place > 0) yield { place, item: parsed(bytes, start, end, place) }
}
