import { Field, TextInput } from '#web/ui/field.tsx'
import { boundsOf, boundsText } from '../game-filters.rules.ts'
import { PANEL_TEXTS } from '../game-filters.texts.ts'
import { changed, type Filters } from './filters.api.ts'

/** Renders the first and the last year of release. A change takes effect when the field is left, or by Enter. */
export function YearsField({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { from, to } = boundsOf(filters.year ?? '') ?? { from: null, to: null }
  function change(end: 'from' | 'to', text: string): void {
    const year = /^[1-9]\d{3}$/.test(text) ? Number(text) : null
    const next = { from, to, [end]: year }
    // The other end gives way to the one that was typed.
    if (next.from !== null && next.to !== null && next.from > next.to) next[end === 'from' ? 'to' : 'from'] = null
    onChange(changed(filters, 'year', boundsText(next)))
  }
  const end = (name: 'from' | 'to', value: number | null) => (
    <TextInput
      key={`${name} ${value}`}
      id={`year-${name}`}
      inputMode="numeric"
      aria-label={`${PANEL_TEXTS.years}: ${PANEL_TEXTS[name]}`}
      placeholder={PANEL_TEXTS[name]}
      defaultValue={value ?? ''}
      maxLength={4}
      onBlur={(event) => event.target.value !== String(value ?? '') && change(name, event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
  return (
    <Field label={PANEL_TEXTS.years} group>
      <div className="grid grid-cols-2 gap-2">
        {end('from', from)}
        {end('to', to)}
      </div>
    </Field>
  )
}
