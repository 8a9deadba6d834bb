import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PLEASE_TRY_AGAIN } from '#shared/sentences.ts'
import { CallError, call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useIsHydrated } from '#web/use-env.ts'
import { startSocial } from '../accounts.endpoints.ts'
import { safeTarget } from '../accounts.rules.ts'
import { type Provider, providersQuery } from './providers.api.ts'
import { preventFocusLoss } from './use-complete-sign-in.ts'

/** Signs in through a provider: a button for each; Ctrl/Cmd+G always asks the first (R-AUTH-15, R-AUTH-49, G11). */
export function SocialButtons({
  target,
  invitation,
  kind = 'line',
}: {
  target: string | null
  invitation?: string | null | undefined
  kind?: 'line' | 'solid'
}) {
  const { data } = useQuery(providersQuery())
  const isHydrated = useIsHydrated()
  const providers = data?.providers ?? []
  const { busy, start } = useSocialSignIn(providers, target, invitation)
  return providers.map((provider, at) => (
    <Button
      key={provider.id}
      kind={at === 0 ? kind : 'line'}
      size="big"
      wide
      busy={busy === provider.id}
      busyLabel="One moment…"
      disabled={!isHydrated}
      onMouseDown={preventFocusLoss}
      onClick={() => void start(provider)}
    >
      Continue with {provider.name}
    </Button>
  ))
}

/** Returns which provider is being asked, and what asks one. */
function useSocialSignIn(providers: readonly Provider[], target: string | null, invitation: string | null | undefined) {
  const [busy, setBusy] = useState<string | null>(null)

  async function start(provider: Provider | undefined): Promise<void> {
    if (busy !== null) return
    setBusy(provider?.id ?? '')
    try {
      const { url } = await call(startSocial, {
        body: {
          redirect: safeTarget(target),
          ...(provider && { provider: provider.id }),
          ...(invitation && { invitation }),
        },
      })
      window.location.assign(url)
    } catch (error) {
      const description = error instanceof CallError ? error.message : PLEASE_TRY_AGAIN
      toast({ title: `${provider?.name ?? 'Google'} sign-in failed`, description })
    } finally {
      setBusy(null)
    }
  }

  const startFirst = () => start(providers[0])
  const latest = useRef(startFirst)
  latest.current = startFirst
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'g' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      void latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { busy, start }
}
