import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LONG_MIGRATIONS } from '../src/db/long-migrations.ts'
import { listMigrations, loadMigration, readMigration } from '../src/db/migration-files.ts'
import { problemsOf, releasesIn } from './support/migration-rules.ts'

/** What stood here when migrations began to say on which code they may run. */
const BASELINE = '20261129223000-know-sessions-of-the-provider.sql'

const files = async () => Promise.all((await listMigrations()).map((name) => loadMigration(name)))
const releases = releasesIn(readFileSync('CHANGELOG.md', 'utf8'))

test('each migration leaves the version before working', async () => {
  const all = await files()
  const baseline = all.findIndex(({ name }) => name === BASELINE)
  expect(baseline).toBeGreaterThan(0)
  const known = {
    names: all.map(({ name }) => name),
    longMigrations: LONG_MIGRATIONS.map(({ name }) => name),
    releases,
  }
  expect(all.slice(baseline + 1).flatMap((file) => problemsOf(file, known))).toEqual([])
})

test('the changelog names the newest migration of each release', async () => {
  const names = await listMigrations()
  expect(releases.filter((name) => !names.includes(name))).toEqual([])
})

describe('the rules', () => {
  const known = {
    names: ['20270101000000-add.sql', '20270201000000-fill.sql'],
    longMigrations: ['fill-all'],
    releases: ['20270101000000-add.sql'],
  }
  const said = (sql: string) =>
    problemsOf(readMigration('20270301000000-made-up.sql', sql), known).map((line) => line.split(': ')[1])

  test.each([
    'alter table games add column mood text',
    "alter table games add column mood text not null default 'calm'",
    'create table moods (id uuid primary key, game_id text references games (id) on delete cascade); create index moods_of on moods (game_id)',
    'insert into site_settings default values',
    'create table moods (id integer); insert into moods select 1 from games',
    "alter table games add constraint mood check (mood <> '') not valid",
    'create or replace function f() returns trigger language plpgsql as $$ begin delete from games; return null; end $$',
    'alter table games alter column mood drop not null',
  ])('an expansion may say: %s', (sql) => expect(said(`-- expansion\n${sql};`)).toEqual([]))

  test.each([
    ['drop table games', 'A contraction of a later release drops'],
    ['alter table games drop column mood', 'A contraction of a later release drops'],
    ['drop function f()', 'A contraction of a later release drops'],
    ['alter table games rename column mood to feeling', 'Add the new name'],
    ['alter table games rename to plays', 'Add the new name'],
    ['alter table games alter column mood type integer', 'Add a column of the new type'],
    ['alter table games alter mood set data type integer', 'Add a column of the new type'],
    ['alter table games alter column mood set not null', 'Add a check that is not valid'],
    ['alter table games add column mood text not null', 'Give the column a default'],
    ['alter table games add column mood uuid default uuidv7()', 'A default that differs for each row'],
    ['create index games_mood on games (mood)', 'Make the index in a file that begins'],
    ['create unique index games_mood on games (mood)', 'Make the index in a file that begins'],
    ['alter table games add unique (mood)', 'Make the index in a file that begins'],
    ['alter table games add constraint mood check (mood > 1)', 'Add the constraint as not valid'],
    ['alter table games add constraint mood foreign key (mood) references moods', 'Add the constraint as not valid'],
    ['update games set mood = null', 'Change rows in a long migration'],
    ['delete from games', 'Change rows in a long migration'],
    ['insert into moods select id from games', 'Change rows in a long migration'],
    ['vacuum full games', 'This rewrites or locks'],
    ['lock table games', 'This rewrites or locks'],
    ['truncate games', 'This rewrites or locks'],
  ])('an expansion must not say: %s', (sql, sentence) => {
    expect(said(`-- expansion\n${sql};`)).toEqual([expect.stringContaining(sentence)])
  })

  test('a file for indexes drops each one first, and has nothing else', () => {
    const begin = '-- expansion, concurrently\n'
    const good =
      'drop index concurrently if exists games_mood;\ncreate index concurrently games_mood on games (mood);\n'
    expect(said(begin + good)).toEqual([])
    expect(said(`${begin}create index concurrently games_mood on games (mood);`)).toHaveLength(1)
    expect(said(`${begin}${good}alter table games add mood text;`)).toHaveLength(1)
  })

  test('a contraction says which migration the code knows that no longer uses what it takes away', () => {
    expect(said('drop table games;')).toEqual([expect.stringContaining('The first line must be')])
    expect(said('-- contraction after 20270101000000-add\ndrop table games;')).toEqual([])
    expect(said('-- contraction after 20270101000000-add, when fill-all is finished\ndrop table games;')).toEqual([])
    expect(said('-- contraction after 20270101000001-none\ndrop table games;')).toHaveLength(1)
    expect(said('-- contraction after 20270201000000-fill\ndrop table games;')).toEqual([
      expect.stringContaining('is not in a release yet'),
    ])
    expect(said('-- contraction after 20270101000000-add, when fill-none is finished\ndrop table games;')).toHaveLength(
      1,
    )
  })
})
