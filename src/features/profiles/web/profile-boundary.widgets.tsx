import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { PROFILE_NOT_SHOWN } from '../profiles.texts.ts'

/** Shown instead of a profile that failed to load or to render (R-PROF-21, C61). */
export function ProfileUnavailable({ text, onRetry }: { text?: string | undefined; onRetry: () => void }) {
  return (
    <div className="page py-8">
      <title>Profile Unavailable</title>
      <div className="empty-state" role="alert">
        <Logo size={40} outline />
        <h1 className="title">Profile Unavailable</h1>
        <p>{text ?? PROFILE_NOT_SHOWN}</p>
        <div className="empty-state-actions">
          <Button kind="solid" onClick={onRetry}>
            Try Again
          </Button>
          <Button kind="quiet" onClick={() => window.location.reload()}>
            Refresh Page
          </Button>
        </div>
      </div>
    </div>
  )
}

export class ProfileBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return <ProfileUnavailable onRetry={() => this.setState({ isBroken: false })} />
  }
}
