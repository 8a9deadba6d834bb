import { EVERYTHING, type Path, type Row } from './query.ts'

/** The requested fields of one level: `*`, single fields, and those of expanded fields. */
interface Requested {
  isAll: boolean
  parts: Map<string, Requested>
}

/**
 * Returns the fields of a row that a query names. `id` is always included, also inside expansions. A reference that is
 * not expanded is its id; a bare id among expanded references stays a bare id. Absent and excluded fields are omitted.
 */
export function pick(row: Row, fields: readonly Path[] | null, exclude: readonly Path[] = []): Row {
  return picked(row, treeOf(fields ?? []), treeOf(exclude))
}

function treeOf(paths: readonly Path[]): Requested {
  const root: Requested = { isAll: false, parts: new Map() }
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

function picked(row: Row, requested: Requested, excluded: Requested | undefined): Row {
  const names = requested.isAll ? Object.keys(row) : [...requested.parts.keys()]
  const answer: Record<string, unknown> = row.id === undefined ? {} : { id: row.id }
  for (const name of names) {
    if (name === 'id' || !Object.hasOwn(row, name)) continue
    const without = excluded?.parts.get(name)
    if (without && without.parts.size === 0) continue
    const value = shown(row[name], requested.parts.get(name), without)
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) continue
    Object.defineProperty(answer, name, { value, enumerable: true, writable: true, configurable: true })
  }
  return answer
}

function shown(value: unknown, requested: Requested | undefined, excluded: Requested | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => shown(each, requested, excluded)).filter((each) => each != null)
  if (typeof value !== 'object' || value === null) return value
  const isExpanded = requested !== undefined && (requested.isAll || requested.parts.size > 0)
  return isExpanded ? picked(value as Row, requested, excluded) : (value as Row).id
}
