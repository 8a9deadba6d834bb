import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { STEAM_PROFILE_LENGTH, steamProfileOf } from '../steam.rules.ts'
import { STEAM_REFUSALS, STEAM_TEXTS } from '../steam.texts.ts'
import { failureText } from './failure-text.ts'
import { steamMutation } from './imports.api.ts'

/** Asks Steam for the games of a profile, and opens their import. A refusal is shown at the field, which keeps its text. */
export function SteamForm() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const [profile, setProfile] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { mutateAsync, isPending } = useMutation(steamMutation(client))

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isPending) return
    const isReadable = steamProfileOf(profile) !== null
    setProblem(isReadable ? undefined : STEAM_REFUSALS.steam_profile)
    if (!isReadable) return
    try {
      const made = await mutateAsync(profile)
      await navigate(`/settings/import/${made.id}`)
    } catch (error) {
      setProblem(failureText(error))
    }
  }
  return (
    <form method="post" noValidate className="grid max-w-120 gap-3" onSubmit={(event) => void submit(event)}>
      <Field label={STEAM_TEXTS.label} hint={STEAM_TEXTS.hint} error={problem}>
        <TextInput
          value={profile}
          onChange={(event) => setProfile(event.target.value)}
          maxLength={STEAM_PROFILE_LENGTH}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        busy={isPending}
        busyLabel={STEAM_TEXTS.loading}
        disabled={!isHydrated}
      >
        {STEAM_TEXTS.load}
      </Button>
    </form>
  )
}
