import { useQuery } from '@tanstack/react-query'
import { PasswordDialog } from '#features/accounts/web/password-dialog.widgets.tsx'
import { signInMethodsQuery } from '#features/accounts/web/settings.api.ts'
import { call } from '#web/call.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useClosing } from '#web/use-asked.ts'
import { showFailure } from '#web/write-failure.ts'
import type { SiteBackup } from '../admin-backups.contract.ts'
import { openBackup } from '../admin-backups.endpoints.ts'
import { BACKUPS_TEXTS } from '../admin-backups.texts.ts'

/** Asks for the password, then lets the browser download the file. An admin without a password must have signed in just now. */
export function DownloadBackup({ backup, onClose }: { backup: SiteBackup; onClose: () => void }) {
  const { data: methods } = useQuery(signInMethodsQuery())
  const { isOpen, close } = useClosing(onClose)
  const { title } = BACKUPS_TEXTS
  async function download(body: { password?: string }) {
    const { address } = await call(openBackup, { params: { name: backup.name }, body })
    // A download is no navigation, which the closing dialog would cancel: it goes one entry back in the history.
    const link = document.createElement('a')
    link.href = address
    link.download = backup.name
    link.click()
    close()
  }
  if (!methods) return null
  if (methods.password)
    return (
      <PasswordDialog
        isOpen={isOpen}
        title={title}
        description={BACKUPS_TEXTS.proof}
        label="Download"
        busyLabel="Checking…"
        danger={false}
        onPassword={(password) => download({ password })}
        onClose={close}
      />
    )
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title={title}
      text={BACKUPS_TEXTS.proof}
      confirmLabel="Download"
      onConfirm={() => download({}).catch((error: unknown) => showFailure('Nothing was downloaded', error))}
    />
  )
}
