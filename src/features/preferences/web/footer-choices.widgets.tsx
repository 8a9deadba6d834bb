import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { followTheme, readTheme, showTheme } from '#web/ui/theme.ts'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { toast } from '#web/ui/toasts.ts'
import { THEME_NOT_SAVED } from '../footer-choices.texts.ts'
import { consentBarState } from './consent-bar-state.ts'
import { preferencesQuery } from './preferences.api.ts'
import { useChangePreferences } from './use-change-preferences.ts'

/** The end of every page: a button that opens the consent bar again, and the theme switch. */
export function FooterChoices() {
  const viewer = useViewer()
  const { change } = useChangePreferences()
  useMembersTheme(viewer?.id ?? null)
  useEffect(() => followTheme(), [])
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <button type="button" className="py-1 hover:text-text" onClick={() => consentBarState.set('again')}>
        Cookie settings
      </button>
      {/* Also stores a member's theme in the account, for their other browsers. */}
      <ThemeSwitch {...(viewer && { onChoose: (theme) => change({ theme }, toastNotSaved) })} />
    </div>
  )
}

const toastNotSaved = () => void toast({ title: THEME_NOT_SAVED })

/** Applies the member's theme after a sign-in without a new document. The first page gets it from the server. */
function useMembersTheme(memberId: string | null): void {
  const { data } = useQuery({ ...preferencesQuery(), enabled: memberId !== null })
  const theme = memberId !== null && data?.user_id === memberId && data.updated_at !== null ? data.theme : null
  useEffect(() => {
    if (theme !== null && theme !== readTheme()) showTheme(theme)
  }, [theme])
}
