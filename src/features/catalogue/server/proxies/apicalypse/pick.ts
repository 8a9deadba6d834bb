import { EVERYTHING, type Path, type Row } from './query.ts'

/** What is asked of one level: `*`, single fields, and what is asked of the fields that are expanded. */
interface Asked {
  isAll: boolean
  parts: Map<string, Asked>
}

/**
 * The fields of a row that a query names. `id` always comes along, also inside expansions; a reference that is not expanded
 * is its id; a bare id among expanded references stays one; what is absent or excluded is left out.
 */
export function pick(row: Row, fields: readonly Path[] | null, exclude: readonly Path[] = []): Row {
  return picked(row, treeOf(fields ?? []), treeOf(exclude))
}

function treeOf(paths: readonly Path[]): Asked {
  const root: Asked = { isAll: false, parts: new Map() }
  for (const path of paths) {
    let level = root
    for (const name of path) {
      if (name === EVERYTHING) {
        level.isAll = true
        break
      }
      const next = level.parts.get(name) ?? { isAll: false, parts: new Map() }
      level.parts.set(name, next)
      level = next
    }
  }
  return root
}

function picked(row: Row, asked: Asked, excluded: Asked | undefined): Row {
  const names = asked.isAll ? Object.keys(row) : [...asked.parts.keys()]
  const answer: Record<string, unknown> = row.id === undefined ? {} : { id: row.id }
  for (const name of names) {
    if (name === 'id' || !Object.hasOwn(row, name)) continue
    const without = excluded?.parts.get(name)
    if (without && without.parts.size === 0) continue
    const value = shown(row[name], asked.parts.get(name), without)
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) continue
    Object.defineProperty(answer, name, { value, enumerable: true, writable: true, configurable: true })
  }
  return answer
}

function shown(value: unknown, asked: Asked | undefined, excluded: Asked | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => shown(each, asked, excluded)).filter((each) => each != null)
  if (typeof value !== 'object' || value === null) return value
  const isExpanded = asked !== undefined && (asked.isAll || asked.parts.size > 0)
  return isExpanded ? picked(value as Row, asked, excluded) : (value as Row).id
}
