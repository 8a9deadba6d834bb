import { Component, type ReactNode } from 'react'

/** Shows `fallback` when rendering the children throws, or when their code failed to load. */
export class ErrorBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
