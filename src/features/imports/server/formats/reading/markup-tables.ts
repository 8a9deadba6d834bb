import { withoutEntities } from '#server/html-entities.ts'
import { countNames } from '../words/column-names.ts'
import { sectionNamed } from './sections.ts'

/** A longer page is none that a person has saved. */
const LONGEST = 8 * 1024 * 1024
const MAX_SPANNED = 50
const TAG = /<(\/?)([a-z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const HIDDEN = /<!--|<(?:script|style|head)\b/gi

/**
 * Returns the rows of the tables of a web page with the heading above each, as a workbook that was saved as one has them; of a page
 * without a table its lists as Markdown; and of XML the elements that repeat, with a column for each element inside. Null where
 * nothing is a list.
 */
export function rowsOfMarkup(bytes: Buffer): string[][] | string | null {
  if (bytes.length > LONGEST) return null
  const text = bytes.toString('utf8')
  if (!/<html|<!doctype html|<table|<li\b/i.test(text)) return rowsOfXml(text)
  const body = shownIn(text)
  const rows = joinedRows(tablesIn(body))
  return rows.length > 1 ? rows : listsIn(body)
}

/** Leaves out what a page does not show. What is never closed is left out to the end. */
function shownIn(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const { 0: mark, index } of text.matchAll(HIDDEN)) {
    if (index < from) continue
    parts.push(text.slice(from, index))
    const end = new RegExp(mark === '<!--' ? '-->' : `</${mark.slice(1)}`, 'gi')
    end.lastIndex = index
    from = end.exec(text) ? end.lastIndex : text.length
  }
  return [...parts, text.slice(from)].join(' ')
}

const plain = (text: string): string =>
  withoutEntities(text)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()

interface PageTable {
  heading: string
  rows: string[][]
}

/** Walks through a page once. A table inside of a cell is text of that cell. */
function tablesIn(body: string): PageTable[] {
  const tables: PageTable[] = []
  const open: PageTable[] = []
  let cell: string | null = null
  let heading: string | null = null
  let latest = ''
  let from = 0
  for (const { 0: tag, 1: slash = '', 2: name = '', 3: attributes = '', index } of body.matchAll(TAG)) {
    const before = body.slice(from, index)
    from = index + tag.length
    const kind = name.toLowerCase()
    const isEnd = slash === '/'
    const [table] = open
    if (cell !== null) cell += before
    if (heading !== null) heading += before
    if (kind === 'table') {
      if (isEnd) tables.push(...open.splice(0))
      else if (!table) open.push({ heading: plain(latest), rows: [] })
    } else if (table && kind === 'tr' && !isEnd) table.rows.push([])
    else if (table && /^t[dh]$/.test(kind)) {
      const row = table.rows.at(-1)
      if (cell !== null && row) row[row.length - 1] = plain(cell)
      cell = isEnd ? null : ''
      if (!isEnd) row?.push(...emptyCells(attributes))
    } else if (/^(?:h[1-6]|caption)$/.test(kind)) {
      if (isEnd) latest = heading ?? ''
      heading = isEnd ? null : ''
      if (isEnd && kind === 'caption' && table) table.heading = plain(latest)
    } else if (cell !== null) cell += ` ${boxIn(kind, attributes)}`
  }
  return [...tables, ...open]
}

/** A box in a cell that is ticked. */
const boxIn = (kind: string, attributes: string): string =>
  kind === 'input' && /checkbox/i.test(attributes) ? (/\bchecked\b/i.test(attributes) ? '✓' : '') : ''

/** A cell over several columns is the first of them. */
function emptyCells(attributes: string): string[] {
  const span = Number(/\bcolspan\s*=\s*["']?(\d+)/i.exec(attributes)?.[1] ?? 1)
  return Array<string>(Math.min(Math.max(1, span), MAX_SPANNED)).fill('')
}

/** Puts the tables with names of columns below each other, else takes the largest one. */
function joinedRows(tables: readonly PageTable[]): string[][] {
  const filled = tables.filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== '')))
  const named = filled.filter(({ rows }) => rows.slice(0, 3).some((row) => countNames(row) > 0))
  const largest = filled.toSorted((a, b) => b.rows.length - a.rows.length).slice(0, 1)
  return (named.length > 0 ? named : largest).flatMap(({ heading, rows }) => {
    const section = sectionNamed(heading)
    return section === null ? rows : [[section], ...rows]
  })
}

function listsIn(body: string): string | null {
  const lines: string[] = []
  let item: string | null = null
  let from = 0
  const end = () => {
    const text = plain(item?.replace(/^[#-]/, '') ?? '')
    if (text !== '') lines.push(`${item?.startsWith('#') ? '#' : '-'} ${text}`)
    item = null
  }
  for (const { 0: tag, 1: slash, 2: name = '', index } of body.matchAll(TAG)) {
    if (item !== null) item += body.slice(from, index)
    from = index + tag.length
    const isHeading = /^h[1-6]$/i.test(name)
    if (!isHeading && !/^(?:li|ul|ol)$/i.test(name)) continue
    end()
    if (slash === '' && isHeading) item = '#'
    else if (slash === '' && name.toLowerCase() === 'li') item = '-'
  }
  return lines.filter((line) => line.startsWith('-')).length > 1 ? lines.join('\n') : null
}

interface Element {
  name: string
  text: string
  fields: Map<string, string>
}

/** Returns the elements of XML that have others inside or attributes: of the name with most columns that are known, else of the most. */
function rowsOfXml(text: string): string[][] | null {
  const found = new Map<string, Map<string, string>[]>()
  const stack: Element[] = []
  let from = 0
  const close = () => {
    const element = stack.pop()
    if (!element) return
    const value = plain(element.text.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1'))
    const parent = stack.at(-1)
    const known = found.get(element.name)
    if (element.fields.size > 0 && known) known.push(element.fields)
    else if (element.fields.size > 0) found.set(element.name, [element.fields])
    else if (parent && value !== '') parent.fields.set(element.name, joinedTo(parent.fields.get(element.name), value))
  }
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of text.matchAll(TAG)) {
    const element = stack.at(-1)
    if (element) element.text += text.slice(from, index)
    from = index + tag.length
    if (slash === '/') close()
    else {
      stack.push({ name, text: '', fields: fieldsIn(attributes) })
      if (attributes.trimEnd().endsWith('/')) close()
    }
  }
  return tableOf([...found.values()])
}

const joinedTo = (before: string | undefined, value: string) => (before ? `${before}; ${value}` : value)

const fieldsIn = (attributes: string): Map<string, string> =>
  new Map(
    [...attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].flatMap(([, name = '', one, other]) =>
      name.startsWith('xmlns') ? [] : [[name, plain(one ?? other ?? '')] as const],
    ),
  )

function tableOf(groups: readonly Map<string, string>[][]): string[][] | null {
  const tables = groups.map((items) => {
    const columns = [...new Set(items.flatMap((item) => [...item.keys()]))]
    return { columns, items, named: countNames(columns) }
  })
  const best = tables
    .filter(({ named }) => named > 0)
    .toSorted((a, b) => b.named - a.named || b.items.length - a.items.length)[0]
  return best ? [best.columns, ...best.items.map((item) => best.columns.map((name) => item.get(name) ?? ''))] : null
}
