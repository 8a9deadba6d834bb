import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { loadWebAuthn, signInByPasskey, toastPasskeyFailure } from './passkey-sign-in.ts'
import { preventFocusLoss, useCompleteSignIn } from './use-complete-sign-in.ts'

/** Signs in with a passkey. Not rendered in browsers without WebAuthn. */
export function PasskeyButton(props: {
  target: string | null
  onSuccess?: (() => void) | undefined
  onFailure: (error: unknown) => void
}) {
  const isHydrated = useIsHydrated()
  const [isBusy, setBusy] = useState(false)
  const enter = useCompleteSignIn(props.target, props.onSuccess)

  async function start(): Promise<void> {
    setBusy(true)
    try {
      await enter(await signInByPasskey(false), null)
    } catch (error) {
      toastPasskeyFailure(error)
      props.onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  if (isHydrated && !('PublicKeyCredential' in window)) return null
  return (
    <Button
      kind="line"
      size="big"
      wide
      icon="key"
      busy={isBusy}
      busyLabel="One moment…"
      disabled={!isHydrated}
      onPointerEnter={() => void loadWebAuthn().catch(() => {})}
      onMouseDown={preventFocusLoss}
      onClick={() => void start()}
    >
      {AUTH_FORM_TEXTS.withPasskey}
    </Button>
  )
}
