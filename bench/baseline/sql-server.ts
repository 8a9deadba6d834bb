// A baseline: a bare handler that runs the same statements as the app through the same driver and sends the rows as
// JSON. start-baseline.ts forks it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

/** The statements to run for a path. The statements of one wave start together; the next wave follows. */
export interface SqlPlan {
  connectionString: string
  poolSize: number
  waves: Map<string, Statement[][]>
}

process.once('message', ({ connectionString, poolSize, waves }: SqlPlan) => {
  const pool = new pg.Pool({ connectionString, max: poolSize, application_name: 'bench-baseline' })
  const server = createServer(async (request, response) => {
    const plan = waves.get(request.url ?? '')
    if (!plan) return response.writeHead(404).end()
    const rows: unknown[] = []
    for (const wave of plan) {
      const results = await Promise.all(wave.map(({ text, values }) => pool.query(text, values)))
      rows.push(...results.map((result) => result.rows))
    }
    const body = Buffer.from(JSON.stringify(rows))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit(0))
