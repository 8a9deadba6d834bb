import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

/** A line beside a long text, with a light that follows the scroll position (R-UI-03). It is static with reduced motion. */
export function TracingBeam({ children }: { children: ReactNode }) {
  return (
    <div className="beam">
      <div className="beam-track" aria-hidden="true">
        <div className="beam-light">
          <Logo size={17} />
        </div>
      </div>
      {children}
    </div>
  )
}
