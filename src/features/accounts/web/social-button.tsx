import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PLEASE_TRY_AGAIN } from '#shared/sentences.ts'
import { CallError, call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useIsHydrated } from '#web/use-env.ts'
import { startSocial } from '../accounts.endpoints.ts'
import { safeTarget } from '../accounts.rules.ts'
import { providersQuery } from './providers.api.ts'
import { preventFocusLoss } from './use-complete-sign-in.ts'

/** Signs in through the provider: a button where there is a provider, Ctrl/Cmd+G always (R-AUTH-15, R-AUTH-49, G11). */
export function SocialButton({ target }: { target: string | null }) {
  const { data } = useQuery(providersQuery())
  const isHydrated = useIsHydrated()
  const [isBusy, setBusy] = useState(false)
  const name = data?.name ?? 'Google'

  async function start(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      const { url } = await call(startSocial, { body: { redirect: safeTarget(target) } })
      window.location.assign(url)
    } catch (error) {
      const description = error instanceof CallError ? error.message : PLEASE_TRY_AGAIN
      toast({ title: `${name} sign-in failed`, description })
    } finally {
      setBusy(false)
    }
  }

  const latest = useRef(start)
  latest.current = start
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'g' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      void latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  if (!data?.google) return null
  return (
    <Button
      kind="line"
      size="big"
      wide
      busy={isBusy}
      busyLabel="One moment…"
      disabled={!isHydrated}
      onMouseDown={preventFocusLoss}
      onClick={() => void start()}
    >
      Continue with {name}
    </Button>
  )
}
