import { type CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#db/db.ts'
import type { TestApp } from './test-app.ts'

/**
 * Stores the rows of a plan test in one transaction, without triggers and without checks of references, which take much
 * longer than the rows. What triggers derive from the rows is missing: store rows that a plan needs derived without this.
 */
export const storeRows = ({ db }: TestApp, store: (db: Db) => Promise<unknown>): Promise<unknown> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await store(transaction)
  })

/**
 * Runs a function of a `.queries.ts` file, and returns PostgreSQL's plan for the SQL that it sends as text: the plan for
 * all values, which repeated reads get because the app names them.
 */
export async function planOf({ db, connectionString }: TestApp, query: (db: Db) => Promise<unknown>): Promise<string> {
  const [sent] = await sentBy(db, query)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sent?.sql}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}

/** Runs the function and returns the statements that it sends, with their values. */
async function sentBy(db: Db, query: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = []
  await query(
    db.withPlugin({
      transformQuery({ node, queryId }) {
        sent.push(db.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  return sent
}

/** One step of a plan that read a table or an index, and the rows that it read, those that a filter removed too. */
export interface PlanStep {
  kind: string
  table: string
  index: string | null
  rows: number
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Returns the steps that read rows, of the first statement that a function of a `.queries.ts` file sends. */
export async function stepsOf(...of: Parameters<typeof stepsOfEach>): Promise<PlanStep[]> {
  const [first = []] = await stepsOfEach(...of)
  return first
}

/**
 * Runs a function of a `.queries.ts` file, runs each statement that it sends again with the same values, and returns of
 * each the steps of its plan that read rows. `plan` chooses the plan for all values, or the one for these values: the app
 * gets both.
 */
export async function stepsOfEach(
  { db, connectionString }: TestApp,
  plan: 'generic' | 'custom',
  query: (db: Db) => Promise<unknown>,
): Promise<PlanStep[][]> {
  const sent = await sentBy(db, query)
  const client = new pg.Client({ connectionString })
  await client.connect()
  const steps: PlanStep[][] = []
  try {
    await client.query(`set plan_cache_mode = force_${plan}_plan`)
    for (const [at, { sql, parameters }] of sent.entries()) {
      await client.query(`prepare sent_${at} as ${sql}`)
      const values = parameters.map(asLiteral)
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, timing off, format json) execute sent_${at}${values.length > 0 ? `(${values.join(', ')})` : ''}`,
      )
      steps.push(rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => stepsIn(Plan))))
    }
    return steps
  } finally {
    await client.end()
  }
}

function asLiteral(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

/** PostgreSQL plans fewer runs than these in any case. */
const RUNS = 8

/**
 * Runs a function of a `.queries.ts` file, and returns of each statement that it sends whether PostgreSQL keeps its plan.
 * Otherwise each run plans it again, which for a statement that joins many tables takes longer than running it.
 */
export async function keepsPlans(
  { db, connectionString }: TestApp,
  query: (db: Db) => Promise<unknown>,
): Promise<boolean[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const [at, { sql, parameters }] of (await sentBy(db, query)).entries())
      for (let run = 0; run < RUNS; run += 1)
        await client.query({ name: `sent ${at}`, text: sql, values: [...parameters] })
    const { rows } = await client.query<{ kept: boolean }>(
      'select generic_plans > 0 as kept from pg_prepared_statements order by name',
    )
    return rows.map(({ kept }) => kept)
  } finally {
    await client.end()
  }
}

const stepsIn = (node: PlanNode): PlanStep[] => [
  ...(node['Relation Name'] === undefined
    ? []
    : [
        {
          kind: node['Node Type'],
          table: node['Relation Name'],
          index: node['Index Name'] ?? null,
          rows: Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']),
        },
      ]),
  ...(node.Plans ?? []).flatMap(stepsIn),
]
