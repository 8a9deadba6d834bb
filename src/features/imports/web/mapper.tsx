import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import type { Import, ImportTable } from '../imports.contract.ts'
import {
  DATE_ORDER_LABELS,
  FIELD_OF_COLUMN_LABELS,
  HOURS_UNIT_LABELS,
  IMPORT_TEXTS,
  MEANING_LABELS,
} from '../imports.texts.ts'
import { DATE_ORDERS, HOURS_UNITS, IMPORT_FIELDS, type ImportField, MEANINGS, plainWords } from '../mapping.rules.ts'
import { DiscardButton } from './discard-button.tsx'
import { showFailure } from './failure-text.ts'
import { mappingMutation, previewMutation, tableQuery } from './imports.api.ts'

type Mapping = ImportTable['mapping']
const RATING_SCALES = [5, 10, 20, 100]

/** Asks what the columns and values of a table mean, beside its first rows as they would be read. */
export function Mapper({ found }: { found: Import }) {
  const importId = found.id as ImportId
  const { data, isError, refetch } = useQuery(tableQuery(importId))
  if (isError) return <ErrorState level={2} text={IMPORT_TEXTS.failed} onRetry={() => void refetch()} />
  if (!data) return null
  return <MapperForm importId={importId} table={data} />
}

function MapperForm({ importId, table }: { importId: ImportId; table: ImportTable }) {
  const client = useQueryClient()
  const [mapping, setMapping] = useState(table.mapping)
  const preview = useMutation(previewMutation(client, importId))
  const save = useMutation(mappingMutation(client, importId))
  const rows = preview.data?.rows ?? table.rows
  const change = (part: Partial<Mapping>) => {
    const next = { ...mapping, ...part }
    setMapping(next)
    void preview.mutateAsync(next).catch(showFailure)
  }
  const hasTitle = Object.values(mapping.columns).includes('title')
  return (
    <div className="grid gap-8">
      <p className="max-w-160 text-16 text-text-2">{IMPORT_SCREEN_TEXTS.unknownTable}</p>
      <Columns table={table} mapping={mapping} onChange={change} />
      <Values table={table} mapping={mapping} onChange={change} />
      <Preview rows={rows} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          kind="mine"
          size="big"
          disabled={!hasTitle}
          busy={save.isPending}
          busyLabel="Starting…"
          onClick={() => void save.mutateAsync(mapping).catch(showFailure)}
        >
          Read the file
        </Button>
        <DiscardButton importId={importId} isBig />
        {!hasTitle && <span className="hint">{IMPORT_TEXTS.withoutTitles}</span>}
      </div>
    </div>
  )
}

interface PartProps {
  table: ImportTable
  mapping: Mapping
  onChange: (part: Partial<Mapping>) => void
}

const NO_MEANING = { value: '', label: 'Leave out' }

function Columns({ table, mapping, onChange }: PartProps) {
  const set = (at: number, field: string) => {
    const { [String(at)]: _, ...others } = mapping.columns
    onChange({ columns: (field === '' ? others : { ...others, [at]: field }) as Mapping['columns'] })
  }
  return (
    <section className="grid gap-3" aria-labelledby="mapper-columns">
      <h2 id="mapper-columns" className="title text-18">
        Columns
      </h2>
      <ul>
        {table.columns.map(({ name, values }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a column is its identity; names repeat
          <li key={at} className="mapper-column">
            <div className="min-w-0">
              <b className="block truncate text-14">{name || `Column ${at + 1}`}</b>
              <span className="block truncate text-13 text-text-3">{values.slice(0, 4).join(', ') || 'empty'}</span>
            </div>
            <NativeSelect
              label={`Meaning of ${name || `column ${at + 1}`}`}
              value={mapping.columns[String(at)] ?? ''}
              onChange={({ target }) => set(at, target.value)}
              options={[NO_MEANING, ...IMPORT_FIELDS.map((value) => ({ value, label: FIELD_OF_COLUMN_LABELS[value] }))]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const HOURS_FIELDS: readonly ImportField[] = ['hours', 'playthrough_hours']
const DATE_FIELDS: readonly ImportField[] = ['release', 'added', 'last_played', 'started', 'finished', 'acquired']

/** Asks about values only where a column has them. */
function Values({ table, mapping, onChange }: PartProps) {
  const columnOf = (field: string) => {
    const at = Object.entries(mapping.columns).find(([, meaning]) => meaning === field)?.[0]
    return at === undefined ? undefined : table.columns[Number(at)]
  }
  const statuses = [...new Set((columnOf('status')?.values ?? []).map((value) => value.toLowerCase()))]
  const meaningOf = (value: string) => mapping.statuses[value] ?? mapping.statuses[plainWords(value)] ?? ''
  const setStatus = (value: string, meaning: string) => {
    const { [value]: _, ...others } = mapping.statuses
    onChange({ statuses: (meaning === '' ? others : { ...others, [value]: meaning }) as Mapping['statuses'] })
  }
  const scales = [...new Set([...RATING_SCALES, mapping.rating_max])].sort((a, b) => a - b)
  const [hasRating, hasHours, hasDates] = [['rating'], HOURS_FIELDS, DATE_FIELDS].map((fields) => fields.some(columnOf))
  if (!hasRating && !hasHours && !hasDates && statuses.length === 0) return null
  return (
    <section className="grid gap-3" aria-labelledby="mapper-values">
      <h2 id="mapper-values" className="title text-18">
        Values
      </h2>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {hasRating && (
          <Choice
            label={IMPORT_SCREEN_TEXTS.bestRating}
            value={String(mapping.rating_max)}
            options={scales.map((scale) => ({ value: String(scale), label: String(scale) }))}
            onChange={(value) => onChange({ rating_max: Number(value) })}
          />
        )}
        {hasHours && (
          <Choice
            label="Unit of the hours"
            value={mapping.hours_unit}
            options={HOURS_UNITS.map((value) => ({ value, label: HOURS_UNIT_LABELS[value] }))}
            onChange={(value) => onChange({ hours_unit: value as Mapping['hours_unit'] })}
          />
        )}
        {hasDates && (
          <Choice
            label="Order of dates"
            value={mapping.date_order}
            options={DATE_ORDERS.map((value) => ({ value, label: DATE_ORDER_LABELS[value] }))}
            onChange={(value) => onChange({ date_order: value as Mapping['date_order'] })}
          />
        )}
        {statuses.map((value) => (
          <Choice
            key={value}
            label={`Status “${value}”`}
            value={meaningOf(value)}
            options={[NO_MEANING, ...MEANINGS.map((meaning) => ({ value: meaning, label: MEANING_LABELS[meaning] }))]}
            onChange={(meaning) => setStatus(value, meaning)}
          />
        ))}
      </div>
    </section>
  )
}

function Choice(props: {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  return (
    <Field label={props.label}>
      <NativeSelect
        label={props.label}
        value={props.value}
        options={props.options}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </Field>
  )
}

function Preview({ rows }: { rows: ImportTable['rows'] }) {
  return (
    <section className="grid gap-3" aria-labelledby="mapper-preview">
      <h2 id="mapper-preview" className="title text-18">
        The first rows
      </h2>
      <ol className="import-rows" aria-live="polite">
        {rows.map(({ row, title, values }) => (
          <li key={row} className="mapper-row">
            <b className="text-14 break-words">{title || `Row ${row}`}</b>
            <span className="text-13 break-words text-text-2">
              {values.map(({ field, after }) => (field ? `${field}: ${after ?? ''}` : (after ?? ''))).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
