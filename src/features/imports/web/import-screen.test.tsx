// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ImportId } from '#shared/ids.ts'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import type { Import, ImportTable } from '../imports.contract.ts'
import { STATE_LABELS } from '../imports.texts.ts'
import { ImportScreen } from './import-screen.tsx'

const ID = '0197a1b2-0000-7000-8000-00000000000a' as ImportId
const PATH = `/api/imports/${ID}`
const { answers } = fakeServer()

test('a keyboard goes on where the import does, when the pressed button is gone', async () => {
  let found = { id: ID, state: 'mapping', progress: null } as Partial<Import> as Import
  answers[`GET ${PATH}`] = () => json(200, { import: found })
  answers[`GET ${PATH}/table`] = () =>
    json(200, {
      columns: [{ name: 'Title', filled: 1, values: ['Heron'] }],
      mapping: { columns: { 0: 'title' }, statuses: {}, rating_max: 5, hours_unit: 'hours', date_order: 'dmy' },
      rows: [],
    } as ImportTable)
  answers[`PUT ${PATH}/mapping`] = () => {
    found = { ...found, state: 'reading', finished_at: null, progress: { done: 0, total: null } } as Import
    return json(200, { import: found })
  }
  const { user } = showPage(<ImportScreen importId={ID} place={{ group: 'all', page: 1 } as never} />)
  ;(await screen.findByRole('button', { name: 'Read the file' })).focus()
  await user.keyboard('{Enter}')
  const working = await screen.findByRole('region', { name: STATE_LABELS.reading })
  await waitFor(() => expect(document.activeElement?.contains(working)).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
})
