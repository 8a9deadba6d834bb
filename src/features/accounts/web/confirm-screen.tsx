import { useEffect, useState } from 'react'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useIsHydrated } from '#web/use-env.ts'
import { resendConfirmation } from '../accounts.endpoints.ts'
import { withTarget } from '../accounts.rules.ts'
import { MAIL_LINK_TEXTS } from '../mail-links.texts.ts'
import { callErrorOf, toastAuthError } from './auth-failure.ts'
import { AuthFrame } from './auth-frame.tsx'

/** Shown on /signup to a member whose email address is unconfirmed (C34, G02). */
export function ConfirmScreen({ email, target }: { email: string; target: string | null }) {
  const isHydrated = useIsHydrated()
  const [isBusy, setBusy] = useState(false)
  const wait = useCountdown()

  async function resend(): Promise<void> {
    setBusy(true)
    try {
      await call(resendConfirmation, { body: { email, ...(target !== null && { redirect: target }) } })
      wait.begin(60)
      toast({ title: 'Email sent', description: MAIL_LINK_TEXTS.newestLink })
    } catch (error) {
      const failure = callErrorOf(error)
      if (failure.retryAfter !== null) wait.begin(failure.retryAfter)
      toastAuthError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthFrame title="Confirm your email" lead={MAIL_LINK_TEXTS.clickLink} halfHeight={200}>
      <div className="panel">
        <p className="min-w-0 text-16">
          The link went to <b className="break-all">{email}</b>.
        </p>
        <p className="text-14 text-text-2">{MAIL_LINK_TEXTS.notArrived}</p>
      </div>
      <Button
        kind="solid"
        size="big"
        wide
        busy={isBusy}
        busyLabel="Sending…"
        disabled={!isHydrated || wait.seconds > 0}
        onClick={() => void resend()}
      >
        {wait.seconds > 0 ? `Resend email in ${wait.seconds} s` : 'Resend email'}
      </Button>
      <p className="text-16 text-text-2">
        Confirmed?{' '}
        <a className="linkish" href={withTarget('/signin', target)}>
          Sign in
        </a>
      </p>
    </AuthFrame>
  )
}

function useCountdown() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return { seconds, begin: setSeconds }
}
