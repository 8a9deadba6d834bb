import { numberText } from '#shared/counted.ts'
import { Select } from '#web/ui/select.tsx'
import type { FacetCount } from '../library.contract.ts'

/** Renders a select of names with their number of games; the value from the address is always among its options. */
export function FacetSelect(props: {
  name: string
  value: string
  facets: readonly FacetCount[] | undefined
  onChoose: (value: string) => void
}) {
  const { value, facets = [] } = props
  const listed = facets.map(({ name, count }) => ({ value: name, label: `${name} (${numberText(count)})` }))
  const isKnown = value === '' || facets.some(({ name }) => name === value)
  return (
    <Select
      look="chip"
      aria-label={props.name}
      className="max-w-36 sm:max-w-44"
      placeholder={`Any ${props.name.toLowerCase()}`}
      value={value}
      onChange={(event) => props.onChoose(event.target.value)}
      options={isKnown ? listed : [{ value, label: value }, ...listed]}
    />
  )
}
