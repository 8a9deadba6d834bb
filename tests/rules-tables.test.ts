import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGE_ENTRIES } from './support/page-entries.ts'
import { useTestApp } from './support/test-app.ts'

// The tables of docs/rules.md name exactly the endpoints and pages that exist, and mark none of them as planned.

const RULES = readFileSync('docs/rules.md', 'utf8')
const world = useTestApp()

/**
 * Returns the rows of the table below a heading: the names in backticks in the first cell, for rows that have any, and
 * the last cell.
 */
function table(heading: string): { names: string[]; state: string }[] {
  const from = RULES.indexOf(`\n${heading}\n`)
  const chapter = RULES.slice(from + heading.length + 1).split(/\n#+ /)[0] as string
  return chapter
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => {
      const cells = line.replace(/ \|$/, '').split(' | ')
      const names = cells.find((cell) => cell.includes('`')) as string
      return {
        names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => withoutParameterNames(name)),
        state: cells.at(-1) as string,
      }
    })
}

/** `/game/:gameId?` and `/game/{id}` are the same address. */
const withoutParameterNames = (path: string) => path.replace(/\{[^}]*\}|:\w+\??/g, '{}')

/** Their responses are not JSON, so they have no contract. */
const WITHOUT_CONTRACT = [
  'GET /auth/callback',
  'GET /api/image',
  'GET /api/realtime',
  'GET /avatars/{}/avatar.webp',
  'GET /covers/{}',
  'GET /feeds/{}/reviews.atom',
  'GET /feeds/{}/lists.atom',
  'GET /feeds/{}/activity.atom',
  'GET /info/news/atom.xml',
  'GET /api/admin/backups/{}/file',
  'GET /api/exports/{}/files/{}',
  'GET /api/exports/schema.json',
  'GET /api/imports/{}/report.csv',
  'GET /api/lists/{}/games.csv',
  'GET /api/lists/{}/games.json',
  'GET /feeds/lists/{}/games.atom',
  'GET /releases.ics',
  'GET /api/openapi.json',
  'GET /api/v1/openapi.json',
  'GET /api/docs',
  'GET /metrics',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemaps/{}',
]

test('the tables of endpoints name exactly those that exist', () => {
  const documented = table('### Documented endpoints')
  const planned = documented.filter(({ state }) => state === 'planned').flatMap(({ names }) => names)
  const built = [
    ...documented.filter(({ state }) => state.startsWith('built')).flatMap(({ names }) => names),
    ...table('### Added endpoints').flatMap(({ names }) => names),
  ]
  const existing = [
    ...world.routes.map(({ endpoint: { method, path } }) => `${method} ${withoutParameterNames(path)}`),
    ...WITHOUT_CONTRACT,
  ]
  expect(built.toSorted()).toEqual(existing.toSorted())
  expect(planned.filter((name) => existing.includes(name))).toEqual([])
})

test('the table of pages names exactly those that exist', () => {
  const rows = table('## Page routes')
  const addresses = (state: string) => rows.filter((row) => row.state === state).flatMap(({ names }) => names)
  const pages = PAGE_ENTRIES.map(({ path }) => withoutParameterNames(path))
  expect(addresses('built').toSorted()).toEqual(pages.toSorted())
  expect(addresses('planned').filter((address) => pages.includes(address))).toEqual([])
})
