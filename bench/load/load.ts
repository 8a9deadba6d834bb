import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { watch } from '../app/processes.ts'

/** A read as a browser sends it. */
export interface ReadRequest {
  path: string
  headers: Record<string, string>
}

export interface LoadResult {
  requests: number
  seconds: number
  /** Responses per second. */
  rate: number
  /** Milliseconds; infinite if no response came in the time. */
  p50: number
  p99: number
  /** Responses that were not 2xx or 3xx, and broken connections. */
  failures: number
}

/** The line that a generator prints. Times are in microseconds. */
const Line = z.object({
  requests: z.number(),
  duration: z.number(),
  p50: z.number(),
  p99: z.number(),
  failures: z.number(),
})
const MARK = 'BENCH '

const wrkVersion = spawnSync('wrk', ['--version'], { encoding: 'utf8' }).stdout?.match(/^wrk (\S+)/)?.[1]

/** The name of the load generator, for the report. */
export const LOAD_GENERATOR = wrkVersion
  ? `wrk ${wrkVersion}`
  : 'autocannon (wrk is not on PATH; autocannon itself may be the limit: trust the CPU figures, or apt-get install wrk)'

/** Keeps `connections` requests in flight for `seconds` and repeats the requests in order. Only for 127.0.0.1. */
export async function load(options: {
  port: number
  requests: readonly ReadRequest[]
  connections: number
  seconds: number
}): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-bench-'))
  try {
    const output = await (wrkVersion ? runWrk(folder, options) : runAutocannon(folder, options))
    const line = output.split('\n').find((text) => text.startsWith(MARK))
    if (!line) throw new Error(`The load generator did not report:\n${output}`)
    const { requests, duration, p50, p99, failures } = Line.parse(JSON.parse(line.slice(MARK.length)))
    const seconds = duration / 1e6
    // Without a response the generators report zero, which would pass for fast.
    const milliseconds = (time: number) => (requests === 0 ? Number.POSITIVE_INFINITY : time / 1000)
    return { requests, seconds, rate: requests / seconds, p50: milliseconds(p50), p99: milliseconds(p99), failures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type LoadOptions = Parameters<typeof load>[0]

/** The number of wrk's threads; one suffices for a single Node process. */
const REPORT_LUA = `
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n${MARK}{"requests":%d,"duration":%d,"p50":%.1f,"p99":%.1f,"failures":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
`

async function runWrk(folder: string, { port, requests, connections, seconds }: LoadOptions): Promise<string> {
  const script = join(folder, 'requests.lua')
  const [first] = requests
  // A single request is sent as it is, without a call into Lua for each.
  const lua =
    requests.length === 1 && first
      ? `wrk.path = ${luaText(first.path)}\nwrk.headers = ${luaTable(first.headers)}\n`
      : `local list = {${requests.map(({ path, headers }) => `{${luaText(path)}, ${luaTable(headers)}}`).join(',\n')}}
local ready, at = {}, 0
init = function()
  for i, r in ipairs(list) do
    wrk.headers = r[2]
    wrk.headers["Host"] = "127.0.0.1:${port}"
    ready[i] = wrk.format("GET", r[1])
  end
end
request = function()
  at = at % #ready + 1
  return ready[at]
end
`
  writeFileSync(script, lua + REPORT_LUA)
  const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s']
  return outputOf('wrk', [...args, '-s', script, `http://127.0.0.1:${port}`])
}

function luaText(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}

function luaTable(fields: Record<string, string>): string {
  return `{${Object.entries(fields)
    .map(([name, value]) => `[${luaText(name)}] = ${luaText(value)}`)
    .join(', ')}}`
}

async function runAutocannon(folder: string, options: LoadOptions): Promise<string> {
  const file = join(folder, 'load.json')
  writeFileSync(file, JSON.stringify({ ...options, mark: MARK }))
  return outputOf(process.execPath, [join(import.meta.dirname, 'load-autocannon.ts'), file])
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = watch(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}
