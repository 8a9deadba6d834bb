import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { OWN_GAME_NAME_LENGTH, OWN_GAME_PLATFORM_LENGTH } from '#features/catalogue/own-games.rules.ts'
import { hasSameJson } from '#web/same-json.ts'
import { problemsOfSchema } from '#web/schema-problems.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, NumberInput, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { OwnGame } from '../own-games.contract.ts'
import { ownGameDraft } from '../own-games.schemas.ts'
import { OWN_GAME_TEXTS } from '../own-games.texts.ts'
import { editOwnGameMutation } from './own-games.api.ts'

type Errors = Partial<Record<'name' | 'platform' | 'year', string>>

/** Renders the form of a game of the viewer's own. */
export function EditOwnGame({ game, onClose }: { game: OwnGame; onClose: () => void }) {
  const edit = useMutation(editOwnGameMutation(useQueryClient(), game.card.id))
  const [before] = useState({
    name: game.name,
    platform: game.platform ?? '',
    year: game.year === null ? '' : String(game.year),
  })
  const [fields, setFields] = useState(before)
  const [errors, setErrors] = useState<Errors>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { name, platform, year } = fields
    const given = { name, platform: platform.trim() || null, year: year.trim() === '' ? null : Number(year) }
    const parsed = ownGameDraft.safeParse(given)
    setErrors(problemsOfSchema(parsed))
    if (!parsed.success) return
    edit.mutate(parsed.data, {
      onSuccess: () => {
        toast({ title: OWN_GAME_TEXTS.saved })
        onClose()
      },
      onError: (error) => showFailure(OWN_GAME_TEXTS.saveFailed, error),
    })
  }
  return (
    <Dialog
      open
      isForTyping
      size="question"
      isTyped={!hasSameJson(fields, before)}
      isSaving={edit.isPending}
      onOpenChange={(open) => open || onClose()}
      title={OWN_GAME_TEXTS.editTitle}
      onSubmit={submit}
      footer={<DialogButtons label="Save" onCancel={onClose} busy={edit.isPending} busyLabel="Saving…" />}
    >
      <OwnGameFields
        fields={fields}
        errors={errors}
        onChange={(change) => setFields((now) => ({ ...now, ...change }))}
      />
    </Dialog>
  )
}

function OwnGameFields({
  fields,
  errors,
  onChange,
}: {
  fields: Record<keyof Errors, string>
  errors: Errors
  onChange: (change: Partial<Record<keyof Errors, string>>) => void
}) {
  return (
    <div className="grid gap-4">
      <Field label={OWN_GAME_TEXTS.name} error={errors.name}>
        <TextInput
          dir="auto"
          autoComplete="off"
          maxLength={OWN_GAME_NAME_LENGTH}
          value={fields.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={OWN_GAME_TEXTS.platform} error={errors.platform}>
        <TextInput
          autoComplete="off"
          maxLength={OWN_GAME_PLATFORM_LENGTH}
          value={fields.platform}
          onChange={(event) => onChange({ platform: event.target.value })}
        />
      </Field>
      <Field label={OWN_GAME_TEXTS.yearLabel} error={errors.year}>
        <NumberInput
          inputMode="numeric"
          maxLength={4}
          value={fields.year}
          onChange={(event) => onChange({ year: event.target.value })}
        />
      </Field>
    </div>
  )
}
