// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FileButton, FileNote } from './file-button.tsx'

afterEach(cleanup)

test('the button opens the chooser, and each choice is heard, also of the same file', () => {
  const onChoose = vi.fn()
  render(
    <FileButton accept=".csv" label="File to import" onChoose={onChoose} busyLabel="Uploading…">
      Choose file
    </FileButton>,
  )
  const input = screen.getByLabelText('File to import') as HTMLInputElement
  const opened = vi.spyOn(input, 'click').mockImplementation(() => {})
  fireEvent.click(screen.getByRole('button', { name: 'Choose file' }))
  expect(opened).toHaveBeenCalledTimes(1)
  const file = new File(['name'], 'games.csv')
  for (const files of [[file], [file], []]) fireEvent.change(input, { target: { files } })
  expect(onChoose.mock.calls).toEqual([[file], [file]])
})

test('a problem replaces the hint', () => {
  const { rerender } = render(<FileNote id="note" hint="Up to 50 MB" problem={null} />)
  expect(screen.getByText('Up to 50 MB').closest('[aria-live]')?.id).toBe('note')
  rerender(<FileNote id="note" hint="Up to 50 MB" problem="This file is empty." />)
  expect(screen.queryByText('Up to 50 MB')).toBeNull()
  expect(screen.getByText('This file is empty.').closest('[aria-live]')?.id).toBe('note')
})

test('a file that may be accepted later is sent again by a button', () => {
  const onRetry = vi.fn()
  const { rerender } = render(<FileNote id="note" hint="Up to 50 MB" problem="Busy." onRetry={onRetry} />)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
  rerender(<FileNote id="note" hint="Up to 50 MB" problem={null} onRetry={onRetry} />)
  expect(screen.queryByRole('button')).toBeNull()
})
