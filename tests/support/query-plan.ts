import pg from 'pg'
import type { Db } from '#db/db.ts'
import type { TestApp } from './test-app.ts'

/**
 * Runs a function of a `.queries.ts` file, and returns PostgreSQL's plan for the SQL that it sends as text: the plan for
 * all values, which repeated reads get because the app names them.
 */
export async function planOf({ db, connectionString }: TestApp, query: (db: Db) => Promise<unknown>): Promise<string> {
  const sent: string[] = []
  await query(
    db.withPlugin({
      transformQuery({ node, queryId }) {
        sent.push(db.getExecutor().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sent[0]}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}
