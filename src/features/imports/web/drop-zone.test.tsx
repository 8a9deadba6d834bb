// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, fakeServer, showPage } from '#tests/browser/fake-server.tsx'
import { DropZone } from './drop-zone.tsx'

const { answers, bodies } = fakeServer()
const UPLOAD = 'POST /api/imports'
const input = () => screen.findByLabelText('File to import')

test.each([
  [503, 'Too many files are on their way just now. Please try again in a minute.', 'heavy_requests'],
  [429, 'Another upload of yours is still under way. Please try again when it has ended.', 'upload_under_way'],
  [409, 'Another import is not finished. Finish or discard it first.', 'import_open'],
])('a refusal with %i is shown, and the same file is sent again by a button', async (status, sentence, code) => {
  answers[UPLOAD] = () => declined(status, sentence, code)
  const { user } = showPage(<DropZone />)
  const file = new File(['title\nHades\n'], 'games.csv')
  await user.upload(await input(), file)
  await screen.findByText(sentence)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(bodies(UPLOAD)).toHaveLength(2))
  for (const body of bodies(UPLOAD)) expect((body as { file: File }).file.name).toBe('games.csv')
  await screen.findByText(sentence)
})

test('a file that cannot be read is not offered again', async () => {
  answers[UPLOAD] = () => declined(400, 'This file is empty.', 'import_file_empty')
  const { user } = showPage(<DropZone />)
  await user.upload(await input(), new File([' '], 'games.csv'))
  await screen.findByText('This file is empty.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
