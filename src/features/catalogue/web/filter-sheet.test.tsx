// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/query-client.ts'
import type { GameMetadata } from '../catalogue.contract.ts'
import { facetsOf } from './facets.ts'
import { FilterSheet } from './filter-sheet.tsx'
import type { Filters } from './filters.api.ts'

const metadata: GameMetadata = { platforms: [], genres: [], themes: [], gameModes: [], years: [2020] }

afterEach(cleanup)

test('the late address of an earlier choice does not undo a later one', () => {
  const onChange = vi.fn<(filters: Filters) => void>()
  const client = createQueryClient()
  const sheet = (filters: Filters) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <FilterSheet
          {...{ filters, metadata, onChange }}
          facets={facetsOf(metadata)}
          chosen={[]}
          total={7}
          hasFailed={false}
          onClose={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const { rerender } = render(sheet({}))
  const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  choose('Sort', 'name')
  choose('Critics’ score', '80..')
  rerender(sheet({ sort: 'name' }))
  choose('Sort', 'rating')
  expect(onChange).toHaveBeenLastCalledWith({ sort: 'rating', critics: '80..' })
  // Once the latest choice has come, the address counts again, such as after the back button.
  rerender(sheet({ sort: 'rating', critics: '80..' }))
  rerender(sheet({ sort: 'name' }))
  expect(screen.getByLabelText<HTMLSelectElement>('Sort').value).toBe('name')
})
