import { useClosing } from '#web/use-asked.ts'
import { SIGN_IN_SETTINGS } from '../settings.texts.ts'
import { PasswordDialog } from './password-dialog.widgets.tsx'

/** Requires the password before a provider is linked or unlinked. */
export function ProviderDialog(props: {
  name: string
  isLinked: boolean
  onPassword: (password: string) => Promise<void>
  onClose: () => void
}) {
  const { name, isLinked } = props
  const { isOpen, close } = useClosing(props.onClose)
  return (
    <PasswordDialog
      isOpen={isOpen}
      title={isLinked ? `Unlink ${name}?` : `Link ${name}`}
      description={isLinked ? SIGN_IN_SETTINGS.unlink(name) : SIGN_IN_SETTINGS.link(name)}
      label={isLinked ? 'Unlink' : 'Continue'}
      busyLabel="One moment…"
      danger={isLinked}
      onPassword={async (password) => {
        await props.onPassword(password)
        close()
      }}
      onClose={close}
    />
  )
}
