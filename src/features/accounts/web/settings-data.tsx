import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { SOMETHING_WENT_WRONG } from '#shared/sentences.ts'
import { CallError, call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { useEnv } from '#web/use-env.ts'
import { exportOwnData } from '../deletion-and-export.endpoints.ts'
import { DELETION_GRACE_DAYS, exportFileName } from '../deletion-and-export.rules.ts'
import type { SessionUser } from '../session.contract.ts'
import { useViewer } from './accounts.widgets.tsx'
import { providersQuery } from './providers.api.ts'
import { signInMethodsQuery } from './settings.api.ts'
import { SettingsPart } from './settings-part.tsx'

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
)

/** Data export and account deletion (G08, G55), and between them what other features add. */
export function SettingsData({ children }: { children?: ReactNode }) {
  const viewer = useViewer()
  const { data: methods, isError, refetch } = useQuery(signInMethodsQuery())
  const { data: providers } = useQuery(providersQuery())
  const [isLeaving, setLeaving] = useState(false)
  if (isError) return <ErrorState text={SETTINGS_MISSING} onRetry={() => void refetch()} level={2} />
  if (!viewer || !methods) return null
  return (
    <>
      <ExportPart viewer={viewer} />
      {children}
      <SettingsPart
        title="Delete account"
        text={`You can change your mind for ${DELETION_GRACE_DAYS} days. After that everything is removed for good.`}
      >
        <Button kind="danger" icon="trash" className="justify-self-start" onClick={() => setLeaving(true)}>
          Delete my account…
        </Button>
        {isLeaving && (
          <Suspense fallback={null}>
            <DeleteAccountDialog
              viewer={viewer}
              hasPassword={methods.password}
              providerName={providers?.name ?? 'Google'}
              onClose={() => setLeaving(false)}
            />
          </Suspense>
        )}
      </SettingsPart>
    </>
  )
}

type Download = { is: 'idle' | 'busy' } | { is: 'done'; name: string; size: number } | { is: 'failed'; text: string }

function ExportPart({ viewer }: { viewer: SessionUser }) {
  const { productName } = useEnv()
  const [download, setDownload] = useState<Download>({ is: 'idle' })

  async function collect(): Promise<void> {
    setDownload({ is: 'busy' })
    try {
      const data = await call(exportOwnData, {})
      const name = exportFileName(productName, viewer.username, new Date(data.exported_at))
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      save(file, name)
      setDownload({ is: 'done', name, size: file.size })
    } catch (error) {
      const text = error instanceof CallError ? error.message : SOMETHING_WENT_WRONG
      setDownload({ is: 'failed', text })
    }
  }

  return (
    <SettingsPart
      title="Your data"
      text="Everything stored about you, in one JSON file: your profile, your games with their histories, what you shared, and the people you follow."
    >
      <Button
        icon="download"
        className="justify-self-start"
        busy={download.is === 'busy'}
        busyLabel="Collecting…"
        onClick={() => void collect()}
      >
        {download.is === 'failed' ? 'Try again' : 'Download my data'}
      </Button>
      {/* Always rendered, so that screen readers announce what appears in it. */}
      <p role="status" className="text-14 text-text-2">
        {download.is === 'done' && (
          <>
            <b className="break-all text-text">{download.name}</b> is on your device ({sizeText(download.size)}).
          </>
        )}
        {download.is === 'failed' && `Your data could not be downloaded. ${download.text}`}
      </p>
    </SettingsPart>
  )
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // By then the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
