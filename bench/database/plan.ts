import pg from 'pg'
import * as z from 'zod/mini'

const PlanNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Index Name': z.optional(z.string()),
  'Function Name': z.optional(z.string()),
  'Actual Rows': z.optional(z.number()),
  'Shared Hit Blocks': z.optional(z.number()),
  'Shared Read Blocks': z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(PlanNode))
  },
})
type PlanNode = z.infer<typeof PlanNode>

const Explained = z.array(z.object({ Plan: PlanNode, 'Execution Time': z.number() }))

/**
 * Summarises `explain (analyze, buffers, format json)`: the touched pages, and the nodes from the top along the
 * costliest branch.
 */
export function topNodesOf(explained: unknown): {
  topNode: string
  buffers: number
  rows: number
  milliseconds: number
} {
  const [plan] = Explained.parse(explained)
  if (!plan) throw new Error('explain returned nothing')
  const names: string[] = []
  let node: PlanNode | undefined = plan.Plan
  while (node) {
    names.push(
      [node['Node Type'], node['Index Name'] ?? node['Relation Name'] ?? node['Function Name']]
        .filter(Boolean)
        .join(' '),
    )
    node = node.Plans?.toSorted((a, b) => buffersOf(b) - buffersOf(a))[0]
  }
  return {
    topNode: names.length > 5 ? [...names.slice(0, 3), '…', names.at(-1)].join(' ← ') : names.join(' ← '),
    buffers: buffersOf(plan.Plan),
    rows: plan.Plan['Actual Rows'] ?? 0,
    milliseconds: plan['Execution Time'],
  }
}

function buffersOf(node: PlanNode): number {
  return (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
}

/** Writes a parameter of the app as an SQL literal, because `execute` takes no parameters. */
export function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(String(each))).join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}
