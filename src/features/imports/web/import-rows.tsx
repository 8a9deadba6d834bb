import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/counted.ts'
import type { ImportId } from '#shared/ids.ts'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import type { Import, ImportRow } from '../imports.contract.ts'
import { ROW_FILTERS, ROWS_PER_PAGE, type RowFilter } from '../imports.rules.ts'
import { FILTER_LABELS, IMPORT_TEXTS } from '../imports.texts.ts'
import { ChooseGame } from './choose-game.tsx'
import { rowsQuery } from './imports.api.ts'
import { RowDiff } from './row-diff.tsx'

/** The part of the rows that the address names. */
export interface RowsParams {
  filter: RowFilter
  page: number
}

/** Parses the part of the rows that an address names. */
export function rowsParamsOf(search: URLSearchParams): RowsParams {
  const page = Number(search.get('page'))
  return {
    filter: ROW_FILTERS.find((filter) => filter === search.get('show')) ?? 'all',
    page: Number.isInteger(page) && page > 1 && page <= 10_000 ? page : 1,
  }
}

const hrefOf = (id: string, { filter, page }: RowsParams) => {
  const search = new URLSearchParams({
    ...(filter !== 'all' && { show: filter }),
    ...(page > 1 && { page: String(page) }),
  })
  return `/settings/import/${id}${search.size > 0 ? `?${search}` : ''}`
}

const countOf = ({ counts }: Import, filter: RowFilter) => (filter === 'all' ? counts.total : counts[filter])

/** The rows of an import as a diff, with filters. */
export function ImportRows({ found, params }: { found: Import; params: RowsParams }) {
  const importId = found.id as ImportId
  const { data, isError, refetch } = useQuery({
    ...rowsQuery(importId, params.filter, params.page),
    placeholderData: keepPreviousData,
  })
  const [chosen, setChosen] = useState<ImportRow | null>(null)
  return (
    <section className="grid gap-4" aria-labelledby="import-rows">
      <h2 id="import-rows" className="title text-18">
        Rows
      </h2>
      <nav className="flex flex-wrap gap-2" aria-label="Show rows">
        {ROW_FILTERS.filter((filter) => filter === 'all' || filter === params.filter || countOf(found, filter) > 0).map(
          (filter) => (
            <a
              key={filter}
              href={hrefOf(found.id, { filter, page: 1 })}
              aria-current={filter === params.filter ? 'page' : undefined}
              className={cx('chip chip-btn chip-tall no-underline', filter === params.filter && 'on')}
            >
              {FILTER_LABELS[filter]} <span className="num text-text-3">{countOf(found, filter)}</span>
            </a>
          ),
        )}
      </nav>
      {isError && !data ? (
        <ErrorState level={3} text={IMPORT_TEXTS.failed} onRetry={() => void refetch()} />
      ) : data && data.rows.length === 0 ? (
        <EmptyState level={3} title="No rows here" text={IMPORT_SCREEN_TEXTS.otherFilter} />
      ) : (
        <>
          <p className="visually-hidden" role="status">
            {data && counted(data.total, 'row')}
          </p>
          <ol className="import-rows">
            {data?.rows.map((row) => (
              <RowDiff key={row.n} found={found} row={row} onChoose={() => setChosen(row)} />
            ))}
          </ol>
          <Pagination
            page={params.page}
            pages={Math.ceil((data?.total ?? 0) / ROWS_PER_PAGE)}
            href={(page) => hrefOf(found.id, { ...params, page })}
            label="Pages of rows"
          />
        </>
      )}
      {chosen && <ChooseGame importId={importId} row={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}
