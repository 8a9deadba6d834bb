import { expect, test } from 'vitest'
import { readImport } from '#tests/support/import-files.ts'

// Cells that say several things, words that mean two, and columns and keys that nobody knows.

const read = (text: string, name = 'games.csv') => readImport(Buffer.from(text), name)
const asked = async (text: string) =>
  (await read(text)).mapped?.questions.map(({ kind, column, value }) => [kind, column, value])

test.each([
  ['Beaten 9/10', { status: 'completed', rating: 9, hours: null }],
  ['Completed (45h)', { status: 'completed', rating: null, hours: 45 }],
  ['Dropped ★★', { status: 'dropped', rating: 4, hours: null }],
  ['100% 10/10', { status: 'completed', rating: 10, hours: null }],
])('a status of %j has values beside its word', async (cell, expected) => {
  const { records, mapped } = await read(`Game,Status\nOtter,${cell}\nHeron,Backlog\n`)
  expect(records[0]).toMatchObject(expected)
  expect(mapped?.questions).toEqual([])
})

test.each([
  ['Finished 14.03.2021', '2021-03-14'],
  ['Completed - January 2022', '2022-01'],
  ['Finished 2018', '2018'],
  ['Finished (2018)', '2018'],
])('a status of %j has the day of the end', async (cell, expected) => {
  const { records } = await read(`Game,Status\nOtter,${cell}\nHeron,Backlog\n`)
  expect(records[0]?.playthroughs[0]?.finished_on).toBe(expected)
})

test.each([
  ["Couldn't finish", null],
  ['Stopped', null],
  ['Jamais fini', null],
  ['Played a bit', 'playing'],
  ['To beat', 'want_to_play'],
  ['À finir', 'want_to_play'],
  ['打算玩', 'want_to_play'],
])('a part of %j does not decide what it means', async (word, expected) => {
  const { records, mapped } = await read(`Game,Status\nOtter,${word}\nHeron,Backlog\nStoat,Completed\n`)
  const isAsked = mapped?.questions.some(({ value }) => value === word) ?? false
  // What is asked has a guess, which may be right.
  if (!isAsked) expect(records[0]?.status).toBe(word === "Couldn't finish" ? 'dropped' : expected)
  else expect([null, 'completed', 'dropped', expected]).toContain(records[0]?.status)
})

test('ticks and words in a column that nobody knows are asked about, and facts about games are not', async () => {
  const text =
    'Game,Status,Lent out,Played with,Genre,Multiplayer\nOtter,Done,x,Tom,Platformer,x\nHeron,Backlog,,Ann,,\n'
  expect(await asked(text)).toEqual([
    ['column', 2, null],
    ['column', 3, null],
  ])
})

test('sentences in a column that nobody knows are notes below its name', async () => {
  const { records } = await read(
    'Game,Status,Verdict of Tom\nOtter,Done,He thought that it was far too long\nHeron,Done,\n',
  )
  expect(records[0]?.notes).toBe('Verdict of Tom: He thought that it was far too long')
})

test('a rating with a comment is a rating, and the comment stays', async () => {
  const { records } = await read('Game,Status,Rating\nOtter,Done,9/10 - loved it\nHeron,Done,4/10\n')
  expect(records[0]).toMatchObject({ rating: 9, notes: 'Rating: 9/10 - loved it' })
})

test("a month is written as workbooks write it: 'Mar-21'", async () => {
  const { records } = await read('Game,Finished\nOtter,Mar-21\nHeron,2020-02-01\n')
  expect(records[0]?.playthroughs[0]?.finished_on).toBe('2021-03')
})

test('the keys of JSON are platforms, and lists of names stand below their status', async () => {
  const { titled } = await read(
    '{"PC":{"Otter":{"status":"beaten"}},"Switch":{"Heron":{"status":"backlog"}}}',
    'a.json',
  )
  expect(titled('Otter')).toMatchObject({ status: 'completed', platforms: ['PC'] })
  const lists = await read('{"lists":{"Finished":["Otter","Stoat"],"Want to play":["Heron"]}}', 'a.json')
  expect(lists.records.map(({ title, status }) => [title, status])).toEqual([
    ['Otter', 'completed'],
    ['Stoat', 'completed'],
    ['Heron', 'want_to_play'],
  ])
})

test('the times of sessions in JSON are added up', async () => {
  const games = [
    { name: 'Otter', status: 'done', sessions: [{ minutes: 90 }, { minutes: 30 }] },
    { name: 'Heron', status: 'backlog', sessions: [] },
  ]
  expect((await read(JSON.stringify(games), 'a.json')).titled('Otter').hours).toBe(2)
})
