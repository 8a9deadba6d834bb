import { useMutation, useQuery } from '@tanstack/react-query'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useIsHydrated } from '#web/use-env.ts'
import { TIME_ZONE_TEXTS } from '../../profile-edit.texts.ts'
import { ownProfileQuery, settingsMutation } from './profile-edit.api.ts'

const UTC = 'UTC'

/** Settings, Preferences: the time zone in which days and years begin (G58). A choice is saved at once. */
export function SettingsTimeZone() {
  const isHydrated = useIsHydrated()
  const { mutateAsync } = useMutation(settingsMutation())
  const { data: profile, isError, refetch } = useQuery(ownProfileQuery())
  if (isError) return <ErrorState text={TIME_ZONE_TEXTS.notLoaded} onRetry={() => void refetch()} level={2} />
  if (!profile) return null
  const now = profile.settings.timezone ?? UTC
  // The list comes from the browser, so that the page does not contain four hundred names.
  const known = isHydrated ? Intl.supportedValuesOf('timeZone') : []

  async function save(timezone: string, undo?: string): Promise<void> {
    try {
      await mutateAsync({ timezone })
      toast({ title: 'Time zone saved', ...(undo && { undo: () => void save(undo) }) })
    } catch (error) {
      toastFailure(error)
    }
  }

  return (
    <SettingsPart title="Time zone" text={TIME_ZONE_TEXTS.about}>
      <NativeSelect
        label="Time zone"
        className="w-full max-w-80"
        value={now}
        onChange={(event) => void save(event.target.value, now)}
        options={[...new Set([UTC, now, ...known])].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      />
    </SettingsPart>
  )
}
