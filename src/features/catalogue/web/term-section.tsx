import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { numberText } from '#shared/counted.ts'
import { noResultsText } from '#shared/sentences.ts'
import { ChipButton } from '#web/ui/chip.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { GameMetadata } from '../catalogue.contract.ts'
import { findText } from '../filters.texts.ts'
import { type TermKind, termName, termsOf, termsText, WAYS, type Way } from '../game-filters.rules.ts'
import { KIND_LABELS, PANEL_TEXTS, WAY_LABELS } from '../game-filters.texts.ts'
import { changed, chosenFilters, type Filters, queryOf, termLabel } from './filters.api.ts'
import { gameTermsQuery } from './game-terms.api.ts'

/** Kinds of which there are few terms. */
const SHORT: readonly TermKind[] = ['gameMode', 'type', 'perspective', 'store']

interface TermSectionProps {
  kind: TermKind
  filters: Filters
  metadata: GameMetadata
  onChange: (filters: Filters) => void
}

/** Renders the filter by one kind of terms, folded: its head says what is set, and its choices load when it opens. */
export function TermSection({ kind, filters, metadata, onChange }: TermSectionProps) {
  const names = WAYS.map((way) => termName(kind, way))
  const set = chosenFilters(filters, metadata).filter(({ name }) => names.includes(name))
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="group border-t border-line" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 py-2 text-14 [&::-webkit-details-marker]:hidden">
        <span className="font-[650]">{KIND_LABELS[kind]}</span>
        <span className="min-w-0 flex-1 truncate text-right text-13 text-text-2">
          {set.map(({ label }) => label).join(' · ')}
        </span>
        <Icon name="down" className="text-text-3 group-open:rotate-180" />
      </summary>
      {isOpen && <Choices {...{ kind, filters, metadata, onChange }} />}
    </details>
  )
}

function Choices({ kind, filters, metadata, onChange }: TermSectionProps) {
  const [way, setWay] = useState<Way>(() => WAYS.find((each) => filters[termName(kind, each)]) ?? 'any')
  const [typed, setTyped] = useState('')
  const name = termName(kind, way)
  const chosen = termsOf(filters[name] ?? '')
  const { data, isError } = useQuery({
    ...gameTermsQuery(kind, typed.trim(), queryOf(filters)),
    placeholderData: keepPreviousData,
  })
  const found = data ?? []
  const label = KIND_LABELS[kind]
  const others = chosen.filter((value) => found.every((term) => term.value !== value))
  const terms = [
    ...others.map((value) => ({ value, name: termLabel(kind, value, metadata) ?? value, games: null })),
    ...found.map((term) => ({ ...term, name: termLabel(kind, term.value, metadata) ?? term.name })),
  ]
  function toggle(value: string): void {
    const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]
    onChange(changed(filters, name, termsText(next)))
  }
  return (
    <div className="grid gap-3 pb-4">
      <Segmented
        label={label}
        className="justify-self-start"
        options={WAYS.map((value) => ({ value, label: WAY_LABELS[value] }))}
        value={way}
        onChange={setWay}
      />
      {!SHORT.includes(kind) && (
        <TextInput
          type="search"
          aria-label={findText(label)}
          placeholder={findText(label)}
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div role="group" aria-label={`${label}: ${WAY_LABELS[way]}`} className="flex flex-wrap gap-1.5">
        {terms.map((term) => (
          <ChipButton key={term.value} chosen={chosen.includes(term.value)} onClick={() => toggle(term.value)}>
            {term.name}
            {term.games !== null && <span className="num text-text-3">{numberText(term.games)}</span>}
          </ChipButton>
        ))}
      </div>
      <p className="text-13 text-text-3" role="status">
        {isError
          ? PANEL_TEXTS.failed
          : data && terms.length === 0 && (typed.trim() === '' ? PANEL_TEXTS.none : noResultsText(typed))}
      </p>
    </div>
  )
}
