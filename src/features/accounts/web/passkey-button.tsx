import { useState } from 'react'
import { PLEASE_TRY_AGAIN } from '#shared/sentences.ts'
import { CallError, call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useIsHydrated } from '#web/use-env.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { createPasskeyChallenge, signInWithPasskey } from '../factors.endpoints.ts'
import { toastAuthError } from './auth-failure.ts'
import { preventFocusLoss, useCompleteSignIn } from './use-complete-sign-in.ts'

const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Signs in with a passkey. Not rendered in browsers without WebAuthn. */
export function PasskeyButton({ target, onSuccess }: { target: string | null; onSuccess?: () => void }) {
  const isHydrated = useIsHydrated()
  const [isBusy, setBusy] = useState(false)
  const enter = useCompleteSignIn(target, onSuccess)

  async function start(): Promise<void> {
    setBusy(true)
    try {
      const [{ startAuthentication }, optionsJSON] = await Promise.all([
        loadWebAuthn(),
        call(createPasskeyChallenge, {}),
      ])
      const response = await startAuthentication({ optionsJSON: optionsJSON as never })
      const { user, session } = await call(signInWithPasskey, { body: { response: response as never } })
      await enter({ user, session, authenticated: true }, null)
    } catch (error) {
      toastPasskeyFailure(error)
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

/** Shows the server's error or the browser's. A visitor who cancels the browser's dialog gets an alternative. */
export function toastPasskeyFailure(error: unknown): void {
  if (error instanceof CallError) toastAuthError(error)
  else if (error instanceof Error && error.name === 'InvalidStateError') toast({ title: AUTH_FORM_TEXTS.passkeyHere })
  else if (error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name))
    toast({ title: 'No passkey was used', description: AUTH_FORM_TEXTS.otherWay })
  else toast({ title: 'Passkey not accepted', description: PLEASE_TRY_AGAIN })
}
