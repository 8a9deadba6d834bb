import { describe, expect, test } from 'vitest'
import { allOf, IMPORT_NOW, importFixture, readImport } from '#tests/support/import-files.ts'
import type { Mapping } from '../../mapping.rules.ts'
import { previewOf } from './mapped/mapped-table.ts'
import { openImport } from './open-import.ts'

const guess = async (text: string) => (await readImport(Buffer.from(text), 'games.csv')).mapped?.mapping as Mapping
const fieldsOf = (mapping: Mapping) => Object.values(mapping.columns)

test('a spreadsheet in German: columns, scale, decimal commas, days before months, words for a status', async () => {
  const { preset, mapped, records, titled, skipped, unstored } = await readImport(
    importFixture('spreadsheet.csv'),
    'Spiele.csv',
  )
  expect(preset).toBe('mapped')
  expect(mapped?.mapping).toEqual({
    columns: { 0: 'title', 1: 'platform', 2: 'status', 3: 'rating', 4: 'hours', 5: 'finished', 6: 'store', 7: 'notes' },
    statuses: { beaten: 'completed', 'on hold': 'paused', backlog: 'want_to_play' },
    rating_max: 10,
    hours_unit: 'hours',
    date_order: 'dmy',
  })
  expect(unstored).toEqual(['Farbe'])
  expect(skipped).toEqual([{ row: 6, title: '', reason: 'no-title' }])
  // Rows for two platforms stay apart, with all that each of them says.
  expect(records.slice(0, 2)).toMatchObject([
    {
      title: 'Zelda: A Link to the Past',
      rows: [2],
      status: 'completed',
      rating: 10,
      hours: 20.5,
      notes: '=HYPERLINK("https://evil.example";"klick")',
      losses: [],
      playthroughs: [{ platform: 'SNES', finished_on: '1998-12-24', finish_level: 'main_story' }],
    },
    {
      title: 'Zelda: A Link to the Past',
      rows: [3],
      rating: 8,
      hours: 12,
      notes: 'Nochmal',
      playthroughs: [{ platform: 'GBA', finished_on: '2004-02-03', finish_level: 'main_story' }],
    },
  ])
  expect(titled('Half-Life: Alyx')).toMatchObject({ status: 'playing', notes: 'Status: On Hold' })
  expect(titled('Final Fantasy VII').status).toBe('want_to_play')
  expect(titled('Ōkami')).toMatchObject({ status: null, rating: null, hours: null })
  expect(titled('Ōkami').notes).toContain('Status: Somewhere else\n')
  expect(titled('Ōkami').losses.map(({ reason }) => reason)).toEqual([
    'unknown-value',
    'out-of-range',
    'out-of-range',
    'not-a-date',
  ])
})

test('the member changes the mapping: other columns, other words, another scale', async () => {
  const mapping: Mapping = {
    columns: { 0: 'title', 2: 'status', 3: 'rating', 8: 'tags' },
    statuses: { beaten: 'dropped', 'somewhere else': 'playing' },
    rating_max: 100,
    hours_unit: 'hours',
    date_order: 'dmy',
  }
  const { titled } = await readImport(importFixture('spreadsheet.csv'), 'Spiele.csv', mapping)
  expect(titled('Ōkami')).toMatchObject({ status: 'playing', rating: 10, tags: ['weiß'], losses: [] })
  expect(titled('Zelda: A Link to the Past')).toMatchObject({ status: 'dropped', rating: 1, hours: null })
})

test('a word that the member has removed from the mapping means nothing', async () => {
  const mapping: Mapping = {
    columns: { 0: 'title', 2: 'status' },
    statuses: {},
    rating_max: 10,
    hours_unit: 'hours',
    date_order: 'dmy',
  }
  const { titled } = await readImport(importFixture('spreadsheet.csv'), 'Spiele.csv', mapping)
  expect(titled('Final Fantasy VII')).toMatchObject({
    status: null,
    losses: [{ field: 'Status', value: 'Backlog', reason: 'unknown-value', is_noted: true }],
  })
})

test('with a mapping, also a known table is read as the member says', async () => {
  const mapping: Mapping = {
    columns: { 1: 'title' },
    statuses: {},
    rating_max: 5,
    hours_unit: 'hours',
    date_order: 'mdy',
  }
  const { preset, records } = await readImport(importFixture('backloggd.csv'), 'backloggd.csv', mapping)
  expect(preset).toBe('mapped')
  expect(records).toMatchObject([{ title: 'Hollow Knight', status: null }, {}, {}, {}])
})

test('a preview shows 20 rows before they are joined', async () => {
  const text = `name,status\n${'Hades,done\n'.repeat(30)}`
  const opened = await openImport(Buffer.from(text), 'games.csv', { now: IMPORT_NOW })
  expect(await previewOf(opened.rows())).toHaveLength(20)
  expect(await allOf(opened.records())).toHaveLength(1)
})

describe('guesses', () => {
  test.each([
    ['5', 5],
    ['7', 10],
    ['88', 100],
  ])('a best rating of %s is a scale of %s', async (rating, max) => {
    expect((await guess(`name,rating\nA,1\nB,${rating}\n`)).rating_max).toBe(max)
  })

  test('the name of a column says the scale and the unit', async () => {
    const mapping = await guess('title,score /10,playtime minutes\nA,3,90\n')
    expect(mapping).toMatchObject({ rating_max: 10, hours_unit: 'minutes' })
  })

  test('dates decide which of day and month comes first', async () => {
    expect((await guess('name,finished\nA,02/03/2020\nB,25/12/2020\n')).date_order).toBe('dmy')
    expect((await guess('name,finished\nA,02/03/2020\nB,12/25/2020\n')).date_order).toBe('mdy')
  })

  test('an exact name comes before a contained one, and values must fit the name', async () => {
    const mapping = await guess('Game Title,Title,Completed,IGDB ID\nx,Hades,yes,abc\n')
    expect(mapping.columns).toEqual({ 1: 'title', 2: 'tick' })
    expect(fieldsOf(await guess('Game,Date Completed,IGDB ID\nHades,2020-01-01,7\n'))).toEqual(
      expect.arrayContaining(['title', 'finished', 'igdb_id']),
    )
  })

  test('a table without a name of a game has no records until the member says which column it is', async () => {
    const { records, skipped, mapped } = await readImport(Buffer.from('foo,bar\n1,2\n'), 'games.csv')
    expect(records).toEqual([])
    expect(skipped).toHaveLength(1)
    expect(mapped?.columns?.map(({ name }) => name)).toEqual(['foo', 'bar'])
  })

  test('unknown JSON is a table of its keys', async () => {
    const text = JSON.stringify({ items: [{ name: 'Hades', hours: 12, platforms: [{ name: 'PC' }, 'Switch'] }, 7, {}] })
    const { preset, records } = await readImport(Buffer.from(text), 'games.json')
    expect(preset).toBe('mapped')
    expect(records).toMatchObject([{ title: 'Hades', hours: 12, platforms: ['PC', 'Switch'], rows: [1] }])
  })
})
