// Runs in a separate process, so that generating load costs the bench nothing: node load-autocannon.ts <file with the
// options>
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import * as z from 'zod/mini'

const Options = z.object({
  port: z.number(),
  requests: z.array(z.object({ path: z.string(), headers: z.record(z.string(), z.string()) })),
  connections: z.number(),
  seconds: z.number(),
  mark: z.string(),
})

const { port, requests, connections, seconds, mark } = Options.parse(
  JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')),
)
const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  duration: seconds,
  requests: requests.map(({ path, headers }) => ({ method: 'GET', path, headers })),
})
console.log(
  mark +
    JSON.stringify({
      requests: result.requests.total,
      duration: result.duration * 1e6,
      p50: result.latency.p50 * 1000,
      p99: result.latency.p99 * 1000,
      failures: result.errors + result.non2xx,
    }),
)
