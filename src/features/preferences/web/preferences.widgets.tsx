import { lazy, Suspense, useEffect } from 'react'
import { ownConsent } from '#web/consented-storage.ts'
import { later, reached } from '#web/later.tsx'
import { useStore } from '#web/store.ts'
import { consentBarState } from './consent-bar-state.ts'

/** The end of every page: a button that opens the consent bar again, and the theme switch. */
export const FooterChoices = later(() => import('./footer-choices.tsx').then((module) => module.FooterChoices))

export const BetaBanner = later(() => import('./beta-banner.tsx').then((module) => module.BetaBanner))

const LazyConsentBar = lazy(() =>
  reached(() => import('./consent-bar.tsx')).then(({ ConsentBar }) => ({ default: ConsentBar })),
)

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
