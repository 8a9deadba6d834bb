import { useState } from 'react'
import { PasswordDialog } from './password-dialog.tsx'

/** Requires the password before a provider is linked or unlinked. */
export function ProviderDialog(props: {
  name: string
  isLinked: boolean
  onPassword: (password: string) => Promise<void>
  onClose: () => void
}) {
  const { name, isLinked } = props
  const [isOpen, setOpen] = useState(true)
  function close(): void {
    setOpen(false)
    // The timeout lets the closing animation finish.
    setTimeout(props.onClose, 250)
  }
  return (
    <PasswordDialog
      isOpen={isOpen}
      title={isLinked ? `Unlink ${name}?` : `Link ${name}`}
      description={
        isLinked
          ? `You will then sign in without ${name}.`
          : `${name} will ask you to sign in next. After that you can sign in here with it too.`
      }
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
