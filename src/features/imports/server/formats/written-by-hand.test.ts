import { expect, test } from 'vitest'
import { importFixture, readImport } from '#tests/support/import-files.ts'
import { zipOf } from '#tests/support/zip.ts'
import type { Mapping } from '../../mapping.rules.ts'

// Lists that people write by hand, and archives of them.

const read = (text: string, name = 'games.csv') => readImport(Buffer.from(text), name)
const statuses = async (text: string, name?: string) =>
  (await read(text, name)).records.map(({ title, status }) => [title, status])
const zipped = (files: Record<string, string>) =>
  readImport(zipOf(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))), 'games.zip')

test('lines between the rows that say only a status are the status of the rows below them', async () => {
  const sheet = 'Game,Platform,Score\nPLAYING,,\nOtter,PC,8\nCompleted,,\nHeron,Switch,9\nStoat,PC,7'
  expect(await statuses(sheet)).toEqual([
    ['Otter', 'playing'],
    ['Heron', 'completed'],
    ['Stoat', 'completed'],
  ])
  // One alone may be a game.
  expect(await statuses('Game,Platform,Score\nAbandoned,,\nOtter,PC,8')).toEqual([
    ['Abandoned', null],
    ['Otter', null],
  ])
})

test.each([
  ['bullets', '- Otter\n- Heron', [null, null]],
  ['numbers', '1. Otter\n2. Heron', [null, null]],
  ['boxes', '- [x] Otter\n- [ ] Heron', ['completed', null]],
  ['headings', '# Games\n## Finished\n- Otter\n\n## Backlog\n* Heron', ['completed', 'want_to_play']],
])('a list with %s has the names of games', async (_, text, expected) => {
  expect(await statuses(text, 'games.md')).toEqual([
    ['Otter', expected[0]],
    ['Heron', expected[1]],
  ])
})

test('a table of a wiki is a table', async () => {
  const wiki = `{| class="wikitable"
! Game !! System !! Beaten
|-
| [[Otter (video game)|Otter]] || PC || 2021-03-04
|-
| Heron
| style="x" | Switch
| 2021-05-06
|}`
  const { records } = await read(wiki, 'games.txt')
  expect(records.map(({ title, platforms, playthroughs }) => [title, platforms, playthroughs[0]?.finished_on])).toEqual(
    [
      ['Otter', ['PC'], '2021-03-04'],
      ['Heron', ['Switch'], '2021-05-06'],
    ],
  )
})

test('percentages among words for a status say how far a game is', async () => {
  const { records } = await read('Game,Status\nOtter,100%\nHeron,50%\nStoat,Not started\nLynx,Dropped')
  expect(records.map(({ title, status, completion }) => [title, status, completion])).toEqual([
    ['Otter', 'completed', 100],
    ['Heron', 'playing', 50],
    ['Stoat', 'want_to_play', null],
    ['Lynx', 'dropped', null],
  ])
  const whole = await read('Game,Status\nOtter,100%\nHeron,Beaten')
  expect(whole.titled('Otter').playthroughs[0]?.finish_level).toBe('completionist')
})

test('a circle is a tick, unless others are filled', async () => {
  expect(await statuses('Game,Started,Finished\nOtter,●,●\nHeron,●,○\nStoat,○,○')).toEqual([
    ['Otter', 'completed'],
    ['Heron', 'playing'],
    ['Stoat', null],
  ])
  expect(await statuses('Game,Started,Finished\nOtter,○,○\nHeron,○,')).toEqual([
    ['Otter', 'completed'],
    ['Heron', 'playing'],
  ])
})

test('numbers and days without the name of a column are asked about, and not guessed', async () => {
  const { mapped, records } = await read('Otter,PC,Completed,12,2021-03-04\nHeron,Switch,Playing,9,2021-05-06')
  expect(mapped?.mapping.columns).toEqual({ 0: 'title', 1: 'platform', 2: 'status' })
  expect(mapped?.questions).toMatchObject([
    { kind: 'column', column: 3, count: 2, about: expect.arrayContaining(['rating', 'hours']) },
    { kind: 'column', column: 4, count: 2, about: expect.arrayContaining(['started', 'finished']) },
  ])
  expect(records.map(({ rating, hours }) => [rating, hours])).toEqual([
    [null, null],
    [null, null],
  ])
})

test('numbers, times and days whose name does not say what they are become a question', async () => {
  const asked = async (text: string) =>
    (await read(text)).mapped?.questions
      .filter(({ kind }) => kind === 'column')
      .map(({ column, about }) => [column, about])
  const numbers = ['rating', 'hours', 'release', 'completion']
  const days = ['finished', 'started', 'last_played', 'added']
  expect(await asked('Game,Score,Score2,X\nOtter,9,80,3\nHeron,7,65,4')).toEqual([
    [2, numbers],
    [3, numbers],
  ])
  expect(await asked('Game,Run,When\nOtter,12:30,2021-03-04\nHeron,7:05,2021-05-06')).toEqual([
    [1, ['hours']],
    [2, days],
  ])
  // The guess is the answer until the member says otherwise. A unit in the values says it all.
  expect((await read('Spiel;Zeit\nOtter;12\nHeron;45')).mapped?.mapping.columns).toEqual({ 0: 'title', 1: 'hours' })
  expect(await asked('Spiel;Zeit\nOtter;12\nHeron;45')).toEqual([[1, ['hours', 'rating', 'release', 'completion']]])
  expect(await asked('Spiel;Zeit\nOtter;12 Std.\nHeron;45 Std.')).toEqual([])
})

test('numbers of the rows, ids, facts about games and what the crowd says are no question', async () => {
  const { mapped } = await read(
    '#,Game,Rank,Metacritic,DB ID,Play count,Players,Modified\n1,Otter,7,88,4711,3,4,2021-03-04\n2,Heron,2,90,4712,1,2,2021-03-05',
  )
  expect(mapped?.questions).toEqual([])
})

test('a point divides the thousands of minutes', async () => {
  const { records } = await read('Game;Spielzeit (Minuten)\nOtter;1.230\nHeron;180')
  expect(records.map(({ hours }) => hours)).toEqual([20.5, 3])
})

test('tables of an archive whose names are statuses are one library', async () => {
  const { recognised, mapped, records } = await zipped({
    'completed.csv': 'Title,Platform,Rating\nOtter,PC,9\n',
    'backlog.csv': 'Title,Platform\nHeron,PC\n',
    'playing.csv': 'Title,Platform,Rating,Hours\nStoat,PC,8,12\n',
    'README.txt': 'Made by hand.\n',
  })
  expect(recognised.part).toBe('completed.csv + backlog.csv + playing.csv')
  expect(recognised.parts).toContain('backlog.csv')
  expect(mapped?.mapping.columns).toMatchObject({ 0: 'status', 1: 'title' })
  expect(records.map(({ title, status, hours }) => [title, status, hours])).toEqual([
    ['Otter', 'completed', null],
    ['Heron', 'want_to_play', null],
    ['Stoat', 'playing', 12],
  ])
})

test('tables with the same columns and other names become shelves, and others are left to choose', async () => {
  const { recognised, records } = await zipped({
    'cosy.csv': 'Game,Score\nOtter,9\n',
    'party.csv': 'Game,Score\nHeron,8\n',
    'platforms.csv': 'Platform,Maker\nPC,Nobody\n',
  })
  expect(recognised.parts).toEqual(['cosy.csv + party.csv', 'cosy.csv', 'party.csv', 'platforms.csv'])
  expect(records.map(({ title, tags }) => [title, tags])).toEqual([
    ['Otter', ['cosy']],
    ['Heron', ['party']],
  ])
})

test('the export of Ryot of 2023 is recognised, whole and as the export of media alone', async () => {
  const whole = JSON.parse(importFixture('ryot-2023.json').toString()) as { media: unknown }
  for (const json of [whole, whole.media]) {
    const { preset, titled } = await read(JSON.stringify(json), 'ryot.json')
    expect(preset).toBe('ryot')
    expect(titled('Otter')).toMatchObject({ status: 'completed', rating: 8, ids: { igdb: 7 }, tags: ['Cosy'] })
  }
})

test('the table of games of GamingGaiden has minutes, and a status beside the column that says completed', async () => {
  const { records } = await readImport(importFixture('gaming-gaiden.csv'), 'games.csv')
  expect(
    records.map(({ title, status, hours, platforms, last_played_at }) => [
      title,
      status,
      hours,
      platforms,
      last_played_at?.slice(0, 10),
    ]),
  ).toEqual([
    ['Otter', 'completed', 12.5, ['PC'], '2021-03-05'],
    ['Heron', 'playing', 7, ['Switch'], '2022-01-02'],
    ['Stoat', 'dropped', 0.5, ['PC'], '2022-01-02'],
  ])
})

/** What arrives of each row: title, status, half stars and hours. */
const facts = async (text: string, name?: string) =>
  (await read(text, name)).records.map(({ title, status, rating, hours }) => [title, status, rating, hours])

test('what stands behind the dashes of a list is its status, rating and time', async () => {
  expect(await facts('Otter - completed - 9/10\nHeron-Hollow - Reborn - playing - 7/10', 'games.txt')).toEqual([
    ['Otter', 'completed', 9, null],
    ['Heron-Hollow - Reborn', 'playing', 7, null],
  ])
  expect(await facts('Games I finished:\n1. Otter – 9/10\n2. Heron – 6.5/10', 'games.txt')).toEqual([
    ['Otter', 'completed', 9, null],
    ['Heron', 'completed', 7, null],
  ])
  // Dashes alone belong to titles.
  expect((await facts('Otter - The Return\nHeron - Gone', 'games.txt')).map(([title]) => title)).toEqual([
    'Otter - The Return',
    'Heron - Gone',
  ])
})

test('a table of Markdown has its header below a heading, and no marks in its cells', async () => {
  const table =
    '# My games\n\n| Game | Status | Score |\n|:--|--|--:|\n| **Otter** | Done | 9 |\n| [Heron](https://x.example/) | ~~Playing~~ | |'
  expect(await facts(table, 'games.md')).toEqual([
    ['Otter', 'completed', 9, null],
    ['Heron', 'playing', null, null],
  ])
})

test('exclamation marks divide only the header of a table of a wiki', async () => {
  const wiki = `Games of mine:
{| class="wikitable"
|+ Caption
! Game !! System
! Done
! scope="col" | Hours
|-
| ''Otter!! The Game''
| PC || {{yes}}
| 12<ref>About</ref>
|-
! scope="row" | [[Heron]]
| style="x" | Switch || {{No|not yet}} || 7
|}
Below.`
  expect(await facts(wiki, 'games.txt')).toEqual([
    ['Otter!! The Game', 'completed', null, 12],
    ['Heron', 'playing', null, 7],
  ])
})

test('years and platforms between the rows become shelves and platforms', async () => {
  const years = await read('Game,Score\n2021,\nOtter,9\n2022,\nHeron,7')
  expect(years.records.map(({ title, tags }) => [title, tags])).toEqual([
    ['Otter', ['2021']],
    ['Heron', ['2022']],
  ])
  const platforms = await read('Game,Score\nPS4,\nOtter,9\nSwitch,\nHeron,7')
  expect(platforms.records.map(({ title, platforms }) => [title, platforms])).toEqual([
    ['Otter', ['PS4']],
    ['Heron', ['Switch']],
  ])
})

test('columns that are named after statuses and have titles are lists', async () => {
  expect(await statuses('Playing,Completed,Backlog\nHeron,Otter,Stoat\n,Lynx,')).toEqual([
    ['Heron', 'playing'],
    ['Otter', 'completed'],
    ['Stoat', 'want_to_play'],
    ['Lynx', 'completed'],
  ])
})

test('sums and notes below a table are no games', async () => {
  const sheet =
    'Title,Hours,Done\nOtter,12,Y\nTotal Overdose,7,N\nTotal games: 2,19,1\n* on hard,,\nLast updated 3/5/2024,,\n"✅ = done, ❌ = not",,'
  const { records, skipped } = await read(sheet)
  expect(records.map(({ title }) => title)).toEqual(['Otter', 'Total Overdose'])
  expect(skipped).toHaveLength(4)
})

test('signs for a status are asked about', async () => {
  const { mapped } = await read('Game,Status\nOtter,✅\nHeron,🎮\nStoat,—')
  expect(mapped?.questions.map(({ kind, value }) => [kind, value])).toEqual([
    ['status', '✅'],
    ['status', '🎮'],
  ])
})

test('yes with more behind it is yes, also among words for a status', async () => {
  expect(await statuses('Game,Ukończone\nOtter,TAK\nHeron,nie\nStoat,tak (100%)')).toEqual([
    ['Otter', 'completed'],
    ['Heron', null],
    ['Stoat', 'completed'],
  ])
  const { mapped, records } = await read('Game,Done?,Hours\nOtter,yep,1\nHeron,nope,7\nStoat,gave up,2')
  expect(records.map(({ title, status }) => [title, status])).toEqual([
    ['Otter', 'completed'],
    ['Heron', 'playing'],
    ['Stoat', 'dropped'],
  ])
  expect(mapped?.questions).toEqual([])
})

test('half points are points of the scale of the file', async () => {
  expect((await facts('Game,Score\nOtter,8½\nHeron,4')).map(([title, , rating]) => [title, rating])).toEqual([
    ['Otter', 9],
    ['Heron', 4],
  ])
  expect((await facts('Game,Score\nOtter,9\nHeron,4½')).map(([, , rating]) => rating)).toEqual([9, 5])
})

test('a title above a header, with empty lines between them, is none of the games', async () => {
  expect(
    await facts('MY GAMES 🎮\n\nGame\tWhere\tHow long\tOut of 10\n\nOtter\tPS4\t20+ hrs\t9\n', 'games.tsv'),
  ).toEqual([['Otter', null, 9, 20]])
})

test('a word for dropped counts more than one for playing beside it', async () => {
  expect(await statuses('Juego,Estado\nOtter,Lo dejé a medias\nHeron,Jugando')).toEqual([
    ['Otter', 'dropped'],
    ['Heron', 'playing'],
  ])
})

test('a list in plain text has headings with a colon, and marks are no part of its titles', async () => {
  expect(await statuses('Currently playing:\n- Otter\n\nFinished:\n- **Heron**\n- Stoat', 'games.txt')).toEqual([
    ['Otter', 'playing'],
    ['Heron', 'completed'],
    ['Stoat', 'completed'],
  ])
})

test('a header that stands again between the rows is no game', async () => {
  expect(await statuses('Game,Status\nOtter,Done\nGame,Status\nHeron,Playing')).toEqual([
    ['Otter', 'completed'],
    ['Heron', 'playing'],
  ])
})

test('a word for a status among the days of the end is the status', async () => {
  const sheet = async (name: string) =>
    (await read(`${name},Game\n2023-01-02,Otter\nDNF,Heron`)).records.map(({ title, status, playthroughs, losses }) => [
      title,
      status,
      playthroughs[0]?.finished_on ?? null,
      losses,
    ])
  const expected = [
    ['Otter', 'completed', '2023-01-02', []],
    ['Heron', 'dropped', null, []],
  ]
  expect(await sheet('Finished')).toEqual(expected)
  expect(await sheet('When finished')).toEqual(expected)
})

test('stars as the name of a column, and hours that end with ish', async () => {
  expect(await facts('Game,★,How many hours?\nOtter,4.5,about 12\nHeron,3,7ish')).toEqual([
    ['Otter', null, 9, 12],
    ['Heron', null, 6, 7],
  ])
})

test('grades in letters become the stars that the member says', async () => {
  const file = Buffer.from('Game,Grade\nOtter,A\nHeron,b+\nLynx,F\n')
  const mapping: Mapping = {
    columns: { 0: 'title', 1: 'rating' },
    ...{ statuses: {}, rating_max: 10, hours_unit: 'hours', date_order: 'dmy' },
  }
  const { records } = await readImport(file, 'games.csv', mapping)
  expect(records.map(({ rating }) => rating)).toEqual([9, 8, 1])
  const again = await readImport(file, 'games.csv', { ...mapping, grades: { A: 10, F: 0 } })
  expect(again.records.map(({ rating }) => rating)).toEqual([10, 8, null])
  expect(again.records[2]?.losses).toEqual([])
})

test('a share of 1 is a percentage where commas divide decimals, too', async () => {
  const file = Buffer.from('Spiel;Std.;Fortschritt\nOtter;1.204;0,45\nHeron;12,5;1\n')
  const { mapped, records } = await readImport(file, 'games.csv')
  expect(mapped?.mapping).toMatchObject({ is_decimal_comma: true, is_share: true })
  expect(records.map(({ hours, completion }) => [hours, completion])).toEqual([
    [1204, 45],
    [12.5, 100],
  ])
})

test('a column of signs is the status where nothing else says it, and a question beside ticks', async () => {
  const signs = await readImport(Buffer.from('Game,Mark\nOtter,🟢\nHeron,🔴\n'), 'games.csv')
  expect(signs.mapped?.questions.map(({ kind, value }) => [kind, value])).toEqual([
    ['status', '🟢'],
    ['status', '🔴'],
  ])
  const beside = await readImport(Buffer.from('Game,Mark,Beaten\nOtter,🟢,x\nHeron,🔴,\n'), 'games.csv')
  expect(beside.mapped?.questions.map(({ kind, column }) => [kind, column])).toEqual([['column', 1]])
})
