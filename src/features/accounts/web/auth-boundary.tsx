import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'

/** Replaces a form that throws with a heading and a retry button, which renders a new form (R-AUTH-17). */
export class AuthBoundary extends Component<{ children: ReactNode }, { isBroken: boolean; round: number }> {
  override state = { isBroken: false, round: 0 }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    const { isBroken, round } = this.state
    if (!isBroken)
      return (
        <div key={round} className="grid gap-4.5">
          {this.props.children}
        </div>
      )
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <h2 className="title text-22">Authentication Error</h2>
        <p className="text-text-2">{AUTH_FORM_TEXTS.broken}</p>
        <Button kind="solid" size="big" onClick={() => this.setState({ isBroken: false, round: round + 1 })}>
          Try Again
        </Button>
      </div>
    )
  }
}
