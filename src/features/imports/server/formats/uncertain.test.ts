import { expect, test } from 'vitest'
import { readImport } from '#tests/support/import-files.ts'
import { zipOf } from '#tests/support/zip.ts'

// What is below certainty is asked about, once for its column, and nothing of a file is dropped without a question.

const read = (text: string, name = 'mine.csv') => readImport(Buffer.from(text), name)
const asked = async (text: string) =>
  ((await read(text)).mapped?.questions ?? []).map(({ kind, column, about, examples }) => ({
    kind,
    column,
    about,
    examples,
  }))

test.each([
  ['Hours', '40+', 'about 20h', '2-3h', 'hours'],
  ['Rating', '9/10', '8 (at best)', '8 or 9', 'rating'],
  ['Finished', '2021-03-04', 'Christmas 2001', 'Winter 2020/21', 'finished'],
  ['Finished', '2021-03-04', '1994?', 'as a child', 'finished'],
  ['Price', '9.99 €', '$20', '30', 'price'],
])('cells of %j that are not understood go into the notes, with one question', async (name, one, two, other, field) => {
  const text = `Game;Status;${name}\nOtter;Beaten;${one}\nHeron;Beaten;${two}\nStoat;Beaten;${other}\n`
  const { titled, mapped } = await read(text)
  expect(titled('Stoat').notes).toBe(`${name}: ${other}`)
  expect(titled('Stoat').losses).toMatchObject([{ field: name, value: other, is_noted: true }])
  const questions = (mapped?.questions ?? []).filter(({ kind }) => kind === 'unread')
  expect(questions).toMatchObject([{ column: 2, count: 1, examples: [other] }])
  expect(questions[0]?.about[0]).toBe(field)
  const left = { ...(mapped?.mapping ?? expect.fail()), unread_left_out: [2] }
  expect((await readImport(Buffer.from(text), 'mine.csv', left)).titled('Stoat').notes).toBeNull()
})

test('a medium that is neither digital nor a box is not dropped', async () => {
  const { titled } = await read('Game,Completed,Medium\nOtter,x,Disc\nHeron,x,Download\nStoat,,cloud\nVole,x,Disc')
  expect(titled('Stoat').notes).toBe('Medium: cloud')
})

test('a word for a status of which only a part is known is asked about, with the guess as the answer', async () => {
  const { mapped, titled } = await read(
    'Game,Status\nOtter,Beaten (100%)\nHeron,beaten on hard\nStoat,Archived\nVole,Backlog / owned\nHare,Completed',
  )
  expect(mapped?.questions.map(({ kind, value }) => [kind, value])).toEqual([
    ['status', 'beaten on hard'],
    ['status', 'Archived'],
  ])
  expect(titled('Heron').status).toBe('completed')
})

test('a column of which a part of the name or the rows say what it is, is asked about with the guess', async () => {
  const questions = await asked("Game,Status,Anna's score\nOtter,Beaten,9\nHeron,Backlog,7")
  expect(questions).toMatchObject([{ kind: 'column', column: 2, examples: ['9', '7'] }])
  expect(questions[0]?.about[0]).toBe('rating')
  expect(await asked('Game,Status,My total score so far\nOtter,Beaten,9\nHeron,Backlog,7')).toEqual([])
  expect(await asked('Game,Beaten by Tom?\nOtter,x\nHeron,')).toMatchObject([{ kind: 'column', column: 1 }])
})

test('one rating beyond the scale of all others does not decide the scale', async () => {
  const { titled, mapped } = await read('Game,Rating\nOtter,9\nHeron,7\nStoat,8\nVole,85')
  expect(titled('Otter').rating).toBe(9)
  expect(mapped?.questions.map(({ kind }) => kind)).toEqual(['scale', 'unread'])
})

test.each([
  [
    '- title: Otter\n  status: finished\n  platforms:\n    - PC\n    - Switch\n  hours: 4\n- title: Heron\n  status: playing\n  hours: 6\n',
  ],
  [
    '[[games]]\ntitle = "Otter"\nstatus = "finished"\nhours = 4\n\n[[games]]\ntitle = "Heron"\nstatus = "playing"\nhours = 6\n',
  ],
  ['- [[Otter]]\n  status:: finished\n  hours:: 4\n- [[Heron]]\n  status:: playing\n  hours:: 6\n'],
])('a text with a key before each value is a table', async (text) => {
  const { records } = await read(text, 'games.txt')
  expect(records).toMatchObject([
    { title: 'Otter', status: 'completed', hours: 4 },
    { title: 'Heron', status: 'playing', hours: 6 },
  ])
})

test('notes with properties in an archive are one table, and their texts are notes', async () => {
  const note = (name: string, text: string) => ({ name: `Games/${name}.md`, bytes: Buffer.from(text) })
  const bytes = zipOf([
    note('Otter', '---\nstatus: finished\nrating: 9\n---\n\nGreat: loop.\n'),
    note('Heron', '---\ntitle: "The Heron"\nstatus: playing\nrating:\n---\n'),
  ])
  const { records } = await readImport(bytes, 'vault.zip')
  expect(records).toMatchObject([
    { title: 'Otter', status: 'completed', rating: 9, notes: 'Great: loop.' },
    { title: 'The Heron', status: 'playing', rating: null },
  ])
})

test('a pasted list with several lines for each game is a table', async () => {
  const { records } = await read(
    'Otter\n12.3 hrs on record\nlast played on 3 Mar, 2021\nHeron 2\n1,204 hrs on record\nlast played on 11 Nov, 2023\n',
    'steam.txt',
  )
  expect(records.map(({ title, hours, last_played_at }) => [title, hours, last_played_at?.slice(0, 10)])).toEqual([
    ['Otter', 12.3, '2021-03-03'],
    ['Heron 2', 1204, '2023-11-11'],
  ])
})

test('emoji before the names of a list are signs for the status, which are asked about', async () => {
  const { records, mapped } = await read('✅ Otter — 9/10\n🎮 Heron\n❌ Stoat — 2/10\n', 'list.txt')
  expect(records.map(({ title, rating }) => [title, rating])).toEqual([
    ['Otter', 9],
    ['Heron', null],
    ['Stoat', 2],
  ])
  expect(mapped?.questions.map(({ value }) => value)).toEqual(['✅', '🎮', '❌'])
})

test('what is of a shop or a program is not the member’s: scores beside those of critics, marks of a page, addresses, many features', async () => {
  const scores = await read('game,userscore,metascore,hours\nOtter,95,90,3\nHeron,90,67,0.5')
  expect(scores.records.map(({ rating, status }) => [rating, status])).toEqual([
    [null, null],
    [null, null],
  ])
  expect(scores.mapped?.questions).toMatchObject([{ kind: 'column', column: 1 }])
  const shop = await read('Name,Description,Sources\nOtter,<p>A <b>calm</b> game.</p>,Steam\nHeron,,GOG')
  expect(shop.records.map(({ notes, copies: [copy] }) => [notes, copy?.store])).toEqual([
    [null, 'Steam'],
    [null, 'GOG'],
  ])
  const linked = await read(
    'Otter, https://images.example/o.jpg, 9/10\nHeron, https://images.example/h.jpg, N/A\nStoat, https://images.example/s.jpg, 6/10\n',
    'a.txt',
  )
  expect(linked.records.map(({ title, rating, notes }) => [title, rating, notes])).toEqual([
    ['Otter', 9, null],
    ['Heron', null, null],
    ['Stoat', 6, null],
  ])
  const features = Array.from({ length: 30 }, (_, at) => `Feature ${String.fromCharCode(65 + at)}`)
  const { mapped, titled } = await read(
    `Game,Status,${features}\nOtter,Beaten,${features.map(() => 'x')}\nHeron,Backlog,${features.map(() => '')}`,
  )
  expect([mapped?.questions, titled('Otter').tags]).toEqual([[], []])
})

test('a day that games have, too, that wait, is asked about', async () => {
  const text = 'Card Name,List Name,Last Activity Date\nOtter,Completed,2024-02-20\nHeron,Backlog,2024-02-21\n'
  expect(await asked(text)).toMatchObject([{ kind: 'column', column: 2 }])
})

test('marks of a text are no part of a title, and the name of a platform may divide', async () => {
  const { records } = await read(
    '**Otter** — finished (9/10)\n**Heron** — backlog\n**Stoat** — dropped (4/10)\n',
    'a.txt',
  )
  expect(records.map(({ title, status }) => [title, status])).toEqual([
    ['Otter', 'completed'],
    ['Heron', 'want_to_play'],
    ['Stoat', 'dropped'],
  ])
  const { titled } = await read('Game,Platform,Not For Contests\nOtter,Xbox Series X|S,FALSE\nHeron,PC|Switch,FALSE')
  expect([titled('Otter').platforms, titled('Heron').platforms]).toEqual([['Xbox Series X|S'], ['PC', 'Switch']])
  expect(titled('Otter').notes).toBeNull()
})
