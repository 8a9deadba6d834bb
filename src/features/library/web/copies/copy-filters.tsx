import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { counted } from '#shared/counted.ts'
import { Select } from '#web/ui/select.tsx'
import { COPY_KINDS } from '../../copies.rules.ts'
import { copiesText } from '../../copies.texts.ts'
import { type Shelf, shelfAddress } from '../../shelf.rules.ts'
import { FacetSelect } from '../facet-select.tsx'
import { copySummaryQuery } from './copies.api.ts'

/**
 * Renders how many copies the viewer owns, and the filters by them; nothing for a member who has noted none. The page's
 * `load` fetches `copySummaryQuery()`.
 */
export function CopyFilters({ shelf }: { shelf: Shelf }) {
  const { data } = useQuery(copySummaryQuery())
  const navigate = useNavigate()
  const { filters = {} } = shelf
  if (!data || data.total === 0) return null
  const go = (change: Pick<typeof filters, 'copy' | 'copy_platform' | 'copy_store'>) =>
    void navigate(shelfAddress({ ...shelf, filters: { ...filters, ...change } }))
  const lent = data.lent > 0 ? `, ${counted(data.lent, 'lent', 'lent')}` : ''
  return (
    <div role="group" aria-label="Copies" className="flex flex-wrap items-center gap-3 pb-4">
      <p className="num text-13 text-text-2">{`${copiesText(data.total)}${lent}`}</p>
      <Select
        look="chip"
        aria-label="Copy"
        placeholder="Any copy or none"
        value={filters.copy ?? ''}
        onChange={(event) => go({ copy: event.target.value || undefined })}
        options={Object.entries(COPY_KINDS).map(([value, label]) => ({ value, label }))}
      />
      {data.platforms.length > 0 && (
        <FacetSelect
          name="Owned platform"
          value={filters.copy_platform ?? ''}
          facets={data.platforms}
          onChoose={(name) => go({ copy_platform: name || undefined })}
        />
      )}
      {data.stores.length > 0 && (
        <FacetSelect
          name="Store"
          value={filters.copy_store ?? ''}
          facets={data.stores}
          onChoose={(name) => go({ copy_store: name || undefined })}
        />
      )}
    </div>
  )
}
