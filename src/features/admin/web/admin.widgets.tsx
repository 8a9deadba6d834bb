import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

/**
 * Renders the search of a list of admins. It works before hydration too: then `action` with the other parameters of the
 * list is the address.
 */
export function AdminSearch(props: {
  /** The name of the landmark, such as “Members”. */
  name: string
  label: string
  action: `/admin/${string}`
  value: string
  maxLength: number
  placeholder: string
  /** Returns the address of a search. */
  addressOf: (search: string) => string
  /** The other parameters of the list. */
  others?: Readonly<Record<string, string>>
  className?: string
}) {
  const { value } = props
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  const sent = useRef<string | null>(null)
  // The field shows a search that came from elsewhere, such as the back button. It stays the same element, with the focus.
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    // More may have been typed since the search was sent.
    if (input.current && sent.current !== value) input.current.value = value
    sent.current = null
  }, [value])
  return (
    <form
      role="search"
      aria-label={props.name}
      action={props.action}
      className={cx('flex min-w-0 items-end gap-2', props.className)}
      onSubmit={(event) => {
        event.preventDefault()
        const search = String(new FormData(event.currentTarget).get('search') ?? '').trim()
        sent.current = search
        void navigate(props.addressOf(search))
      }}
    >
      {Object.entries(props.others ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field label={props.label} className="max-w-[420px] min-w-0 flex-1">
        <TextInput
          ref={input}
          type="search"
          name="search"
          defaultValue={value}
          maxLength={props.maxLength}
          placeholder={props.placeholder}
        />
      </Field>
      {/* Aligns the button with the field, which has space for a hint below. */}
      <Button type="submit" icon="search" className="[@media(pointer:fine)]:mb-[3px]" aria-label="Search">
        Search
      </Button>
    </form>
  )
}
