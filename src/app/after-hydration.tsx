import { SessionSync, SignInHost } from '#features/accounts/web/session-host.widgets.tsx'
import { OfflineNotice } from '#web/network/offline-notice.tsx'
import { PageFocus } from '#web/page-focus.ts'
import { LateTypeface } from '#web/ui/late-typeface.ts'

/** The parts of every document that have nothing to do during the first rendering. They load together, after it. */
export function DocumentLater(page: { pathname: string; search: string; first: string }) {
  return (
    <>
      <LateTypeface {...page} />
      <PageFocus {...page} />
      <OfflineNotice />
    </>
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
