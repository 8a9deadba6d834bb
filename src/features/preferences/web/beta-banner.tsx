import { useEffect, useState } from 'react'
import { onDecision } from '#web/consent.ts'
import { storePreference } from '#web/preference-cookies.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useEnv } from '#web/use-env.ts'
import { BETA_NOTE, betaText } from '../beta-banner.texts.ts'

/** True after the banner was closed in this document; without functional consent it is not stored (C52, R-PREF-15). */
let isClosed = false

/**
 * Shows that this is a beta, until the viewer closes it (G50). The server always renders it; if it was closed earlier,
 * theme-boot.js hides it before the first paint, so that the layout does not shift.
 */
export function BetaBanner() {
  const { productName } = useEnv()
  const [isGone, setGone] = useState(isClosed)
  // When the banner was closed before the consent, this is stored as soon as the consent allows it.
  useEffect(() => onDecision(() => isClosed && storePreference('beta', 'closed')), [])
  if (isGone) return null
  return (
    <section className="beta" aria-label="Beta">
      <div className="page flex items-center gap-3">
        <p className="min-w-0 flex-1 py-2 text-13 text-text-2">
          <b className="font-[650] text-text">{betaText(productName)}</b> {BETA_NOTE}
        </p>
        <IconButton
          icon="x"
          label="Close the beta notice"
          className="-mr-2.5"
          onClick={() => {
            isClosed = true
            setGone(true)
            storePreference('beta', 'closed')
            document.getElementById('main')?.focus({ preventScroll: true })
          }}
        />
      </div>
    </section>
  )
}
