import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { readTheme } from '#web/ui/theme.ts'
import type { PreferenceChange, Preferences } from '../preferences.contract.ts'
import { updatePreferences } from '../preferences.endpoints.ts'
import { preferencesKeys } from './preferences.api.ts'

const ABOUT_LISTS = ['game_data_source', 'search_strategy', 'fallback_enabled', 'erotic_games']
const CHANGE = [...preferencesKeys.own, 'change']

/**
 * Changes preferences at once, and takes a change back when the server does not follow. They are sent one after the other,
 * so that the last choice is what stays.
 */
export function useChangePreferences() {
  const client = useQueryClient()
  const { mutateAsync, isPending, isError, isSuccess } = useMutation({
    mutationKey: CHANGE,
    scope: { id: 'preferences' },
    mutationFn: (change: PreferenceChange) => call(updatePreferences, { body: { ...firstTheme(), ...change } }),
    onSuccess(row, change) {
      // What was chosen meanwhile is still on its way.
      if (client.isMutating({ mutationKey: CHANGE }) === 1) client.setQueryData(preferencesKeys.own, row)
      const isAboutLists = ABOUT_LISTS.some((name) => name in change)
      // Strips on the home page are lists too.
      if (isAboutLists)
        for (const key of ['catalogue', 'home']) client.removeQueries({ queryKey: [key], predicate: isList })
    },
  })

  const known = () => client.getQueryData<Preferences>(preferencesKeys.own)

  /** A member's first row says what the member sees, not what the default is: the theme may have been chosen before. */
  const firstTheme = (): PreferenceChange => (known()?.updated_at === null ? { theme: readTheme() } : {})

  function show(change: PreferenceChange): void {
    const now = known()
    if (now) client.setQueryData(preferencesKeys.own, { ...now, ...change } as Preferences)
  }

  /** `onFailure`: after what was shown has been taken back. */
  function change(wanted: PreferenceChange, onFailure?: () => void): void {
    const before = known()
    void client.cancelQueries({ queryKey: preferencesKeys.own })
    show(wanted)
    // Its own failure, also when another change has been made since.
    mutateAsync(wanted).catch(() => {
      if (before) show(Object.fromEntries(Object.keys(wanted).map((name) => [name, before[name as keyof Preferences]])))
      onFailure?.()
    })
  }

  return { change, state: isPending ? 'saving' : isError ? 'failed' : isSuccess ? 'saved' : 'idle' } as const
}

/** What can be filtered by belongs to the lists. */
const isList = ({ queryKey: [area, kind] }: { queryKey: readonly unknown[] }) =>
  area !== 'catalogue' || kind === 'list' || kind === 'metadata'
