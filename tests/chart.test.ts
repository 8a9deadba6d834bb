import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CHART = join(import.meta.dirname, '../ops/chart')
const read = (path: string) => readFileSync(join(CHART, path), 'utf8')
const documented = readFileSync(join(import.meta.dirname, '../docs/settings.md'), 'utf8')
const settings = new Set([...documented.matchAll(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)`/g)].map(([, name]) => name))

/** The names of settings that a text contains, such as BASE_URL. */
const settingsIn = (text: string) => [...text.matchAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)].map(([name]) => name)

test('the chart for Kubernetes names only settings that there are', () => {
  const named = ['values.yaml', ...readdirSync(join(CHART, 'templates')).map((name) => `templates/${name}`)].flatMap(
    (path) => settingsIn(read(path)),
  )
  expect(named).toContain('DATABASE_URL')
  expect(named.filter((name) => !settings.has(name))).toEqual([])
})

test('the chart refuses secrets among its public settings', () => {
  const [, pattern = '^$'] = /regexMatch "([^"]+)" \$name/.exec(read('templates/_helpers.tpl')) ?? []
  const refused = [...settings].filter((name) => name !== undefined && new RegExp(pattern).test(name))
  expect(refused.toSorted()).toEqual([
    'DATABASE_DIRECT_URL',
    'DATABASE_REPLICA_URLS',
    'DATABASE_URL',
    'IGDB_CLIENT_SECRET',
    'OIDC_CLIENT_SECRET',
    'RAWG_API_KEY',
    'SECRET',
    'SMTP_URL',
    'STEAM_API_KEY',
    'STORAGE_URL',
  ])
})

test('the probes of the chart ask addresses that the app answers', () => {
  const paths = [...read('templates/deployment.yaml').matchAll(/path: (\S+)/g)].map(([, path]) => path)
  expect([...new Set(paths)].toSorted()).toEqual(['/api/health/live', '/api/health/ready'])
})
