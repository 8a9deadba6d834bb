import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { SessionSync, SignInHost } from '#features/accounts/web/session-host.widgets.tsx'
import { OfflineNotice } from '#web/network/offline-notice.tsx'
import { PageFocus } from '#web/page-focus.ts'
import { watchKeyboard } from '#web/ui/keyboard-inset.ts'
import { LateTypeface } from '#web/ui/late-typeface.ts'
import { BackgroundWork } from './background-work.ts'

/** The parts of every document that have nothing to do during the first rendering. They load together, after it. */
export function DocumentLater(page: { pathname: string; search: string; first: string }) {
  useEffect(watchKeyboard, [])
  return (
    <>
      <LateTypeface {...page} />
      <PageFocus {...page} />
      <OfflineNotice />
      <LoadingStatus />
      <BackgroundWork />
    </>
  )
}

/** A screen reader announces that a page loads after this time; it reads the heading of a faster one. */
const SPOKEN_AFTER_MS = 1000

/** Announces that the next page is loading, which others see by the line at the top. */
function LoadingStatus() {
  const key = useNavigation().location?.key
  const [spoken, setSpoken] = useState<string>()
  useEffect(() => {
    if (key === undefined) return
    const timer = setTimeout(() => setSpoken(key), SPOKEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [key])
  return (
    <div role="status" className="visually-hidden">
      {key !== undefined && key === spoken && 'Loading the page'}
    </div>
  )
}

/** The same for pages with header and footer. */
export function FrameLater() {
  return (
    <>
      <SessionSync />
      <SignInHost />
    </>
  )
}
