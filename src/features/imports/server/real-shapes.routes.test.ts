import { expect, test } from 'vitest'
import { importArrivals } from '#tests/support/import-arrivals.ts'
import { importFixture } from '#tests/support/import-files.ts'
import { useImportsApp } from '#tests/support/imports-app.ts'
import { zipOf } from '#tests/support/zip.ts'

// Made-up files in the shapes of those that people brought: what is in the library when the guesses are taken and the groups answered.
const app = useImportsApp()
const imported = async (bytes: Buffer, name: string) => (await importArrivals(app, bytes, name)).games

const W = 'want_to_play'
const GROUVEE = {
  Otter: ['completed', 8, 2.5, '2020-01-03.. unfinished', '#Cosy', 'note With the otters.'],
  Heron: [W, null, 0],
  'Stoat Story': ['playing', null, 0, 'note Status: At the third gate'],
}

test.each<[string, Record<string, unknown[]>]>([
  ['mac-lines.csv', { Otter: ['completed', null, 9], Heron: ['playing', null, 2.5] }],
  ['crowd.csv', { Otter: [W, null, 0], Heron: [W, null, 0] }],
  [
    'short-dates.csv',
    {
      Otter: ['completed', null, 0, '..2021-09-30 main_story'],
      Heron: ['completed', null, 0, '..2020-02-02 main_story'],
    },
  ],
  ['grouvee.json', GROUVEE],
  [
    'grouvee-none.csv',
    { Otter: [W, null, 0], Heron: ['completed', null, 0, '.. completionist'], 'Lynx Patrol': [W, null, 0] },
  ],
  [
    'howlongtobeat-marks.csv',
    {
      Otter: ['completed', 8, 12.5, '.. main_story'],
      Heron: ['playing', null, 0, '.. unfinished', '#Couch', '#Paused'],
      'Lynx Patrol': ['dropped', null, 0, '.. dropped'],
    },
  ],
  ['lying-id.csv', { 'Marmot Quest': [W, null, 0] }],
  ['decomposed-tags.csv', { Otter: [W, null, 0, '#Gemütlich'], Heron: [W, null, 0, '#Gemütlich'] }],
  ['numbered.csv', { Otter: ['completed', 9, 0], Heron: ['playing', 6, 0] }],
  ['playnite-camel.csv', { Otter: ['completed', null, 2.25], Heron: [W, null, 0] }],
  ['playnite-own-columns.csv', { Otter: ['completed', null, 12.5], Heron: [W, null, 0] }],
  ['playnite-script.csv', { Otter: ['completed', null, 15, 'copy Steam'] }],
  [
    'signs-of-playing.csv',
    {
      Otter: ['completed', 8, 0],
      Heron: ['completed', null, 0, '..2020-06-01 main_story'],
      Lynx: ['completed', null, 0, '.. completionist'],
    },
  ],
  ['steam-library.csv', { 'Marmot Quest': ['playing', null, 3.75], Otter: ['playing', null, 20.5] }],
  ['status-words.csv', expect.objectContaining({ Otter: ['completed', null, 0], Heron: ['dropped', null, 0] })],
  ['titled-table.csv', { Otter: ['completed', null, 9] }],
  [
    'gaming-gaiden.csv',
    {
      Otter: ['completed', null, 12.5],
      Heron: ['playing', null, 7],
      Stoat: ['dropped', null, 0.5],
    },
  ],
  ['ryot-2023.json', { Otter: ['completed', 8, 0, '2023-01-02..2023-02-03 main_story', '#Cosy', 'review Quiet'] }],
])('%s', async (name, expected) => {
  expect(await imported(importFixture(name), name)).toEqual(expected)
})

test('an archive with a table and a text, and one with a table and JSON of one tracker, of which each has its own games', async () => {
  const archive = (...names: string[]) => zipOf(names.map((name) => ({ name, bytes: importFixture(name) })))
  const withText = zipOf([
    { name: 'games.csv', bytes: importFixture('titled-table.csv') },
    { name: 'README.txt', bytes: Buffer.from('Thank you.') },
  ])
  expect(await imported(withText, 'export.zip')).toEqual({ Otter: ['completed', null, 9] })
  await app.app.db.deleteFrom('user_games').execute()
  expect(await imported(archive('grouvee-none.csv', 'grouvee.json'), 'grouvee.zip')).toEqual({
    ...GROUVEE,
    'Lynx Patrol': [W, null, 0],
  })
})
