import { isTitleName } from '../words/column-names.ts'
import { sectionNamed } from './sections.ts'
import type { Table } from './table.ts'

/** The columns of one of several tables that stand beside each other, and what stands above them. */
interface Block {
  from: number
  to: number
  label: string
}

/**
 * Returns a sheet on which several tables stand beside each other, with an empty column between them, as one list, with what stands
 * above each of them as its first column; any other table as it is.
 */
export function withBeside(table: Table): Table {
  const blocks = blocksOf(table)
  if (blocks.length < 2) return table
  const hasLabels = blocks.some(({ label }) => label !== '')
  const names = [
    ...new Map(blocks.flatMap((block) => namesIn(table, block).map((name) => [keyOf(name), name]))).values(),
  ]
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
          for (const [at, name] of namesIn(table, block).entries()) row[keys.indexOf(keyOf(name))] = own[at] ?? ''
          yield { line, cells: hasLabels ? [block.label, ...row] : row }
        }
    },
  }
}

const keyOf = (name: string): string => (isTitleName(name) ? 'title' : name.trim().toLowerCase())
const namesIn = ({ header }: Table, { from, to }: Block) => header.slice(from, to)

/** Divides a header at its empty names. Each part must have a column of titles, and what stands above it a name of a section. */
function blocksOf({ header, above = [] }: Table): Block[] {
  const blocks: Block[] = []
  for (const [at, name] of header.entries()) {
    const last = blocks.at(-1)
    if (name === '') continue
    if (last?.to === at) last.to = at + 1
    else blocks.push({ from: at, to: at + 1, label: '' })
  }
  for (const block of blocks) {
    const label = above.slice(block.from, block.to).find((cell) => cell.trim() !== '') ?? ''
    block.label = sectionNamed(label) ?? label.trim()
  }
  return blocks.every((block) => header.slice(block.from, block.to).filter(isTitleName).length === 1) ? blocks : []
}
