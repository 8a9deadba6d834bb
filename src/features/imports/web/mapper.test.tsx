// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { NOTHING_RECOGNISED } from '#tests/support/import-recognition.ts'
import type { Import } from '../imports.contract.ts'
import { IMPORT_TEXTS } from '../imports.texts.ts'
import type { ImportRecognition, ImportTable } from '../recognition.contract.ts'
import {
  FIELD_OF_COLUMN_LABELS,
  gradeLabel,
  gradeText,
  MEANING_LABELS,
  questionText,
  RECOGNITION_TEXTS,
  statusWordsText,
  WHY_LEFT_OUT,
  WRITING_CHOICES,
} from '../recognition.texts.ts'
import { Mapper } from './mapper.tsx'

const ID = '0197a1b2-0000-7000-8000-00000000000a'
const PATH = `/api/imports/${ID}`
const server = fakeServer()
const { answers, bodies } = server

const FOUND = { id: ID, state: 'mapping' } as Import
const TABLE: ImportTable = {
  recognised: NOTHING_RECOGNISED,
  columns: [
    { name: 'Spiel', filled: 2, values: ['Marmot Quest', 'Heron'] },
    { name: 'Stand', filled: 2, values: ['Fertig', 'Offen'] },
    { name: 'Wertung', filled: 2, values: ['4', '5'] },
    { name: '', filled: 0, values: [] },
    { name: 'Dauer', filled: 2, values: ['90', '30'] },
    { name: 'Ende', filled: 1, values: ['02/01/2024'] },
  ],
  mapping: {
    columns: { 0: 'title', 2: 'rating' },
    statuses: {},
    rating_max: 5,
    hours_unit: 'hours',
    date_order: 'dmy',
  } as ImportTable['mapping'],
  rows: Array.from({ length: 20 }, (_, at) => ({
    row: at + 2,
    title: `Game ${at + 1}`,
    values: [{ field: 'Rating', before: null, after: '4 stars' }],
  })),
}
beforeEach(() => {
  answers[`GET ${PATH}/table`] = () => json(200, TABLE)
  // The server reads the first rows again with each mapping.
  answers[`POST ${PATH}/table`] = ({ body }) => {
    const { rating_max, statuses } = body as ImportTable['mapping']
    const after = `${(4 / rating_max) * 5} stars, ${Object.values(statuses).join()}`
    return json(200, {
      recognised: NOTHING_RECOGNISED,
      rows: TABLE.rows.map((row) => ({ ...row, values: [{ field: 'Rating', before: null, after }] })),
    })
  }
  answers[`PUT ${PATH}/mapping`] = () => json(200, { import: { ...FOUND, state: 'reading' } })
})
const choose = async (user: ReturnType<typeof showPage>['user'], label: string, option: string) =>
  user.selectOptions(await screen.findByRole('combobox', { name: label }), option)
const press = async (user: ReturnType<typeof showPage>['user'], group: string, option: string) =>
  user.click(within(await screen.findByRole('group', { name: group })).getByRole('button', { name: option }))
const previews = () => bodies(`POST ${PATH}/table`) as ImportTable['mapping'][]
const rows = () => within(screen.getByRole('region', { name: 'The first rows' })).getAllByRole('listitem')

test('the member says what columns, values and the rating scale mean, and sees 20 rows change', async () => {
  const { user } = showPage(<Mapper found={FOUND} />)
  expect(await screen.findByText('Marmot Quest, Heron')).toBeTruthy()
  expect(rows()).toHaveLength(20)
  expect(rows()[0]?.textContent).toBe('Game 1Rating: 4 stars')
  // Only a column for the status makes its words a question.
  expect(screen.queryByRole('combobox', { name: 'Status “fertig”' })).toBeNull()

  await choose(user, 'Meaning of Stand', FIELD_OF_COLUMN_LABELS.status)
  expect(previews().at(-1)?.columns).toEqual({ 0: 'title', 1: 'status', 2: 'rating' })
  await choose(user, 'Status “fertig”', MEANING_LABELS.completed)
  expect(previews().at(-1)?.statuses).toEqual({ fertig: 'completed' })
  await press(user, 'Best rating in the file', '10')
  await waitFor(() => expect(rows()[0]?.textContent).toBe('Game 1Rating: 2 stars, completed'))
  expect(rows()).toHaveLength(20)

  for (const label of ['Unit of Dauer', 'Order of dates'])
    expect(screen.queryByRole('group', { name: label })).toBeNull()
  await choose(user, 'Meaning of Dauer', FIELD_OF_COLUMN_LABELS.hours)
  await choose(user, 'Meaning of Ende', FIELD_OF_COLUMN_LABELS.finished)
  await press(user, 'Unit of Dauer', 'Minutes')
  await press(user, 'Order of dates', 'Month, day, year')
  await choose(user, 'Status “fertig”', '')
  await user.click(screen.getByRole('button', { name: 'Read the file' }))
  await waitFor(() => expect(bodies(`PUT ${PATH}/mapping`)).toHaveLength(1))
  expect(bodies(`PUT ${PATH}/mapping`)[0]).toEqual({
    columns: { 0: 'title', 1: 'status', 2: 'rating', 4: 'hours', 5: 'finished' },
    statuses: {},
    rating_max: 10,
    hours_unit: 'hours',
    units: { 4: 'minutes' },
    date_order: 'mdy',
  })
})

test('without a column for the name nothing is read, and the page says why', async () => {
  const { user } = showPage(<Mapper found={FOUND} />)
  const read = await screen.findByRole<HTMLButtonElement>('button', { name: 'Read the file' })
  expect(read.disabled).toBe(false)
  await choose(user, 'Meaning of Spiel', '')
  expect(read.disabled).toBe(true)
  expect(screen.getByText(IMPORT_TEXTS.withoutTitles)).toBeTruthy()
  await choose(user, 'Meaning of column 4', FIELD_OF_COLUMN_LABELS.title)
  expect(read.disabled).toBe(false)
  expect(previews().at(-1)?.columns).toEqual({ 2: 'rating', 3: 'title' })
})

test('a preview that fails is said, and what was chosen stays', async () => {
  answers[`POST ${PATH}/table`] = () => declined(409, IMPORT_TEXTS.wrongState, 'import_state')
  const { user } = showPage(<Mapper found={FOUND} />)
  await press(user, 'Best rating in the file', '100')
  await waitFor(() => expect(JSON.stringify(lastToast())).toContain(IMPORT_TEXTS.wrongState))
  const scale = within(screen.getByRole('group', { name: 'Best rating in the file' }))
  expect(scale.getByRole('button', { name: '100' }).getAttribute('aria-pressed')).toBe('true')
  expect(rows()).toHaveLength(20)
})

describe('what was recognised', () => {
  const column = (name: string, part: Partial<ImportRecognition['columns'][number]> = {}) => ({
    ...{ name, filled: 2, field: null, left_out: null, unit: null, examples: [] },
    ...part,
  })
  const RECOGNISED: ImportRecognition = {
    ...NOTHING_RECOGNISED,
    others: ['playnite', 'steam'],
    columns: [
      column('Spiel', { field: 'title' }),
      column('Stand', { field: 'status' }),
      column('Wertung', { left_out: 'others' }),
      column('', { left_out: 'empty' }),
      column('Dauer', { field: 'hours', unit: 'hours', examples: [{ from: '90', to: 'Hours: 90 h' }] }),
      column('Ende', { field: 'finished' }),
    ],
    questions: [
      { kind: 'unit', about: ['hours'], column: 4, count: 2, value: null, examples: [] },
      { kind: 'status', about: ['status'], column: 1, count: 14, value: 'Fertig', examples: [] },
    ],
    counts: { ...NOTHING_RECOGNISED.counts, read: 16, completed: 14, want_to_play: 2, without_status: 3 },
  }
  const MAPPED = { 0: 'title', 1: 'status', 4: 'hours', 5: 'finished' } as const
  beforeEach(() => {
    answers[`GET ${PATH}/table`] = () =>
      json(200, { ...TABLE, mapping: { ...TABLE.mapping, columns: MAPPED }, recognised: RECOGNISED })
  })

  test('questions come first, and one answer is for all rows that it is about', async () => {
    const { user } = showPage(<Mapper found={FOUND} />)
    const questions = within(await screen.findByRole('region', { name: RECOGNITION_TEXTS.questions }))
    expect(questions.getByText('14 rows say “Fertig”. What does that mean?')).toBeTruthy()
    expect(questions.getByText('90 → Hours: 90 h')).toBeTruthy()
    await press(user, 'Unit of Dauer', 'Minutes')
    await choose(user, 'Status “fertig”', MEANING_LABELS.completed)
    expect(previews().at(-1)).toMatchObject({ units: { 4: 'minutes' }, statuses: { fertig: 'completed' } })
    // The server asks no more, and the answer stays where it was given.
    const answered = questions.getByRole<HTMLSelectElement>('combobox', { name: 'Status “fertig”' })
    expect([answered.value, document.activeElement]).toEqual(['completed', answered])
    // Each is asked in one place only.
    expect(screen.getAllByRole('group', { name: 'Unit of Dauer' })).toHaveLength(1)
  })

  test('columns that are left out come last, with the reason, and the outcome is counted', async () => {
    showPage(<Mapper found={FOUND} />)
    const columns = within(await screen.findByRole('region', { name: RECOGNITION_TEXTS.columns }))
    const lines = columns.getAllByRole('combobox').map((box) => box.getAttribute('aria-label'))
    expect(lines).toEqual(
      ['Spiel', 'Stand', 'Dauer', 'Ende', 'Wertung', 'column 4'].map((name) => `Meaning of ${name}`),
    )
    expect(columns.getByText(WHY_LEFT_OUT.others)).toBeTruthy()
    const outcome = screen.getByRole('region', { name: RECOGNITION_TEXTS.outcome })
    expect(outcome.textContent).toContain('Completed14')
    expect(outcome.textContent).toContain('3 without a status of their own.')
  })

  test('the file can be read as that of another tracker', async () => {
    answers[`GET ${PATH}/recognition`] = () => json(200, { recognised: RECOGNISED })
    answers[`PUT ${PATH}/preset`] = () => json(200, { import: { ...FOUND, preset: 'steam', state: 'reading' } })
    const { user } = showPage(<Mapper found={FOUND} />)
    await user.click(await screen.findByRole('button', { name: RECOGNITION_TEXTS.somethingElse }))
    await user.click(await screen.findByRole('button', { name: RECOGNITION_TEXTS.asTracker('Steam') }))
    await waitFor(() => expect(bodies(`PUT ${PATH}/preset`)).toEqual([{ preset: 'steam' }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('how values are written is shown with an example of the file, and can be changed', async () => {
  answers[`GET ${PATH}/table`] = () =>
    json(200, {
      ...TABLE,
      columns: [
        { name: 'Game', filled: 3, values: ['Otter', 'Heron'] },
        { name: 'Hours', filled: 3, values: ['1.204', '12,5'] },
        { name: 'Progress', filled: 3, values: ['0.45', '1'] },
        { name: 'Played', filled: 3, values: ['O', 'X'] },
      ],
      mapping: {
        ...TABLE.mapping,
        columns: { 0: 'title', 1: 'hours', 2: 'completion', 3: 'tick' },
        is_decimal_comma: true,
        is_share: true,
        is_cross_no: true,
      },
    })
  const { user } = showPage(<Mapper found={FOUND} />)
  const region = await screen.findByRole('region', { name: RECOGNITION_TEXTS.written })
  const { is_decimal_comma, is_share, is_cross_no } = WRITING_CHOICES
  for (const about of [is_decimal_comma.about('1.204'), is_share.about('0.45'), is_cross_no.about('X')])
    expect(within(region).getByText(about)).toBeTruthy()
  expect(within(region).getByRole('button', { name: 'It is 1204', pressed: true })).toBeTruthy()
  await press(user, is_decimal_comma.label, 'It is 1.2')
  await press(user, is_share.label, 'It is 0.45 %')
  await press(user, is_cross_no.label, 'It means yes')
  expect(previews().at(-1)).toMatchObject({ is_decimal_comma: false, is_share: false, is_cross_no: false })
})

test('the stars of each grade are shown from the best one, and can be changed', async () => {
  answers[`GET ${PATH}/table`] = () =>
    json(200, {
      ...TABLE,
      columns: [TABLE.columns[0], TABLE.columns[1], { name: 'Wertung', filled: 3, values: ['b', 'A+', 'F'] }],
    })
  const { user } = showPage(<Mapper found={FOUND} />)
  const region = await screen.findByRole('region', { name: RECOGNITION_TEXTS.grades })
  const shown = within(region).getAllByRole<HTMLSelectElement>('combobox')
  expect(shown.map((select) => select.selectedOptions[0]?.textContent)).toEqual(['5 stars', '3.5 stars', '0.5 stars'])
  await choose(user, gradeLabel('B'), gradeText(8))
  await choose(user, gradeLabel('F'), RECOGNITION_TEXTS.gradeLeftOut)
  expect(previews().at(-1)?.grades).toEqual({ B: 8, F: 0 })
})

test('words and signs for a status are one question with an answer for each', async () => {
  const sign = (value: string, count: number) =>
    ({ kind: 'status', about: ['status'], column: 1, count, value, examples: [] }) as const
  answers[`GET ${PATH}/table`] = () =>
    json(200, {
      ...TABLE,
      recognised: { ...NOTHING_RECOGNISED, questions: [sign('🟢', 4), sign('🔴', 3), sign('Teilweise', 1)] },
      mapping: { ...TABLE.mapping, columns: { 0: 'title', 1: 'status' } },
    })
  answers[`POST ${PATH}/table`] = () => json(200, { recognised: NOTHING_RECOGNISED, rows: TABLE.rows })
  const { user } = showPage(<Mapper found={FOUND} />)
  const item = (await screen.findByText(statusWordsText(8))).closest('li') as HTMLElement
  expect(within(item).getAllByRole('combobox')).toHaveLength(3)
  await choose(user, 'Status “🔴”', MEANING_LABELS.dropped)
  expect(previews().at(-1)?.statuses).toEqual({ '🔴': 'dropped' })
})

test('cells that are not understood are one question with examples, and the answer is for their column', async () => {
  const unread: ImportRecognition['questions'][number] = {
    kind: 'unread',
    about: ['hours'],
    column: 4,
    count: 2,
    value: null,
    examples: ['2-3h', 'ages'],
  }
  answers[`GET ${PATH}/table`] = () =>
    json(200, {
      ...TABLE,
      recognised: { ...NOTHING_RECOGNISED, questions: [unread] },
      mapping: { ...TABLE.mapping, columns: { 0: 'title', 4: 'hours' } },
    })
  answers[`POST ${PATH}/table`] = () => json(200, { recognised: NOTHING_RECOGNISED, rows: TABLE.rows })
  const { user } = showPage(<Mapper found={FOUND} />)
  const name = TABLE.columns[4]?.name as string
  const item = (await screen.findByText(questionText(unread, name))).closest('li') as HTMLElement
  within(item).getByText('2-3h · ages')
  await user.click(within(item).getByRole('button', { name: RECOGNITION_TEXTS.gradeLeftOut }))
  expect(previews().at(-1)?.unread_left_out).toEqual([4])
  await user.click(within(item).getByRole('button', { name: RECOGNITION_TEXTS.toNotes }))
  expect(previews().at(-1)?.unread_left_out).toEqual([])
})
