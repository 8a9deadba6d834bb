import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useFirstWrong } from '#web/ui/use-first-wrong.ts'
import { useIsHydrated } from '#web/use-env.ts'
import { failureText } from '#web/write-failure.ts'
import { STEAM_PROFILE_LENGTH, steamProfileOf } from '../steam.rules.ts'
import { STEAM_REFUSALS, STEAM_TEXTS } from '../steam.texts.ts'
import { SYNC_TEXTS } from '../steam-sync.texts.ts'
import { linkMutation, steamMutation } from './steam.api.ts'

/**
 * Links an account at Steam, or imports its games once. A refusal is shown at the field, which keeps its text.
 */
export function SteamForm() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const [profile, setProfile] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const link = useMutation(linkMutation(client))
  const once = useMutation(steamMutation(client))
  const { form, check } = useFirstWrong()

  async function run(work: () => Promise<unknown>): Promise<void> {
    if (link.isPending || once.isPending) return
    const isReadable = steamProfileOf(profile) !== null
    setProblem(isReadable ? undefined : STEAM_REFUSALS.steam_profile)
    check()
    if (!isReadable) return
    try {
      await work()
    } catch (error) {
      setProblem(failureText(error))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(() => link.mutateAsync(profile))
  }
  const importOnce = () =>
    run(async () => {
      const made = await once.mutateAsync(profile)
      await navigate(`/settings/import/${made.id}`)
    })
  return (
    <form ref={form} method="post" noValidate className="grid max-w-120 gap-3" onSubmit={submit}>
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
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="solid" busy={link.isPending} busyLabel={SYNC_TEXTS.linking} disabled={!isHydrated}>
          {SYNC_TEXTS.link}
        </Button>
        <Button
          kind="line"
          busy={once.isPending}
          busyLabel={STEAM_TEXTS.loading}
          disabled={!isHydrated}
          onClick={() => void importOnce()}
        >
          {SYNC_TEXTS.once}
        </Button>
      </div>
    </form>
  )
}
