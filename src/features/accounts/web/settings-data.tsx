import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { DELETE_ACCOUNT_TEXTS } from '../settings.texts.ts'
import { useViewer } from './accounts.widgets.tsx'
import { signInMethodsQuery } from './settings.api.ts'
import { SettingsPart } from './settings-part.tsx'

const DeleteAccountDialog = lazyLoaded(() => import('./delete-account-dialog.tsx'), 'DeleteAccountDialog')

/** What other features add to the data of the member, and account deletion (G08, G55). */
export function SettingsData({ children }: { children?: ReactNode }) {
  const viewer = useViewer()
  const { data: methods, isError, refetch } = useQuery(signInMethodsQuery())
  const [isLeaving, setLeaving] = useState(false)
  if (isError) return <ErrorState text={SETTINGS_MISSING} onRetry={() => void refetch()} level={2} />
  if (!viewer || !methods) return null
  return (
    <>
      {children}
      <SettingsPart title="Delete account" text={DELETE_ACCOUNT_TEXTS.about}>
        <Button kind="danger" icon="trash" className="justify-self-start" onClick={() => setLeaving(true)}>
          {DELETE_ACCOUNT_TEXTS.open}
        </Button>
        {isLeaving && (
          <Suspense fallback={null}>
            <DeleteAccountDialog
              viewer={viewer}
              hasPassword={methods.password}
              provider={methods.providers.find(({ linked_at }) => linked_at !== null)}
              onClose={() => setLeaving(false)}
            />
          </Suspense>
        )}
      </SettingsPart>
    </>
  )
}
