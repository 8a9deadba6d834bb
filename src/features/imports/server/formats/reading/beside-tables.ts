import { isTitleName } from '../words/column-names.ts'
import { sectionNamed } from './sections.ts'
import type { Table } from './table.ts'

/** The columns of one of several tables that stand beside each other, and what stands above them. */
interface Block {
  from: number
  to: number
  label: string
  names: readonly string[]
}

/**
 * Returns a sheet on which several tables stand beside each other, with an empty column between them, as one list, with what stands
 * above each of them as its first column; any other table as it is.
 */
export function withBeside(table: Table): Table {
  const blocks = blocksOf(table)
  if (blocks.length < 2) return table
  const hasLabels = blocks.some(({ label }) => label !== '')
  const names = [...new Map(blocks.flatMap((block) => block.names.map((name) => [keyOf(name), name]))).values()]
  const keys = names.map(keyOf)
  return {
    header: hasLabels ? ['Section', ...names] : names,
    ...(hasLabels && { partColumn: 0 }),
    hasFewLines: () => false,
    rows: async function* () {
      for await (const { line, cells } of table.rows())
        for (const block of blocks) {
          const own = cells.slice(block.from, block.to)
          if (own.every((cell) => cell.trim() === '')) continue
          const row = Array<string>(keys.length).fill('')
          for (const [at, name] of block.names.entries()) row[keys.indexOf(keyOf(name))] = own[at] ?? ''
          yield { line, cells: hasLabels ? [block.label, ...row] : row }
        }
    },
  }
}

const keyOf = (name: string): string => (isTitleName(name) ? 'title' : name.trim().toLowerCase())

/**
 * Divides a header at its empty names. Each part must have a column of titles, which may be named as the section: 'Finished', 'Backlog'.
 */
function blocksOf({ header, above = [] }: Table): Block[] {
  const blocks: Block[] = []
  for (const [at, name] of header.entries()) {
    const last = blocks.at(-1)
    if (name === '') continue
    if (last?.to === at) last.to = at + 1
    else blocks.push({ from: at, to: at + 1, label: '', names: [] })
  }
  for (const block of blocks) {
    const label = above.slice(block.from, block.to).find((cell) => cell.trim() !== '') ?? ''
    block.label = sectionNamed(label) ?? label.trim()
    block.names = header.slice(block.from, block.to)
    const [first = '', ...others] = block.names
    const section = block.names.some(isTitleName) ? null : sectionNamed(first)
    if (section !== null && blocks.length > 1) Object.assign(block, { label: section, names: ['Title', ...others] })
  }
  return blocks.every(({ names }) => names.filter(isTitleName).length === 1) ? blocks : []
}
