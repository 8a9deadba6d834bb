import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { readTheme } from '#web/ui/theme.ts'
import { type PreferenceChange, type Preferences, updatePreferences } from '../preferences.contract.ts'
import { preferencesKeys } from './preferences.api.ts'

const ABOUT_LISTS = ['game_data_source', 'search_strategy', 'fallback_enabled', 'erotic_games']
const CHANGE = [...preferencesKeys.own, 'change']

/**
 * Changes preferences optimistically, and rolls a change back when its request fails. Requests run one after the other,
 * so that the last choice is stored.
 */
export function useChangePreferences() {
  const client = useQueryClient()
  const { mutateAsync, isPending, isError, isSuccess } = useMutation({
    mutationKey: CHANGE,
    scope: { id: 'preferences' },
    mutationFn: (change: PreferenceChange) => call(updatePreferences, { body: { ...firstTheme(), ...change } }),
    onSuccess(row, change) {
      // Later choices are still pending.
      if (client.isMutating({ mutationKey: CHANGE }) === 1) client.setQueryData(preferencesKeys.own, row)
      const isAboutLists = ABOUT_LISTS.some((name) => name in change)
      // The rows on the home page are lists too.
      if (isAboutLists)
        for (const key of ['catalogue', 'home']) client.removeQueries({ queryKey: [key], predicate: isList })
    },
  })

  const known = () => client.getQueryData<Preferences>(preferencesKeys.own)

  /**
   * A member's first row must store the theme that the member sees, which may have been chosen earlier in this browser.
   */
  const firstTheme = (): PreferenceChange => (known()?.updated_at === null ? { theme: readTheme() } : {})

  function show(change: PreferenceChange): void {
    const now = known()
    if (now) client.setQueryData(preferencesKeys.own, { ...now, ...change } as Preferences)
  }

  /** `onFailure` runs after the rollback. */
  function change(wanted: PreferenceChange, onFailure?: () => void): void {
    const before = known()
    void client.cancelQueries({ queryKey: preferencesKeys.own })
    show(wanted)
    // Handles the failure of this change, even when a later change follows.
    mutateAsync(wanted).catch(() => {
      if (before) show(Object.fromEntries(Object.keys(wanted).map((name) => [name, before[name as keyof Preferences]])))
      onFailure?.()
    })
  }

  return { change, state: isPending ? 'saving' : isError ? 'failed' : isSuccess ? 'saved' : 'idle' } as const
}

/** The filter options belong to the lists. */
const isList = ({ queryKey: [area, kind] }: { queryKey: readonly unknown[] }) =>
  area !== 'catalogue' || kind === 'list' || kind === 'metadata'
