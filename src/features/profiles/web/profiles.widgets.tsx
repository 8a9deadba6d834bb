import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import type { PublicProfile } from '../profiles.contract.ts'

const ProfileModal = lazyLoaded(() => import('./profile-modal.tsx'), 'ProfileModal')

/** From this width on a plain click opens the dialog; on phones the page is more useful. */
const DESKTOP = '(width >= 48rem)'

/**
 * Links to a member's profile. Middle clicks, phones and browsers without scripts follow the link; a plain click on a
 * desktop opens the dialog over the page (R-MODAL-01). `isRepeated` hides a picture beside the same link's name from
 * keyboards and screen readers.
 */
export function MemberLink(props: {
  member: PublicProfile
  isRepeated?: boolean
  className?: string
  children: ReactNode
}) {
  const { member } = props
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const open = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || !matchMedia(DESKTOP).matches) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <a
        href={`/profile/${member.id}`}
        className={props.className}
        onClick={open}
        {...(props.isRepeated && { tabIndex: -1, 'aria-hidden': true })}
      >
        {props.children}
      </a>
      {isOpen !== null && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <ProfileModal member={member} isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
