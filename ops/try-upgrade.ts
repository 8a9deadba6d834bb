import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'

/**
 * Tries an update without a pause: builds an older revision and this one, starts two nodes of the older one on one database behind
 * a small proxy, and replaces node after node while visitors read, and members read and write. Ends with 1 if any answer through
 * the proxy was 5xx, if the proxy met a closed port, or if a browser's file was missing.
 */
const USAGE = `node ops/try-upgrade.ts [REVISION]

REVISION is a tag or a commit; without it, the newest tag, or else the commit before the newest migration.
  --port N       the port of the proxy; the next three are those of the nodes (3000)
  --seconds N    how long the load runs between two steps (5)
  --back         afterwards replaces a node of this revision by one of the older one, as somebody who goes back does`

const ROOT = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '5' },
    back: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
const PORT = Number(values.port)
const STEP_MS = Number(values.seconds) * 1000
/** How often the proxy asks a node whether it is ready. Nodes of revisions that know the delay serve for longer than that. */
const ASK_MS = 500
/** A busy node may miss a question; a proxy takes it out after this many. */
const SILENT_MOST = 3
const STOP_DELAY_SECONDS = 3

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const say = (sentence: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${sentence}`)

/** Returns the newest tag, or else the last commit without the newest migration. */
function previousRevision(): string {
  const [tag = ''] = git('tag', '--list', '--sort=-creatordate').split('\n')
  if (tag !== '') return tag
  const newest = readdirSync(join(ROOT, 'src/db/migrations')).sort().at(-1) as string
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `src/db/migrations/${newest}`).split('\n').at(-1)
  return added ? `${added}^` : 'HEAD'
}

/** Unpacks a revision into a folder and builds it there, with the packages that are installed here if they are the same. */
function buildRevision(revision: string, folder: string): string {
  const target = join(folder, 'old')
  mkdirSync(target)
  const archive = spawnSync('git', ['archive', revision], { cwd: ROOT, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', target], { input: archive.stdout })
  const lock = (at: string) => readFileSync(join(at, 'package-lock.json'), 'utf8')
  if (lock(target) === lock(ROOT))
    cpSync(join(ROOT, 'node_modules'), join(target, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: target, stdio: 'inherit' })
  build(target, git('rev-parse', '--short=7', revision))
  return target
}

const build = (folder: string, commit: string) =>
  execFileSync(process.execPath, ['scripts/build.ts'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, COMMIT: commit },
  })

interface Node {
  name: string
  port: number
  process: ChildProcess
  isReady: boolean
  /** The address of its health check. */
  question: string
  /** How many questions in a row it has not answered. */
  silent: number
  /** It goes on serving for a while when it is told to stop (STOP_DELAY_SECONDS). */
  knowsDelay: boolean
}
const nodes: Node[] = []

async function start(name: string, port: number, folder: string, databaseUrl: string, dataDir: string): Promise<Node> {
  const log = join(dataDir, `${name}.log`)
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=32', '--expose-gc', join(folder, 'dist/main/main.js')],
    {
      cwd: folder,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: join(dataDir, name),
        PORT: String(port),
        BASE_URL: `http://localhost:${PORT}`,
        TRUST_PROXY: 'on',
        SECRET: 'a secret of the trial that is long enough',
        RATE_LIMITS: 'off',
        IMAGES: 'off',
        LOG_LEVEL: 'warn',
        STOP_DELAY_SECONDS: String(STOP_DELAY_SECONDS),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const knowsDelay = readFileSync(join(folder, 'docs/settings.md'), 'utf8').includes('STOP_DELAY_SECONDS')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
      writeFileSync(log, output)
    })
  const node: Node = {
    name,
    port,
    process: child,
    isReady: false,
    question: '/api/health/ready',
    silent: 0,
    knowsDelay,
  }
  nodes.push(node)
  for (let tries = 0; tries < 1200 && !node.isReady; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${output}`)
    await wait(100)
  }
  if (!node.isReady) throw new Error(`${name} was not ready in two minutes:\n${output}`)
  say(`${name} is ready`)
  return node
}

/** Ends a node as a service manager does, and waits for its end. */
async function stop(node: Node): Promise<void> {
  const forget = () => nodes.splice(nodes.indexOf(node), 1)
  // It could not start, which has been said. One that closes its port at once leaves the proxy first, as by hand.
  if (node.process.exitCode !== null || !node.knowsDelay) forget()
  if (node.process.exitCode !== null) return
  if (!node.knowsDelay) await wait(1000)
  say(`${node.name} gets SIGTERM`)
  const ended = new Promise<number | null>((done) => node.process.once('exit', done))
  node.process.kill('SIGTERM')
  const code = await ended
  if (node.knowsDelay) forget()
  say(`${node.name} has ended with ${code}`)
  if (code !== 0) problems.set(`${node.name} ended with ${code}`, 1)
}

/** Asks each node as a proxy with a health check does. */
async function watchNodes(): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      const answer = await fetch(`http://127.0.0.1:${node.port}${node.question}`, {
        signal: AbortSignal.timeout(2000),
      }).catch(() => null)
      await answer?.arrayBuffer()
      // Older revisions have one health check.
      if (answer?.status === 404) node.question = '/api/health'
      node.silent = answer ? 0 : node.silent + 1
      if (answer) node.isReady = answer.ok
      else if (node.silent >= SILENT_MOST) node.isReady = false
    }),
  )
}

const problems = new Map<string, number>()
const counts = new Map<string, number>()
const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
const agent = new Agent({ keepAlive: true })
let turn = 0

/** Sends a request to the next node that is ready; never to another one when that fails, so that a failure is seen. */
function proxy(asked: IncomingMessage, answered: ServerResponse): void {
  const ready = nodes.filter(({ isReady }) => isReady)
  turn += 1
  const node = ready[turn % ready.length]
  const where = `${asked.method} ${asked.url?.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '…')}`
  if (!node) {
    add(problems, `no node is ready: ${where}`)
    answered.writeHead(502).end()
    return
  }
  const headers = {
    ...asked.headers,
    'x-forwarded-for': '203.0.113.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': asked.headers.host,
  }
  const passed = request(
    { host: '127.0.0.1', port: node.port, method: asked.method, path: asked.url, headers, agent },
    (answer) => {
      add(counts, `${node.name} ${answer.statusCode}`)
      if ((answer.statusCode ?? 0) >= 500) add(problems, `${answer.statusCode} from ${node.name}: ${where}`)
      if (asked.url?.startsWith('/assets/') && answer.statusCode !== 200)
        add(sharesFiles ? problems : counts, `a browser's file is missing (${answer.statusCode} from ${node.name})`)
      answered.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(answered)
    },
  )
  passed.on('error', (error: NodeJS.ErrnoException) => {
    add(problems, `${error.code} at ${node.name}: ${where}`)
    if (!answered.headersSent) answered.writeHead(502)
    answered.end()
  })
  asked.pipe(passed)
}

const origin = `http://localhost:${PORT}`
let isOver = false

/** Reads as a visitor's browser: a page, and the files that it names. */
async function visit(): Promise<void> {
  for (let n = 0; !isOver; n += 1) {
    const path = [
      '/',
      '/games',
      '/game/igdb_1942',
      '/lists',
      '/reviews',
      '/members',
      '/games?sort=popular',
      `/game/igdb_${1942 + (n % 5)}`,
    ][n % 8] as string
    const page = await (await fetch(origin + path)).text()
    for (const [, file] of [...page.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].slice(0, 6))
      await (await fetch(origin + file)).arrayBuffer()
    await wait(20)
  }
}

/** Signs up, and reads and writes until the end. */
async function useAsMember(username: string): Promise<void> {
  const { signUpOverHttp } = await import('../tests/support/http-member.ts')
  const member = await signUpOverHttp(origin, username)
  const games = ['igdb_1942', 'igdb_1020', 'igdb_119133', 'igdb_7346']
  let expected = 0
  for (let n = 0; !isOver; n += 1) {
    const game = games[Math.floor(n / 4) % games.length] as string
    const wanted: [string, string, unknown][] = [
      ['POST', '/api/library', { game_id: game }],
      ['PATCH', `/api/library/${game}/status`, { status: n % 2 ? 'playing' : 'completed' }],
      ['PUT', '/api/user/preferences', { search_strategy: n % 2 ? 'smart' : 'parallel' }],
      ['POST', '/api/journal', { type: 'daily', title: `Day ${n}`, content: 'Rain.' }],
    ]
    const [method, path, body] = wanted[n % wanted.length] as [string, string, unknown]
    add(counts, `write ${path} ${await member.write(origin, method, path, body)}`)
    const reads = ['/api/auth/session', '/api/notifications', '/api/user/preferences', '/api/library', '/api/journal']
    const read = reads[n % reads.length] as string
    const found = await member.read(origin, read)
    if (read === '/api/auth/session' && (found as { user: unknown }).user === null)
      add(problems, `${username} was signed out`)
    const page = await fetch(`${origin}${['/', '/profile/games', '/settings'][n % 3]}`, {
      headers: { cookie: member.cookie() },
    })
    await page.text()
    expected += 1
    await wait(20)
  }
  say(`${username} went through ${expected} rounds`)
}

const folder = mkdtempSync(join(tmpdir(), 'savepoint-upgrade-'))
const revision = positionals[0] ?? previousRevision()
const given = existsSync(join(resolve(revision), 'dist/main/main.js'))
say(
  given
    ? `The older version is the build in ${revision}`
    : `Building ${revision} (${git('log', '-1', '--format=%h %s', revision)})`,
)
const old = given ? resolve(revision) : buildRevision(revision, folder)
/** Nodes of revisions without it do not know the files of other revisions, so these are counted and are no failure. */
const sharesFiles = existsSync(join(old, 'src/server/browser-files.ts'))
say('Building this revision')
build(ROOT, git('rev-parse', '--short=7', 'HEAD'))
const migrations = (at: string) => globSync('*.sql', { cwd: join(at, 'src/db/migrations') })
const fresh = migrations(ROOT).filter((name) => !migrations(old).includes(name))
say(`New migrations: ${fresh.join(', ') || 'none'}`)

const database = await startEmbeddedPostgres({
  dataDir: join(folder, 'database'),
  log: () => {},
  settings: { max_connections: '80' },
})
const watching = setInterval(() => void watchNodes(), ASK_MS)
const server = createServer(proxy).listen(PORT, '127.0.0.1')
try {
  const run = (name: string, offset: number, at: string) =>
    start(name, PORT + offset, at, database.connectionString, folder)
  const one = await run('old-1', 1, old)
  const two = await run('old-2', 2, old)
  const load = Promise.all([visit(), visit(), useAsMember('upgrader-one'), useAsMember('upgrader-two')])
  load.catch(() => {})
  await wait(STEP_MS)
  // The new node migrates while both older ones serve.
  const three = await run('new-1', 3, ROOT)
  await wait(STEP_MS)
  await stop(one)
  await wait(STEP_MS)
  await run('new-2', 1, ROOT)
  await wait(STEP_MS)
  await stop(two)
  await wait(STEP_MS)
  if (values.back) {
    await stop(three)
    await run('old-3', 2, old)
    await wait(STEP_MS)
  }
  isOver = true
  await load
} catch (error) {
  problems.set(error instanceof Error ? error.message : String(error), 1)
  isOver = true
} finally {
  clearInterval(watching)
  for (const node of [...nodes]) await stop(node)
  server.close()
  server.closeAllConnections()
  agent.destroy()
  await database.stop()
  for (const file of globSync('*.log', { cwd: folder })) {
    const lines = readFileSync(join(folder, file), 'utf8').trim()
    if (lines !== '') say(`${file}: ${lines.split('\n').length} lines, the first: ${lines.slice(0, 600)}`)
  }
  if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true })
}
for (const [what, count] of [...counts].sort()) say(`${count} × ${what}`)
for (const [what, count] of problems) say(`PROBLEM ${count} × ${what}`)
say(problems.size > 0 ? 'FAILED' : 'No answer failed, no port was closed, no file was missing.')
process.exit(problems.size > 0 ? 1 : 0)
