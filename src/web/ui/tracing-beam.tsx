import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'

/** A line beside a long text which a light follows while one reads on (R-UI-03). It stands still where motion is not wanted. */
export function TracingBeam({ children }: { children: ReactNode }) {
  return (
    <div className="beam">
      <div className="beam-track" aria-hidden="true">
        <div className="beam-light">
          <Mark size={17} />
        </div>
      </div>
      {children}
    </div>
  )
}
