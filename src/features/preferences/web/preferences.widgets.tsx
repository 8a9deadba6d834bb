import { lazy, Suspense, useEffect } from 'react'
import { ownConsent } from '#web/consented-storage.ts'
import { later, reached } from '#web/later.tsx'
import { useStore } from '#web/store.ts'
import { consentBarState } from './consent-bar-state.ts'

/** What stands at the end of every page: the way back to the choice about cookies, and the theme. */
export const FooterChoices = later(() => import('./footer-choices.tsx').then((module) => module.FooterChoices))

export const BetaBanner = later(() => import('./beta-banner.tsx').then((module) => module.BetaBanner))

const LazyConsentBar = lazy(() =>
  reached(() => import('./consent-bar.tsx')).then(({ ConsentBar }) => ({ default: ConsentBar })),
)

/** Asks for consent on the first visit (G50). Pages are the same for everybody, so the browser decides; its code comes then. */
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
