import { resolve } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from './support/test-app.ts'

const world = useTestApp()

/** Tables that no job shortens and that go with nothing else: why their rows stay, or what bounds them. */
const STAYS: Record<string, string> = {
  activity_comments: 'until the author deletes it, or with what it is about; without a name after the author’s account',
  audit_log: 'for good: nobody can change it',
  badges: 'few: admins write them',
  catalogue_imports: 'one row for each imported file',
  challenges: 'until an admin deletes it',
  forum_categories: 'few: admins write them',
  forum_threads: 'for good; a deleted one is hidden, and without a name after the author’s account',
  game_counts: 'one row for each filter of the catalogue',
  game_facet_bits: 'grows with the catalogue alone',
  game_facet_changes: 'until the counts of the catalogue are made again',
  game_keys: 'grows with the catalogue alone',
  game_numbers: 'grows with the catalogue alone',
  game_words: 'grows with the catalogue alone',
  hold_rules: 'one row',
  game_merges: 'few: one row for each merge of two games',
  loaded_data: 'few: one row for each data set of the app',
  long_migrations: 'few: one row for each long migration',
  news_posts: 'until an admin deletes it',
  reports: 'for good; without names after the accounts',
  schema_migrations: 'one row for each migration',
  site_settings: 'one row',
  sitemap_kinds: 'one row for each kind of page',
  source_tokens: 'one row for each source',
  steam_state: 'one row',
  upstream_pace: 'one row for each source',
  upstream_slots: 'few: one row for each request that a source answers at once',
}

interface Table {
  name: string
  /** The tables with whose rows its rows are deleted. */
  parents: string[]
}
let tables: Table[]

beforeAll(async () => {
  const { rows } = await sql<Table>`
    select relname as name, array(
      select distinct parent.relname::text from pg_constraint
      join pg_class parent on parent.oid = confrelid
      where conrelid = pg_class.oid and contype = 'f' and confdeltype = 'c' and confrelid <> conrelid
      order by 1
    ) as parents
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname collate "C"`.execute(
    world.db,
  )
  tables = rows
})

/** Returns whether rows of the table are deleted with those of `root`, other than through a game. */
function goesWith(root: string, name: string): boolean {
  const parents = tables.find((table) => table.name === name)?.parents ?? []
  return parents.some((parent) => parent === root || (parent !== 'games' && goesWith(root, parent)))
}

const limited = () =>
  world.jobs.flatMap(({ name, deletes = {} }) => Object.entries(deletes).map((entry) => [...entry, name]))

/** Returns the rest: neither a job nor an account or a game ends their rows. */
const others = () => {
  const byJobs = limited().map(([table]) => table)
  return tables.filter(({ name }) => !byJobs.includes(name) && !goesWith('user', name) && !goesWith('games', name))
}

const tableOf = (head: string[], rows: readonly (readonly (string | undefined)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const listOf = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

test('docs/retention.md says of each table how long its rows stay', async () => {
  const byJobs = limited().toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
  const names = tables.map(({ name }) => name).filter((name) => !byJobs.some(([table]) => table === name))
  const member = names.filter((name) => goesWith('user', name))
  const game = names.filter((name) => !member.includes(name) && goesWith('games', name))
  const text = `# How long data stay

\`tests/retention.test.ts\` writes this file from the jobs (\`deletes\`) and the schema: \`npx vitest run tests/retention.test.ts -u\`. The job
queue (schema \`pgboss\`) has finished work for two days. Scaled pictures in \`DATA_DIR/images\` take at most 512 MB, and \`BACKUP_DIR\` has
the last \`BACKUP_KEEP\` backups, in which removed data stay until they are replaced. With \`STORAGE_URL\` its folders \`avatars/\` and \`exports/\` have a file as long as the row that names
it, \`images/\` has scaled pictures for 30 days, and \`backups/\` the last \`BACKUP_KEEP\`.

## Deleted by a job

${tableOf(
  ['Table', 'A row stays', 'Job'],
  byJobs.map(([table, stays, job]) => [`\`${table}\``, stays, `\`${job}\``]),
)}

## Deleted with the account

Most of these can be deleted earlier, too: ${listOf(member)}.

## Deleted with the game

${listOf(game)}.

## All others

${tableOf(
  ['Table', 'A row stays'],
  others().map(({ name, parents }) => [`\`${name}\``, STAYS[name] ?? `as long as its row in ${listOf(parents)}`]),
)}
`
  await expect(text).toMatchFileSnapshot(resolve('docs/retention.md'))
})

test('no table grows without anybody having said how long', () => {
  const unsaid = others().filter(({ name, parents }) => parents.length === 0 && !Object.hasOwn(STAYS, name))
  expect(unsaid.map(({ name }) => name)).toEqual([])
  const all = others().map(({ name }) => name)
  expect(Object.keys(STAYS).filter((name) => !all.includes(name))).toEqual([])
  const known = tables.map(({ name }) => name)
  expect(limited().filter(([table = '']) => !known.includes(table))).toEqual([])
})

test('a job that deletes rows says so, and from which tables', async () => {
  const silent = world.jobs.filter(({ name, deletes }) => /^(prune|remove|delete)-/.test(name) && !deletes)
  expect(silent.map(({ name }) => name)).toEqual([])
  const undeclared: string[] = []
  for (const { name, schedule, deletes = {} } of world.jobs) {
    if (schedule === undefined) continue
    const statements = await world.statementsOf(() => world.run(name))
    for (const [, table = ''] of statements.join('\n').matchAll(/\bdelete from "?(\w+)/g))
      if (!Object.hasOwn(deletes, table)) undeclared.push(`${name}: ${table}`)
  }
  expect(undeclared).toEqual([])
})
