import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { type Backups, openBackups } from '../src/server/backups.ts'
import { readConfig } from '../src/server/config.ts'
import { signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

const FILES = ['ops/grafana-dashboard.json', 'ops/alerts.yaml']
const folder = mkdtempSync(join(tmpdir(), 'savepoint-alerts-'))
afterAll(() => rmSync(folder, { recursive: true }))

let backups: Backups | null = null
const world = useTestApp(
  { METRICS: 'on', BACKUP_DIR: folder, DATA_DIR: folder, RAWG_API_KEY: 'a key' },
  { backups: { job: { name: 'back-up', run: async () => {} }, latest: () => backups?.latest() ?? null } },
)
const read = async () => (await world.visitor().get('/metrics')).body as string

test('each metric that the dashboard and the alerts name exists, with the labels that they use', async () => {
  const config = readConfig({ BACKUP_DIR: folder, DATABASE_URL: world.connectionString })
  const { connectionString } = world
  backups = await openBackups({ config, log: createLog('silent'), clock: () => new Date(), connectionString })
  const metrics = await read()
  for (const file of FILES) {
    const text = readFileSync(file, 'utf8').replaceAll('\\"', '"')
    const named = new Set(text.match(/\b(?:savepoint|nodejs|process)_[a-z0-9_]+/g))
    expect(named.size).toBeGreaterThan(10)
    const missing = [...named].filter((name) => !new RegExp(`^${name}[ {]|^# TYPE ${name} `, 'm').test(metrics))
    expect(
      missing.filter((name) => !/_(bucket|count|sum)$/.test(name)),
      file,
    ).toEqual([])
    for (const name of missing)
      expect(metrics).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} histogram`)
  }
  JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8'))
})

test('disks, sources, sign-ups and refused sign-ins are measured', async () => {
  const { user } = await signUp(world)
  await world.visitor().post('/api/auth/signin', { email: user.email, password: 'not my password' })
  const metrics = await read()
  for (const name of ['data', 'backups'])
    expect(metrics).toMatch(new RegExp(`^savepoint_disk_free_bytes{folder="${name}"} \\d{6}`, 'm'))
  expect(metrics).toContain('savepoint_source_paused{source="rawg"} 0')
  expect(metrics).toMatch(/^savepoint_writes_total{route="\/api\/auth\/signup",method="POST",status="20\d"} 1/m)
  expect(metrics).toContain('savepoint_writes_total{route="/api/auth/signin",method="POST",status="401"} 1')
})
