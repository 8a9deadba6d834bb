import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useFirstWrong } from '#web/ui/use-first-wrong.ts'
import { showFailure } from '#web/write-failure.ts'
import type { OwnShelf } from '../own-shelves.contract.ts'
import { freeColor, SHELF_NAME_MAX } from '../own-shelves.rules.ts'
import { OWN_SHELF_TEXTS } from '../own-shelves.texts.ts'
import { createShelfMutation } from './own-shelves.api.ts'

/** Renders the form of a new shelf: its name alone, because the color is chosen for it. */
export function NewShelfForm({
  shelves,
  onMade,
}: {
  shelves: readonly OwnShelf[]
  onMade?: (shelf: OwnShelf) => void
}) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const create = useMutation(createShelfMutation())
  const { form, check } = useFirstWrong()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog around it may stand in a form of the page.
    event.stopPropagation()
    if (create.isPending) return
    check()
    if (name.trim() === '') return setError(OWN_SHELF_TEXTS.name)
    setError(undefined)
    create.mutate(
      { name, color: freeColor(shelves.map(({ color }) => color)) },
      {
        onSuccess: (shelf) => {
          setName('')
          onMade?.(shelf)
        },
        onError: (failure) => showFailure(OWN_SHELF_TEXTS.notMade, failure),
      },
    )
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <Field label="New shelf" error={error} hint={shelves.length === 0 ? OWN_SHELF_TEXTS.examples : undefined}>
        <TextInput
          dir="auto"
          autoComplete="off"
          maxLength={SHELF_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" icon="plus" className="mt-6" busy={create.isPending}>
        Add
      </Button>
    </form>
  )
}
