import { describe, expect, test } from 'vitest'
import { importFixture, readImport } from '#tests/support/import-files.ts'
import { zipOf } from '#tests/support/zip.ts'

const read = (name: string) => readImport(importFixture(name), name)

/** What arrives of each row: the status, half stars, hours, and what else the case is about. */
const arrived = async (name: string) => {
  const { records } = await read(name)
  return Object.fromEntries(records.map(({ title, status, rating, hours }) => [title, [status, rating, hours]]))
}

describe('shapes of files that people bring', () => {
  test.each([
    [
      'lines that end with a carriage return alone',
      'mac-lines.csv',
      { Otter: ['completed', null, 9], Heron: ['playing', null, 2.5] },
    ],
    [
      'what the crowd thinks is not mine',
      'crowd.csv',
      { Otter: ['want_to_play', null, null], Heron: ['want_to_play', null, null] },
    ],
    ['a line above the header', 'titled-table.csv', { Otter: ['completed', null, 9] }],
    [
      'a numbered list is no list of IGDB',
      'numbered.csv',
      { Otter: ['completed', 9, null], Heron: ['playing', 6, null] },
    ],
    [
      'hours in the name of the column',
      'playnite-camel.csv',
      { Otter: ['completed', null, 2.25], Heron: ['want_to_play', null, null] },
    ],
    [
      'seconds without a name',
      'playnite-own-columns.csv',
      { Otter: ['completed', null, 12.5], Heron: ['want_to_play', null, null] },
    ],
    ['seconds of a single game', 'playnite-script.csv', { Otter: ['completed', null, 15] }],
    ['a library of Steam', 'steam-library.csv', { 'Marmot Quest': [null, null, 3.75], Otter: [null, null, 20.5] }],
    [
      'Grouvee, runs of nothing but None',
      'grouvee-none.csv',
      {
        Otter: ['want_to_play', null, null],
        Heron: ['completed', null, null],
        'Lynx Patrol': ['want_to_play', null, null],
      },
    ],
    [
      'Grouvee, JSON, with a text about the game in place of a status',
      'grouvee.json',
      {
        Otter: ['completed', 8, 2.5],
        Heron: ['want_to_play', null, null],
        'Stoat Story': ['playing', null, null],
      },
    ],
    [
      'HowLongToBeat with check marks',
      'howlongtobeat-marks.csv',
      { Otter: ['completed', 8, 12.5], Heron: ['playing', null, null], Lynx: ['dropped', null, null] },
    ],
    [
      'words of several languages',
      'status-words.csv',
      {
        Otter: ['completed', null, null],
        Heron: ['dropped', null, null],
        Lynx: ['completed', null, null],
        Stoat: ['completed', null, null],
        Marten: ['want_to_play', null, null],
        Badger: ['completed', null, null],
      },
    ],
  ])('%s', async (_, name, expected) => {
    expect(await arrived(name)).toEqual(expected)
  })

  test('days with names of months in several languages, and as numbers of a workbook', async () => {
    const days = async (name: string) =>
      (await read(name)).records.map(({ title, playthroughs: [played] }) => [title, played?.finished_on])
    expect(await days('short-dates.csv')).toEqual([
      ['Otter', '2021-09-30'],
      ['Heron', '2020-02-02'],
    ])
    expect(await days('named-dates.csv')).toEqual([
      ['Otter', '2021-03-05'],
      ['Heron', '2021-05-03'],
      ['Lynx', '2021-05-03'],
    ])
  })

  test('a run of nothing is none, and one of everything is', async () => {
    const { titled } = await read('grouvee-none.csv')
    expect(titled('Otter').playthroughs).toEqual([])
    expect(titled('Heron').playthroughs).toMatchObject([{ finish_level: 'completionist' }])
  })

  test('own lists of HowLongToBeat become shelves', async () => {
    const { titled } = await read('howlongtobeat-marks.csv')
    expect(titled('Heron').tags).toEqual(['Couch', 'Paused'])
  })

  test('names of shelves are the same in both forms of Unicode', async () => {
    const { records } = await read('decomposed-tags.csv')
    expect(new Set(records.flatMap(({ tags }) => tags)).size).toBe(1)
  })

  test('an id of a numbered list is none, and the one of a library of Steam is', async () => {
    expect((await read('numbered.csv')).titled('Otter').ids).toEqual({})
    expect((await read('steam-library.csv')).titled('Marmot Quest').ids).toEqual({ steam: 100 })
  })

  test('the columns of the crowd are named as left out', async () => {
    expect((await read('crowd.csv')).unstored).toEqual(['Main Story Hours', 'OpenCritic Score', 'Metacritic'])
  })

  test('an archive with a table and a text beside it, and one with a table and JSON of one tracker', async () => {
    const archive = (...names: string[]) =>
      zipOf([
        { name: 'README.txt', bytes: Buffer.from('Thank you, and enjoy.') },
        ...names.map((name) => ({ name, bytes: importFixture(name) })),
      ])
    expect((await readImport(archive('titled-table.csv'), 'export.zip')).records).toMatchObject([{ title: 'Otter' }])
    const both = await readImport(archive('grouvee-none.csv', 'grouvee.json'), 'grouvee.zip')
    expect(both.preset).toBe('grouvee')
    // The JSON says more of the games that both have, and a game of the table alone comes, too.
    expect(both.records.map(({ title, status }) => [title, status])).toEqual([
      ['Otter', 'completed'],
      ['Heron', 'want_to_play'],
      ['Stoat Story', 'playing'],
      ['Lynx Patrol', 'want_to_play'],
    ])
    expect(both.titled('Otter').notes).toBe('With the otters.')
  })
})

test('without a status, everything else that a file says counts', async () => {
  const { records } = await read('signs-of-playing.csv')
  expect(records.map(({ title, status, rating }) => [title, status, rating])).toEqual([
    ['Otter', null, 8],
    ['Heron', 'completed', null],
    ['Lynx', 'completed', null],
  ])
})
