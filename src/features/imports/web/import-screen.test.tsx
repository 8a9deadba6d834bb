// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ImportId } from '#shared/ids.ts'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { NOTHING_RECOGNISED } from '#tests/support/import-recognition.ts'
import type { Import } from '../imports.contract.ts'
import { DEFAULT_RULES } from '../imports.rules.ts'
import { STATE_LABELS } from '../imports.texts.ts'
import type { ImportTable } from '../recognition.contract.ts'
import { ImportScreen } from './import-screen.tsx'

const ID = '0197a1b2-0000-7000-8000-00000000000a' as ImportId
const PATH = `/api/imports/${ID}`
const { answers, sent } = fakeServer()

test('a keyboard goes on where the import does, when the pressed button is gone', async () => {
  let found = { id: ID, state: 'mapping', counts: { doubtful: 0 }, progress: null } as unknown as Import
  answers[`GET ${PATH}`] = () => json(200, { import: found })
  answers[`GET ${PATH}/table`] = () =>
    json(200, {
      columns: [{ name: 'Title', filled: 1, values: ['Heron'] }],
      mapping: { columns: { 0: 'title' }, statuses: {}, rating_max: 5, hours_unit: 'hours', date_order: 'dmy' },
      rows: [],
      recognised: NOTHING_RECOGNISED,
    } as ImportTable)
  answers[`PUT ${PATH}/mapping`] = () => {
    found = { ...found, state: 'reading', finished_at: null, progress: { done: 0, total: null } } as Import
    return json(200, { import: found })
  }
  const { user } = showPage(<ImportScreen importId={ID} params={{ group: 'all', page: 1 } as never} />)
  ;(await screen.findByRole('button', { name: 'Read the file' })).focus()
  await user.keyboard('{Enter}')
  const working = await screen.findByRole('region', { name: STATE_LABELS.reading })
  await waitFor(() => expect(document.activeElement?.contains(working)).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
})

test('a keyboard goes on below, when the last doubtful row is decided', async () => {
  const counts = { total: 1, new: 0, changed: 0, same: 0, doubtful: 1, unknown: 0, skipped: 0, failed: 0 }
  const row = {
    n: 1,
    title: 'Otter',
    file_rows: [1],
    facts: '',
    said: [],
    state: 'doubtful',
    outcome: null,
    candidates: [{ id: 'igdb_2', name: 'Otter', year: 1993, genre: null, developer: null, cover_url: null }],
    changes: [],
    losses: [],
    can_undo: false,
  }
  const found = (doubtful: number) =>
    ({
      id: ID,
      state: 'ready',
      rules: DEFAULT_RULES,
      counts: { ...counts, doubtful, new: 1 - doubtful, applied: 0, undone: 0, waiting: 0 },
      questions: doubtful > 0 ? [{ kind: 'same-name', count: doubtful }] : [],
      contradictions: 0,
      items: [],
      unstored: [],
      progress: null,
      sync: null,
    }) as unknown as Import
  let doubtful = 1
  answers[`GET ${PATH}`] = () => json(200, { import: found(doubtful) })
  answers[`GET ${PATH}/rows`] = () => json(200, { rows: doubtful ? [row] : [], total: doubtful })
  answers[`PUT ${PATH}/rows/1`] = () => {
    doubtful = 0
    return json(200, { row: { ...row, state: 'ready' }, import: found(0) })
  }
  const { user } = showPage(<ImportScreen importId={ID} params={{ group: 'all', page: 1 } as never} />)
  const candidate = await screen.findByRole('button', { name: /1993/ })
  candidate.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Which game/ })).toBeNull())
  const summary = screen.getByRole('region', { name: 'Summary' })
  await waitFor(() => expect(document.activeElement?.contains(summary)).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
})

test('the rules stay with the focus while the import is planned again, and the last choice is sent when it is ready', async () => {
  const counts = { total: 1, new: 1, changed: 0, same: 0, doubtful: 0, unknown: 0, skipped: 0, failed: 0 }
  let found = {
    id: ID,
    state: 'ready',
    preset: 'steam',
    rules: DEFAULT_RULES,
    counts: { ...counts, applied: 0, undone: 0, waiting: 0 },
    questions: [],
    contradictions: 0,
    items: [],
    unstored: [],
    progress: null,
    sync: null,
  } as unknown as Import
  const sent: unknown[] = []
  answers[`GET ${PATH}`] = () => json(200, { import: found })
  answers[`GET ${PATH}/rows`] = () => json(200, { rows: [], total: 0 })
  answers[`PUT ${PATH}/rules`] = ({ body }) => {
    sent.push((body as { status: string }).status)
    found = { ...found, state: 'planning', rules: body, progress: { done: 0, total: null } } as Import
    return json(200, { import: found })
  }
  const { user, client } = showPage(<ImportScreen importId={ID} params={{ group: 'all', page: 1 } as never} />)
  const status = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' })
  const [first, second] = [...status.options].map(({ value }) => value).filter((value) => value !== status.value)
  await user.selectOptions(status, first ?? '')
  await screen.findByRole('region', { name: STATE_LABELS.planning })
  await user.selectOptions(status, second ?? first ?? '')
  expect([document.activeElement === status, status.value, sent]).toEqual([true, second, [first]])
  found = { ...found, state: 'ready', progress: null }
  await client.invalidateQueries()
  await waitFor(() => expect(sent).toEqual([first, second]))
  expect(document.activeElement).toBe(status)
})

test('an import is discarded only after a question', async () => {
  const found = { id: ID, state: 'mapping', counts: { doubtful: 0 }, progress: null } as unknown as Import
  answers[`GET ${PATH}`] = () => json(200, { import: found })
  answers[`GET ${PATH}/table`] = () =>
    json(200, {
      columns: [{ name: 'Title', filled: 1, values: ['Heron'] }],
      mapping: { columns: { 0: 'title' }, statuses: {}, rating_max: 5, hours_unit: 'hours', date_order: 'dmy' },
      rows: [],
      recognised: NOTHING_RECOGNISED,
    } as ImportTable)
  answers[`DELETE ${PATH}`] = () => json(204)
  const { user } = showPage(<ImportScreen importId={ID} params={{ group: 'all', page: 1 } as never} />)
  const discard = await screen.findByRole('button', { name: 'Discard' })
  await user.click(discard)
  const question = within(await screen.findByRole('dialog', { name: 'Discard this import?' }))
  await user.click(question.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(`DELETE ${PATH}`)).toEqual([])
  await user.click(discard)
  const again = within(await screen.findByRole('dialog'))
  await user.click(again.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(sent(`DELETE ${PATH}`)).toHaveLength(1))
})
