import { expect, test } from 'vitest'
import { readImport } from '#tests/support/import-files.ts'
import type { Meaning } from '../../mapping.rules.ts'

/** Reads a file and returns the titles, statuses, ratings and hours of its records. */
async function read(text: string | object, name: string) {
  const bytes = Buffer.from(typeof text === 'string' ? text : JSON.stringify(text))
  const { records } = await readImport(bytes, name)
  return records.map(({ title, status, rating, hours }) => [title, status, rating, hours])
}

test.each([
  ['games.txt', 'Celeste\nPapers, Please\nCommand & Conquer; Generals\n'],
  ['games.csv', 'Title\nCeleste\n"Papers, Please"\nCommand & Conquer; Generals\n'],
  ['games.json', ['Celeste', 'Papers, Please', 'Command & Conquer; Generals']],
])('a list of titles alone has a game in each line: %s', async (name, text) => {
  expect((await read(text, name)).map(([title]) => title)).toEqual([
    'Celeste',
    'Papers, Please',
    'Command & Conquer; Generals',
  ])
})

test('a table without names of columns begins with its first game', async () => {
  expect(await read('Celeste,Completed,2021-03-14\nHades,Playing,\nPortal 2,Backlog,\n', 'games.csv')).toEqual([
    ['Celeste', 'completed', null, null],
    ['Hades', 'playing', null, null],
    ['Portal 2', 'want_to_play', null, null],
  ])
})

test('lists of JSON under the names of statuses are one table', async () => {
  const lists = {
    playing: [{ title: 'Hades' }],
    completed: [{ title: 'Celeste', hours: 12.5 }],
    backlog: [{ title: 'Fez' }],
  }
  expect(await read({ user: 'mara', games: lists }, 'games.json')).toEqual([
    ['Hades', 'playing', null, null],
    ['Celeste', 'completed', null, 12.5],
    ['Fez', 'want_to_play', null, null],
  ])
  expect(await read({ playing: ['Hades'], completed: ['Celeste', 'Fez'] }, 'games.json')).toEqual([
    ['Hades', 'playing', null, null],
    ['Celeste', 'completed', null, null],
    ['Fez', 'completed', null, null],
  ])
})

test('objects of JSON under the titles of games have these titles', async () => {
  const games = { Celeste: { status: 'beaten', hours: 12.5 }, 'Half-Life: Alyx': { status: 'playing', hours: 3 } }
  expect(await read({ version: 2, games }, 'games.json')).toEqual([
    ['Celeste', 'completed', null, 12.5],
    ['Half-Life: Alyx', 'playing', null, 3],
  ])
})

test.each([
  [
    'Dutch',
    'Spel;Status;Cijfer;Speeltijd (uren)\nCeleste;Uitgespeeld;9;12,5\nHades;Bezig;8;45\nFez;Nog te spelen;;\nGris;Gestopt;4;1\n',
  ],
  [
    'Swedish',
    'Spel;Status;Betyg;Timmar\nCeleste;Klarat;9;12,5\nHades;Spelar;8;45\nFez;Vill spela;;\nGris;Avbrutet;4;1\n',
  ],
  [
    'Danish',
    'Spil;Status;Karakter;Timer\nCeleste;Gennemført;9;12,5\nHades;I gang;8;45\nFez;Vil spille;;\nGris;Opgivet;4;1\n',
  ],
  [
    'Finnish',
    'Peli;Tila;Arvosana;Tunnit\nCeleste;Läpäisty;9;12,5\nHades;Pelaan;8;45\nFez;Haluan pelata;;\nGris;Lopetettu;4;1\n',
  ],
  [
    'Czech',
    'Hra;Stav;Hodnocení;Hodiny\nCeleste;Dohráno;9;12,5\nHades;Hraji;8;45\nFez;Chci hrát;;\nGris;Opuštěno;4;1\n',
  ],
  [
    'Turkish',
    'Oyun;Durum;Puan;Süre (saat)\nCeleste;Bitirdim;9;12,5\nHades;Oynuyorum;8;45\nFez;Oynanacak;;\nGris;Bıraktım;4;1\n',
  ],
  [
    'Ukrainian',
    'Гра;Стан;Оцінка;Години\nCeleste;Пройдено;9;12,5\nHades;Граю;8;45\nFez;Хочу пограти;;\nGris;Кинуто;4;1\n',
  ],
  [
    'Hungarian',
    'Játék;Állapot;Értékelés;Óra\nCeleste;Kijátszva;9;12,5\nHades;Játszom;8;45\nFez;Tervezett;;\nGris;Abbahagyva;4;1\n',
  ],
])('a spreadsheet in %s is read by its words', async (_, text) => {
  expect(await read(text, 'games.csv')).toEqual([
    ['Celeste', 'completed', 9, 12.5],
    ['Hades', 'playing', 8, 45],
    ['Fez', 'want_to_play', null, null],
    ['Gris', 'dropped', 4, 1],
  ])
})

test('of the dates of two playthroughs the first ones say the status, and the others are asked about', async () => {
  const rows = 'Otter,2021-03-01,2021-03-20,2022-01-02,2022-01-30\nHeron,2020-05-01,,,\n'
  const header = 'Game,1st playthrough start,1st playthrough end,2nd playthrough start,2nd playthrough end'
  const { titled, mapped } = await readImport(Buffer.from(`${header}\n${rows}`), 'games.csv')
  expect(titled('Otter').status).toBe('completed')
  expect(titled('Heron').status).toBe('playing')
  expect(mapped?.questions.map(({ kind, column }) => [kind, column])).toEqual([
    ['column', 3],
    ['column', 4],
  ])
})

test('one day for a playthrough is its end, and is asked about', async () => {
  const table = 'Game,First playthrough,Second playthrough\nOtter,2021-03-20,2022-01-30\nHeron,2020-06-01,\n'
  const { records, mapped } = await readImport(Buffer.from(table), 'games.csv')
  expect(records.map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(mapped?.questions.map(({ column, about }) => [column, about[0]])).toEqual([
    [1, 'finished'],
    [2, 'finished'],
  ])
})

test('a column Played beside Completed means a game that was begun', async () => {
  const table = 'Game,Owned,Played,Completed\nCeleste,x,x,x\nHades,x,x,\nFez,x,,\n'
  const { mapped } = await readImport(Buffer.from(table), 'games.csv')
  expect(mapped?.mapping.statuses).toEqual({
    owned: 'owned',
    played: 'playing',
    completed: 'completed',
  } satisfies Record<string, Meaning>)
})

test('the table of Grouvee is known without the columns that it got later', async () => {
  const dates = JSON.stringify([
    {
      date_started: '2021-03-01',
      date_finished: '2021-03-14',
      seconds_played: '45000',
      level_of_completion: 'Main Story',
    },
  ])
  const cells = ['7', 'Celeste', '{"Played":{}}', '{}', '5', '', dates, '[]', '123']
  const row = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const table = `id,name,shelves,platforms,rating,review,dates,statuses,giantbomb_id\n${row}\n`
  const { preset, titled } = await readImport(Buffer.from(table), 'export.csv')
  expect(preset).toBe('grouvee')
  expect(titled('Celeste')).toMatchObject({ status: 'completed', rating: 10, hours: 12.5 })
})

test.each([
  ['~12', 12],
  ['12+', 12],
  ['12½', 12.5],
  ['PT12H30M', 12.5],
  ['0.5d', 12],
])('%s of a column of times is %s hours', async (text, hours) => {
  expect(await read(`Title,Playtime\nCeleste,${text}\nHades,3\n`, 'games.csv')).toContainEqual(
    expect.arrayContaining(['Celeste', hours]),
  )
})

test.each([
  ['20210314', '2021-03-14'],
  ['03/2021', '2021-03'],
  ['14 марта 2021 г.', '2021-03-14'],
])('%s of a column of dates is %s', async (text, day) => {
  const { titled } = await readImport(Buffer.from(`Title,Finished\nCeleste,${text}\n`), 'games.csv')
  expect(titled('Celeste').playthroughs).toMatchObject([{ finished_on: day }])
})

test('a rated game with hours that is not finished is being played', async () => {
  expect(await read('Game,Finished?,Rating,Hours\nCeleste,Yes,9,12\nHades,No,8,45\n', 'games.csv')).toEqual([
    ['Celeste', 'completed', 9, 12],
    ['Hades', 'playing', 8, 45],
  ])
})
