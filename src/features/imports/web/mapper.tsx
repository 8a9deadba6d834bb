import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { numberText } from '#shared/counted.ts'
import type { ImportId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { ENCODINGS, type Encoding } from '../file-encodings.rules.ts'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import type { Import } from '../imports.contract.ts'
import { IMPORT_TEXTS } from '../imports.texts.ts'
import type { ImportField } from '../mapping.rules.ts'
import type { ImportRecognition, ImportTable } from '../recognition.contract.ts'
import { countsText, OUTCOME_COUNTS, RECOGNITION_TEXTS } from '../recognition.texts.ts'
import { DiscardButton } from './discard-button.tsx'
import { showFailure } from './failure-text.api.ts'
import { mappingMutation, previewMutation, tableQuery } from './imports.api.ts'
import { SomethingElse } from './something-else.tsx'
import { type Mapping, type PartProps, Questions, Translation, Words } from './translation.tsx'
import { Grades, WritingChoices } from './writing-choices.tsx'

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
  // An answered question stays where it is, with its answer and the focus.
  const [asked, setAsked] = useState(table.recognised.questions)
  const preview = useMutation(previewMutation(client, importId))
  const save = useMutation(mappingMutation(client, importId))
  const { rows, recognised: latest } = preview.data ?? table
  const questions = asked.filter(
    ({ kind, column, about }) => kind === 'column' || column === null || about.includes(fieldAt(mapping, column)),
  )
  const recognised = { ...latest, questions }
  const change = (part: Partial<Mapping>) => {
    const next = { ...mapping, ...part }
    setMapping(next)
    void preview
      .mutateAsync(next)
      .then(({ recognised }) => setAsked((now) => joined(now, recognised.questions)), showFailure)
  }
  const parts: PartProps = { table, recognised, mapping, onChange: change }
  const hasTitle = Object.values(mapping.columns).includes('title')
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <p className="max-w-160 text-16 text-text-2">{IMPORT_SCREEN_TEXTS.unknownTable}</p>
        {recognised.others.length > 0 && <SomethingElse importId={importId} />}
      </div>
      <Source {...parts} />
      <Questions {...parts} />
      <Translation {...parts} />
      <Words {...parts} />
      <Grades {...parts} />
      <WritingChoices {...parts} />
      <Outcome counts={recognised.counts} />
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

type Question = ImportRecognition['questions'][number]

const fieldAt = (mapping: Mapping, column: number) => mapping.columns[String(column)] as ImportField

const isSame = (one: Question, other: Question) =>
  one.kind === other.kind && one.column === other.column && one.value === other.value

const joined = (asked: readonly Question[], next: readonly Question[]): Question[] => [
  ...asked,
  ...next.filter((question) => !asked.some((each) => isSame(each, question))),
]

/** Other parts of an archive or a workbook, and other encodings of a text. */
function Source({ recognised: { part, parts, encoding }, onChange }: PartProps) {
  if (parts.length < 2 && encoding === null) return null
  return (
    <div className="flex flex-wrap gap-4">
      {parts.length > 1 && part !== null && (
        <Field label={RECOGNITION_TEXTS.part}>
          <NativeSelect
            label={RECOGNITION_TEXTS.part}
            value={part}
            options={parts.map((value) => ({ value, label: value }))}
            onChange={({ target }) => onChange({ part: target.value })}
          />
        </Field>
      )}
      {encoding !== null && (
        <Field label={RECOGNITION_TEXTS.encoding}>
          <NativeSelect
            label={RECOGNITION_TEXTS.encoding}
            value={encoding}
            options={ENCODINGS.map((value) => ({ value, label: value }))}
            onChange={({ target }) => onChange({ encoding: target.value as Encoding })}
          />
        </Field>
      )}
    </div>
  )
}

/** How many of the first rows become what. */
function Outcome({ counts }: { counts: ImportRecognition['counts'] }) {
  const more = countsText(counts)
  return (
    <section className="grid gap-3" aria-labelledby="mapper-outcome">
      <h2 id="mapper-outcome" className="title text-18">
        {RECOGNITION_TEXTS.outcome}
      </h2>
      <dl className="import-counts num" aria-live="polite">
        {OUTCOME_COUNTS.map(([label, key]) => (
          <div key={key} data-none={counts[key] === 0 || undefined}>
            <dt>{label}</dt>
            <dd>{numberText(counts[key])}</dd>
          </div>
        ))}
      </dl>
      {more && <p className="text-13 text-text-2">{more}</p>}
    </section>
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
