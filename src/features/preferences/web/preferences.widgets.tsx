import { Suspense, useEffect } from 'react'
import { ownConsent } from '#web/consented-storage.ts'
import { lazyHydrated, lazyLoaded } from '#web/lazy-hydration.tsx'
import { useStore } from '#web/store.ts'
import { consentBarState } from './consent-bar-state.ts'

export const BetaBanner = lazyHydrated(() => import('./beta-banner.tsx'), 'BetaBanner')

const LazyConsentBar = lazyLoaded(() => import('./consent-bar.tsx'), 'ConsentBar')

/**
 * Asks for consent on the first visit (G50). Cached pages are the same for everybody, so the browser decides, and loads
 * the code of the bar only then.
 */
export function Consent() {
  const asking = useStore(consentBarState)
  useEffect(() => {
    if (ownConsent() === null) consentBarState.set('first')
  }, [])
  return asking ? (
    <Suspense fallback={null}>
      <LazyConsentBar key={asking} isAgain={asking === 'again'} />
    </Suspense>
  ) : null
}
