import { expect, test } from 'vitest'
import { importArrivals } from '#tests/support/import-arrivals.ts'
import { importFixture } from '#tests/support/import-files.ts'
import { useImportsApp } from '#tests/support/imports-app.ts'

// Made-up files in the shapes of the public exporters of trackers: what is in the library when the guesses are taken.
const app = useImportsApp()

const W = 'want_to_play'
const RATED = { Heron: ['completed', 9, 0], 'Marmot Quest': [W, null, 0], 'Stoat Story': ['completed', 6, 0] }
const SHELVED = ['playing', null, 0, 'note Status: Shelved']

test.each<[string, string, Record<string, unknown[]>]>([
  [
    'backloggd-console.csv',
    'mapped',
    {
      'Badgers & Bees': ['playing', 10, 0],
      Heron: ['completed', 9, 0],
      'Lynx Patrol': ['dropped', 4, 0],
      'Marmot Quest': SHELVED,
      'Marten and Co': [W, null, 0],
      Otter: ['completed', 7, 0],
      'Stoat Story': [W, null, 0],
    },
  ],
  [
    'backloggd-stars.csv',
    'mapped',
    {
      'Badgers & Bees': [W, null, 0],
      Heron: ['completed', 10, 0],
      'Lynx Patrol': [W, null, 0],
      'Marmot Quest': ['completed', 9, 0],
      'Stoat Story': ['completed', 5, 0],
    },
  ],
  ['backloggd-rated.csv', 'mapped', RATED],
  ['backloggd-rated.json', 'mapped', RATED],
  ['backloggd-rated.txt', 'mapped', RATED],
  [
    'backloggd-viewer.csv',
    'mapped',
    {
      'Badgers & Bees': ['playing', 10, 0],
      Heron: ['completed', 9, 0],
      'Lynx Patrol': ['dropped', 3, 0],
      'Marmot Quest': SHELVED,
      'Marten and Co': [W, null, 0],
      'Stoat Story': [W, null, 0],
    },
  ],
  [
    'backloggd-viewer.json',
    'backloggd-json',
    {
      Heron: ['completed', 9, 0, '#Backlog'],
      'Lynx Patrol': ['dropped', 3, 0],
      'Marmot Quest': SHELVED,
      'Stoat Story': [W, null, 0, '#Wishlist'],
    },
  ],
  ['playnite-plugin.json', 'mapped', { Heron: [W, null, 0], 'Marmot Quest': ['playing', null, 10, 'copy Steam'] }],
  [
    'playnite-sdk.json',
    'playnite',
    {
      Heron: [W, null, 0, 'copy GOG'],
      'Marmot Quest': ['completed', 8, 10, '#Cosy', 'copy Steam'],
      'Stoat Story': ['dropped', null, 1.5, 'note Too cold'],
    },
  ],
  [
    'playnite-games.json',
    'mapped',
    { Heron: ['playing', null, 1, 'copy Epic'], 'Stoat Story': [W, null, 0, 'copy GOG'] },
  ],
  [
    'grouvee-2021.csv',
    'grouvee',
    {
      Heron: ['completed', 8, 10, '2020-03-01..2020-03-09 main_extras', 'review Quiet and long.'],
      'Lynx Patrol': ['playing', 4, 0, '2020-04-01.. unfinished', 'note Status: At the third gate'],
      'Stoat Story': [W, null, 0],
    },
  ],
  [
    'ryot-2024.json',
    'ryot',
    {
      Heron: [
        'completed',
        8,
        10,
        '2024-01-02..2024-02-03 main_story',
        '2024-09-01.. unfinished',
        '#Cosy',
        'review Quiet',
      ],
      'Lynx Patrol': ['dropped', null, 0, '2024-03-01.. dropped'],
      'Stoat Story': [W, null, 0],
    },
  ],
  [
    'steam-library-tags.csv',
    'mapped',
    {
      'Badgers & Bees': [W, null, 0],
      Heron: ['playing', null, 0.17],
      'Marmot Quest': ['playing', null, 3.75],
    },
  ],
  [
    'howlongtobeat-2024.csv',
    'howlongtobeat',
    {
      Heron: ['completed', 9, 10, '2024-01-02..2024-02-03 main_story', 'copy Steam', 'review Quiet'],
      'Lynx Patrol': ['playing', null, 2.5, '2024-05-01.. unfinished', '#Multiplayer'],
      'Marmot Quest': ['completed', null, 12, '..2023-04-01 main_extras', '#Want to Play Again'],
      'Marten and Co': [W, null, 0],
      'Stoat Story': [W, null, 0, '#Wishlist'],
    },
  ],
])('%s is read as %s', async (name, preset, expected) => {
  const arrived = await importArrivals(app, importFixture(name), name)
  expect([arrived.preset, arrived.games]).toEqual([preset, expected])
})
