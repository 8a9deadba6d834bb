import { useEffect, useRef, useState } from 'react'
import { BROWSER_STORAGE, type BrowserStorageEntry } from '#shared/browser-storage.ts'
import { allows, type ConsentLevel } from '#shared/consent.ts'
import { onDecision, saveConsent } from '#web/consent.ts'
import { consentLevel } from '#web/consented-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { CONSENT_TEXTS } from '../consent.texts.ts'
import { consentBarState } from './consent-bar-state.ts'

/** Some screen readers do not announce text that appears together with its live region. */
const SPEAK_AFTER_MS = 200

/**
 * Asks for consent to cookies, at the bottom of the window and first in the tab order; it does not block the page.
 * `isAgain`: the viewer opened it again, so it takes the focus, shows the current choice, and can be closed without a
 * choice.
 */
export function ConsentBar({ isAgain }: { isAgain: boolean }) {
  const bar = useRef<HTMLElement>(null)
  const [isCustom, setCustom] = useState(isAgain)
  const [isSpoken, setSpoken] = useState(false)

  useEffect(() => onDecision(() => consentBarState.set(null)), [])
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(true), SPEAK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isAgain) return
    const opener = document.activeElement as HTMLElement | null
    bar.current?.focus({ preventScroll: true })
    return () => opener?.focus({ preventScroll: true })
  }, [isAgain])
  useRoomBelow(bar)

  return (
    <section
      ref={bar}
      className="consent"
      aria-labelledby="consent-title"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isAgain) consentBarState.set(null)
      }}
    >
      <span role="status" className="visually-hidden">
        {isSpoken && CONSENT_TEXTS.choose}
      </span>
      <div className="page grid gap-3 py-4 side:grid-cols-[minmax(0,1fr)_auto] side:items-end side:gap-x-8">
        <div className="grid gap-1">
          <h2 id="consent-title" className="title text-16">
            Cookies
          </h2>
          <p className="max-w-[72ch] text-13 text-text-2">{CONSENT_TEXTS.about}</p>
        </div>
        {isCustom ? <CustomChoice isAgain={isAgain} /> : <ShortChoice onCustomise={() => setCustom(true)} />}
      </div>
    </section>
  )
}

/** Both choices have the same style, so that the design favours neither. */
function ShortChoice({ onCustomise }: { onCustomise: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => saveConsent('all')}>Accept all</Button>
      <Button onClick={() => saveConsent('essential')}>Only essential</Button>
      <Button kind="quiet" onClick={onCustomise}>
        Customise
      </Button>
    </div>
  )
}

/** Each level includes the lower ones (R-PREF-08), and so do the checkboxes. */
function CustomChoice({ isAgain }: { isAgain: boolean }) {
  const [level, setLevel] = useState<ConsentLevel>(consentLevel)
  return (
    <form
      className="grid gap-4 side:col-span-2"
      onSubmit={(event) => {
        event.preventDefault()
        saveConsent(level)
      }}
    >
      <fieldset className="grid gap-3 side:grid-cols-3 side:gap-6">
        <legend className="visually-hidden">What may be stored</legend>
        <Checkbox checked disabled readOnly label="Essential" hint={CONSENT_TEXTS.essential} />
        <Checkbox
          checked={allows(level, 'functional')}
          onChange={({ target }) => setLevel(target.checked ? 'functional' : 'essential')}
          label="Functional"
          hint={CONSENT_TEXTS.functional}
        />
        <Checkbox
          checked={allows(level, 'analytics')}
          onChange={({ target }) => setLevel(target.checked ? 'analytics' : 'functional')}
          label="Analytics"
          hint={CONSENT_TEXTS.analytics}
        />
      </fieldset>
      <StorageList />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="solid">
          Save choice
        </Button>
        <Button onClick={() => saveConsent('all')}>Accept all</Button>
        <Button onClick={() => saveConsent('essential')}>Only essential</Button>
        {isAgain && (
          <Button kind="quiet" onClick={() => consentBarState.set(null)}>
            Close
          </Button>
        )}
      </div>
    </form>
  )
}

function StorageList() {
  return (
    <details className="text-13 text-text-2">
      <summary className="w-fit cursor-pointer py-1 underline underline-offset-3">What exactly is stored</summary>
      <ul className="mt-1 grid gap-1.5">
        {Object.entries<BrowserStorageEntry>(BROWSER_STORAGE).map(([name, entry]) => (
          <li key={name}>
            <code className="text-text">{name}</code> · {entry.needs}, {lifetime(entry)}: {entry.purpose}.
          </li>
        ))}
      </ul>
    </details>
  )
}

const DAY = 24 * 3600

/** Returns how long an item is stored, with and without the consent for it (C52). */
function lifetime({ in: place, seconds }: BrowserStorageEntry): string {
  if (place === 'tab') return 'until the tab is closed'
  if (place === 'device') return CONSENT_TEXTS.untilSignOut
  if (place === 'storage')
    return CONSENT_TEXTS.untilTabCloses(seconds === null ? 'until it changes' : duration(seconds))
  return seconds === null ? 'until the browser is closed' : duration(seconds)
}

/** Returns a duration in whole years or days, or else in whole minutes. */
function duration(seconds: number): string {
  if (seconds >= 365 * DAY) return '1 year'
  return seconds >= DAY ? `${seconds / DAY} days` : `${seconds / 60} minutes`
}

/** Reserves space at the end of the page and for toasts, so that the bar covers nothing. */
function useRoomBelow(bar: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { body, documentElement } = document
    const watch = new ResizeObserver(() => {
      const height = `${bar.current?.offsetHeight ?? 0}px`
      // Not on the root element, where a variable costs a new style of every element.
      body.style.setProperty('--consent', height)
      documentElement.style.scrollPaddingBottom = `calc(76px + env(safe-area-inset-bottom) + ${height})`
    })
    if (bar.current) watch.observe(bar.current)
    return () => {
      watch.disconnect()
      body.style.removeProperty('--consent')
      documentElement.style.removeProperty('scroll-padding-bottom')
    }
  }, [bar])
}
